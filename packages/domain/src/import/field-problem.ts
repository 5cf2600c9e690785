/** What is wrong with one field of a row. */
export interface FieldProblem {
  /** The field as the file calls it. */
  field: string;
  /** What the file holds there, cut to 200 characters; empty when there is nothing. */
  value: string;
  /** What to do about it, in plain words. */
  reason: string;
}

const SHOWN_CHARACTERS = 200;

/** Any JSON value as a person can recognise it, cut to 200 characters. */
export function shown(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.slice(0, SHOWN_CHARACTERS).toWellFormed();
}
