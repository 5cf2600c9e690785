const NEWLINE = 0x0a;
const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const NULL = '\\N';
/** A backslash that does not stand for NULL; or may not, for it is asked once a line. */
const ESCAPE = /\\[^N]/;

/**
 * Reads what PostgreSQL writes for `COPY … TO STDOUT` in its text format: a line per row, tabs between columns, `\N`
 * for NULL, a backslash before what would be mistaken for either (PostgreSQL manual, COPY, "Text Format").
 */
export async function* copiedRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<(string | null)[][]> {
  let rest: Buffer[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(NEWLINE);
    if (end === -1) {
      rest.push(chunk);
      continue;
    }
    // Cut at a line's end, so that no character of several bytes is torn apart.
    const text = Buffer.concat([...rest, chunk.subarray(0, end)]).toString('utf8');
    rest = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : [];
    yield text.split('\n').map(columnsOf);
  }
}

function columnsOf(line: string): (string | null)[] {
  const columns: (string | null)[] = line.split('\t');
  const hasEscapes = ESCAPE.test(line);
  // In place and without a function for each: this runs a dozen million times for a million entries.
  for (let at = 0; at < columns.length; at += 1) {
    const column = columns[at] ?? '';
    if (column === NULL) columns[at] = null;
    else if (hasEscapes && column.includes('\\')) columns[at] = unescaped(column);
  }
  return columns;
}

function unescaped(column: string): string {
  return column.replaceAll(/\\(.)/gs, (_whole, character: string) => ESCAPES[character] ?? character);
}
