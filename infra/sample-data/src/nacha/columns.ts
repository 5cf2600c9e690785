const RECORD_COLUMNS = 94;

/** Text to the left of blanks, cut to its columns. */
export function text(value: string, columns: number): string {
  return value.slice(0, columns).padEnd(columns);
}

/** @throws RangeError when the number has more digits than columns */
export function digits(value: number | string, columns: number): string {
  const padded = String(value).padStart(columns, '0');
  if (padded.length > columns) throw new RangeError(`${value} does not fit ${columns} columns`);
  return padded;
}

/** @throws RangeError unless the fields make 94 columns */
export function record(...fields: readonly string[]): string {
  const line = fields.join('');
  if (line.length !== RECORD_COLUMNS) throw new RangeError(`${line.length} columns: ${line}`);
  return line;
}
