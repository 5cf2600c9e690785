/** A spreadsheet takes a cell that begins so for a formula, and runs it (OWASP ASVS 1.2.10). */
const FORMULA_START = /^[=+\-@\t\r\0]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\u{FEFF}';

/**
 * One line of comma-separated values (RFC 4180), ended by CR LF. Text that would be a formula gets an apostrophe in
 * front; a number stays a number.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = FORMULA_START.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
