import { fieldOfHeader } from '../../csv/guess/field-synonyms.ts';
import { columnOf } from './columns.ts';
import type { HeaderLabel } from './header.ts';
import { type Line, textOf } from './lines.ts';

/** Besides the account these hold something in every row. A total that names an account leaves them empty. */
const ALWAYS_FILLED: ReadonlySet<string> = new Set(['fullName', 'lastName', 'company']);
/** No count of items, as totals state it. */
const LONG_NUMBER = /\d{4}/;

/**
 * Whether a line fills the columns that every row fills and no total does. "TOTAL WINE" is a company too: taken for a total,
 * its entry would be lost without a word.
 */
export function isFullRow(
  { words }: Line,
  { labels, cuts }: { labels: readonly HeaderLabel[]; cuts: readonly number[] },
): boolean {
  const cells = labels.map(({ text }, column) => ({
    field: fieldOfHeader(text)?.field ?? '',
    text: textOf(words.filter((word) => columnOf(word, cuts) === column)),
  }));
  return (
    cells.some(({ field, text }) => field === 'accountNumber' && LONG_NUMBER.test(text)) &&
    cells.every(({ field, text }) => !ALWAYS_FILLED.has(field) || text !== '')
  );
}
