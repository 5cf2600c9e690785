import type { DocumentEntry } from './document-entry.ts';
import { amountOf, dayOf, lastNameFirst, sumOf } from './written.ts';

const TITLE = 'EXAMPLE CU                 ACH DAILY LISTING                 PAGE 1';

/** As old core systems print: columns by their place, a total, an end. */
export function fixedWidthListing(entries: readonly DocumentEntry[]): Buffer {
  const line = (...cells: readonly [string, number][]): string =>
    cells.map(([text, width]) => (width < 0 ? text.padStart(-width) : text.padEnd(width))).join('');
  const rows = entries.map((entry) =>
    line(
      [entry.accountNumber, 12],
      [lastNameFirst(entry), 32],
      [entry.company, 30],
      [entry.transactionCode, 6],
      [amountOf(entry), -12],
      ['  ', 2],
      [entry.transactionType, 8],
      [dayOf(entry), 12],
    ),
  );
  const header = line(
    ['ACCOUNT', 12],
    ['NAME', 32],
    ['COMPANY', 30],
    ['CODE', 6],
    ['AMOUNT', -12],
    ['  ', 2],
    ['TYPE', 8],
    ['POST DATE', 12],
  );
  const total = line(['TOTAL', 80], [sumOf(entries), -12]);
  return Buffer.from(
    [TITLE, '', header, '-'.repeat(114), ...rows, '', total, '*** END OF REPORT ***'].join('\r\n'),
  );
}

/** A table of text whose columns are parted by bars. */
export function barredListing(entries: readonly DocumentEntry[]): Buffer {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const widths = [12, 30, 30, 4, 12, 6, 10];
  const padded = (cells: readonly string[]): string =>
    row(cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)));
  return Buffer.from(
    [
      TITLE,
      padded(['Account', 'Name', 'Company', 'Code', 'Amount', 'Type', 'Date']),
      ...entries.map((entry) =>
        padded([
          entry.accountNumber,
          lastNameFirst(entry),
          entry.company,
          entry.transactionCode,
          amountOf(entry),
          entry.transactionType,
          dayOf(entry),
        ]),
      ),
    ].join('\n'),
  );
}
