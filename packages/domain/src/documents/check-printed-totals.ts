import type { TransactionType } from '../ledger/ledger-row.ts';
import type { ReadRow } from '../ledger/read-transaction-row.ts';
import { formatDollars } from '../money/cents.ts';
import type { Box } from './document-words.ts';
import type { ReviewReason, UnreadLine } from './extracted-table.ts';
import type { PrintedTotals } from './printed-totals.ts';

interface PlacedRow {
  page: number;
  box: Box | null;
  read: ReadRow | undefined;
}

/** Row counts and sums in cents. `unknown` rows could not be read. */
type RowTotals = Record<'count' | 'unknown' | TransactionType | `${TransactionType}Cents`, number>;

type RowRange = readonly [from: number, to: number];

/**
 * Compares printed counts and sums with the rows in all tables and returns each row's reasons for review. A line may
 * refer to all rows, to those above it, to those since an earlier such line, or to those on its page. If it matches
 * none of these, the rows since the previous such line are held, or all rows if no rows precede or follow the line.
 */
export function checkPrintedTotals(
  rows: readonly PlacedRow[],
  { controls, unread }: { controls: readonly PrintedTotals[]; unread: readonly UnreadLine[] },
): ReviewReason[][] {
  const reasons = rows.map((): ReviewReason[] => []);
  const order = rows.map((row, index) => ({ ...row, index })).toSorted(byPlace);
  const running = runningTotalsOf(order);
  const placeOf = (place: Place): number => {
    const next = order.findIndex((row) => byPlace(row, place) >= 0);
    return next === -1 ? order.length : next;
  };
  const all: RowRange = [0, order.length];
  const ends = controls.map(placeOf);
  for (const [index, control] of controls.entries()) {
    const end = ends[index] ?? 0;
    const starts = [...new Set([0, ...ends])].filter((start) => start < end);
    const ofPage: RowRange = [
      placeOf({ page: control.page, box: null }),
      placeOf({ page: control.page + 1, box: null }),
    ];
    const ranges = [all, ofPage, ...starts.map((start): RowRange => [start, end])];
    const parts = ranges.map((range) => totalsIn(running, range));
    const [reason] = wrongTotals(control, { parts, lost: unread.length });
    if (reason === undefined) continue;
    const isPart = end > 0 && end < order.length;
    const waiting = isPart ? order.slice(Math.max(0, ...starts), end) : order;
    for (const row of waiting) reasons[row.index]?.push({ column: null, reason });
  }
  return reasons;
}

type Place = Pick<PlacedRow, 'page' | 'box'>;

/** Rows without a position are treated as being at the top of their page. */
const byPlace = (one: Place, other: Place): number => one.page - other.page || (one.box?.y ?? 0) - (other.box?.y ?? 0);

function runningTotalsOf(rows: readonly PlacedRow[]): RowTotals[] {
  const totals: RowTotals = { count: 0, unknown: 0, Credit: 0, CreditCents: 0, Debit: 0, DebitCents: 0 };
  const running = [{ ...totals }];
  for (const { read } of rows) {
    totals.count += 1;
    if (read !== undefined && 'row' in read) {
      const { transactionType, amountCents } = read.row;
      totals[transactionType] += 1;
      totals[`${transactionType}Cents`] += amountCents;
    } else totals.unknown += 1;
    running.push({ ...totals });
  }
  return running;
}

function totalsIn(running: readonly RowTotals[], [from, to]: RowRange): RowTotals {
  const [start, end] = [running[from] as RowTotals, running[to] as RowTotals];
  return {
    count: end.count - start.count,
    unknown: end.unknown - start.unknown,
    Credit: end.Credit - start.Credit,
    CreditCents: end.CreditCents - start.CreditCents,
    Debit: end.Debit - start.Debit,
    DebitCents: end.DebitCents - start.DebitCents,
  };
}

/** Counts and sums that match none of `parts` (the first is the whole document). Up to `lost` more rows may exist. */
function wrongTotals(
  { page, text, counts, sums }: PrintedTotals,
  { parts, lost }: { parts: readonly RowTotals[]; lost: number },
): string[] {
  const wrongCounts = counts.flatMap(({ direction, count }) => {
    const found = parts.map((rows) => rows[direction ?? 'count']);
    // An unreadable row may be a credit or a debit.
    const fits = parts.some(({ unknown }, index) => {
      const least = found[index] ?? 0;
      return count >= least && count <= least + (direction === null ? 0 : unknown) + lost;
    });
    return fits ? [] : [`the number of ${namesOf(direction)} read is ${found[0] ?? 0}`];
  });
  const wrongSums = sums.flatMap(({ direction, cents }) => {
    const found = parts.map(({ CreditCents: credits, DebitCents: debits }) => {
      if (direction === null) return [credits + debits, Math.abs(credits - debits)];
      return [direction === 'Credit' ? credits : debits];
    });
    if (found.some((amounts) => amounts.includes(cents))) return [];
    return [`the ${namesOf(direction)} read add up to ${formatDollars(found[0]?.[0] ?? 0)}`];
  });
  return [...wrongCounts, ...wrongSums].map(
    (found) => `Page ${page}: the document shows "${text}", but ${found}. ${WHAT_TO_DO}`,
  );
}

const WHAT_TO_DO = 'Compare the rows with the pages before you accept them. A row may be missing or misread.';

const namesOf = (direction: TransactionType | null): string =>
  direction === null ? 'rows' : `${direction.toLowerCase()}s`;
