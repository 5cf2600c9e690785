import { linesOf, textOf } from './lines.ts';
import type { WordPage } from './word.ts';

/** What the columns of a bank's statement are called; so many of them on one line are its header. */
const COLUMNS = [
  /\bdate\b/i,
  /\b(description|details|particulars|transaction)\b/i,
  /\b(debits?|withdrawals?|paid out|money out)\b/i,
  /\b(credits?|deposits?|paid in|money in)\b/i,
  /\bbalance\b/i,
];
const LEAST_COLUMNS = 4;

/** Whether the pages are a statement of one account: its rows do not say whose they are, and nobody can guess it. */
export function isAccountStatement(pages: readonly WordPage[]): boolean {
  return pages.some((page) =>
    linesOf(page).some(({ words }) => {
      const text = textOf(words);
      return COLUMNS.filter((column) => column.test(text)).length >= LEAST_COLUMNS && !/\d/.test(text);
    }),
  );
}
