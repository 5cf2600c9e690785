/** Spreadsheets run a cell that begins with these as a formula (OWASP ASVS 1.2.10). */
const FORMULA_START = /^[=+\-@\t\r\0]/;
const NEEDS_QUOTES = /[",\r\n]/;

export const BYTE_ORDER_MARK = '\u{FEFF}';

/** One CSV line (RFC 4180) that ends with CR LF. Text that would be a formula gets a leading apostrophe. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const escaped = FORMULA_START.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}
