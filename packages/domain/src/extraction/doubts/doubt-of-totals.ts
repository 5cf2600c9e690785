import type { CsvMapping } from '@clearwatch/contracts/http/csv-mapping';
import type { ReadRow } from '../../import/read-transaction-row.ts';
import { formatDollars } from '../../money/format-dollars.ts';
import { parseAmount } from '../../money/parse-amount.ts';
import type { Doubt } from '../document-row.ts';
import type { ExtractedTable, PrintedSum } from '../layout/extracted-table.ts';
import { LEAST_CONFIDENCE } from './doubts-of-row.ts';
import { looksAlike } from './looks-alike.ts';

/**
 * Sums that the document prints itself, against the rows above them: for each row what speaks against it. When they differ, mostly
 * nobody knows which row is wrong: all of them wait. A total that stands for only a part (of a page, of a batch) is one of the
 * partial sums or none of ours.
 *
 * When one amount alone is open, and what is left for it of the sum looks like what was read there, that row explains the
 * difference and waits alone. The others are as sure as in a document without a sum: two readings agree on each. For one of them
 * to be wrong, both readings must be wrong alike, and the open amount by just as much the other way, in figures that look like it.
 */
export function doubtOfTotals(
  table: ExtractedTable,
  { mapping, read }: { mapping: CsvMapping; read: readonly ReadRow[] },
): Doubt[][] {
  const doubts = table.rows.map((): Doubt[] => []);
  for (const sum of table.totals) {
    const field = mapping.columns.find((one) => one.column === sum.column)?.field;
    const printed = [sum.text, ...(sum.alternatives ?? [])].flatMap((text) => centsOf(text) ?? []);
    const [first] = printed;
    if (first === undefined || field === undefined) continue;
    const money = moneyIn(table, { sum, read });
    if (printed.some((cents) => comesTo(money, cents))) continue;
    const total = money.reduce((cents, row) => cents + row.amountCents, 0);
    const what = sum.direction === undefined ? 'rows' : `${sum.direction.toLowerCase()}s`;
    const reason = `the document prints the sum ${formatDollars(first)}, the ${what} come to ${formatDollars(total)}`;
    const explains = printed.length === 1 ? rowThatExplains(table, sum, first) : null;
    for (const [index, ofRow] of doubts.entries())
      if (explains === null || explains === index) ofRow.push({ column: sum.column, reason });
  }
  return doubts;
}

interface Money {
  amountCents: number;
  transactionType: 'Credit' | 'Debit';
}

function moneyIn(
  { rows }: ExtractedTable,
  { sum, read }: { sum: PrintedSum; read: readonly ReadRow[] },
): Money[] {
  return rows.flatMap(({ cells }, index) => {
    const row = read[index];
    const isFilled = (cells[sum.column]?.text ?? '').trim() !== '';
    if (!isFilled || row === undefined || !('row' in row)) return [];
    const isOther = sum.direction !== undefined && sum.direction !== row.row.transactionType;
    return isOther ? [] : [row.row];
  });
}

/** Whether all of them, credits less debits, or some neighbours come to it. */
function comesTo(money: readonly Money[], cents: number): boolean {
  const net = money.reduce(
    (total, { amountCents, transactionType }) =>
      total + (transactionType === 'Credit' ? amountCents : -amountCents),
    0,
  );
  return Math.abs(net) === cents || isPartial(money, cents);
}

/** Whether neighbouring rows add up to it: the sum of all, of a page or a batch. */
function isPartial(rows: readonly Money[], cents: number): boolean {
  const seen = new Set<number>([0]);
  let sum = 0;
  for (const { amountCents } of rows) {
    sum += amountCents;
    if (seen.has(sum - cents)) return true;
    seen.add(sum);
  }
  return false;
}

/** The only row whose amount is open, when what the sum leaves for it looks like what was read; null otherwise. */
function rowThatExplains({ rows }: ExtractedTable, { column }: PrintedSum, printed: number): number | null {
  const filled = rows.flatMap(({ cells }, index) => {
    const cell = cells[column];
    return cell === undefined || cell.text === '' ? [] : [{ cell, index }];
  });
  const open = filled.filter(({ cell }) => cell.confidence < LEAST_CONFIDENCE);
  const [only] = open;
  if (only === undefined || open.length > 1) return null;
  const others = filled.filter((one) => one !== only).map(({ cell }) => centsOf(cell.text));
  if (others.includes(null)) return null;
  const left = printed - others.reduce<number>((total, cents) => total + (cents ?? 0), 0);
  const texts = [only.cell.text, ...(only.cell.alternatives ?? [])];
  return left > 0 && texts.some((text) => looksAlike(text, formatDollars(left))) ? only.index : null;
}

function centsOf(text: string): number | null {
  const parsed = parseAmount(text);
  return 'cents' in parsed ? Math.abs(parsed.cents) : null;
}
