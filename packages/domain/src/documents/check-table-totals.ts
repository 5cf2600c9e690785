import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import type { LedgerRow } from '../ledger/ledger-row.ts';
import type { ReadRow } from '../ledger/read-transaction-row.ts';
import { amountSizeOf, formatDollars } from '../money/cents.ts';
import { MIN_CONFIDENCE } from './check-table-rows.ts';
import type { Cell, ExtractedTable, PrintedSum, ReviewReason, TableRow } from './extracted-table.ts';

const MAX_MISREAD_DIGITS = 2;

/** Whether one amount may be a misreading of the other: up to two wrong digits, or one missing. */
export function mayBeMisread(one: string, other: string): boolean {
  const [shorter = '', longer = ''] = [one, other]
    .map((text) => text.replaceAll(/[\s$,.()-]/g, ''))
    .toSorted((a, b) => a.length - b.length);
  if (shorter.length === longer.length) {
    const misread = shorter.split('').filter((figure, place) => figure !== longer[place]).length;
    return misread <= MAX_MISREAD_DIGITS;
  }
  return longer.split('').some((_, lost) => longer.slice(0, lost) + longer.slice(lost + 1) === shorter);
}

/**
 * Compares a table's printed sums with its rows and returns each row's reasons for review. A subtotal (for a page or
 * batch) must be the sum of consecutive rows. A wrong sum rarely shows which row is wrong, so all rows are held, unless
 * one uncertain amount explains the difference.
 */
export function checkPrintedSums(
  table: ExtractedTable,
  { mapping, read }: { mapping: CsvMapping; read: readonly ReadRow[] },
): ReviewReason[][] {
  const reasons = table.rows.map((): ReviewReason[] => []);
  for (const sum of table.totals) {
    const field = mapping.columns.find((one) => one.column === sum.column)?.field;
    const printed = [sum.text, ...(sum.alternatives ?? [])].flatMap((text) => amountSizeOf(text) ?? []);
    const [first] = printed;
    if (first === undefined || field === undefined) continue;
    const money = moneyIn(table, { sum, read });
    if (printed.some((cents) => addsUpTo(money, cents))) continue;
    if (printed.includes(0) && isGroupEmpty(table, sum)) continue;
    const total = money.reduce((cents, row) => cents + row.amountCents, 0);
    const what = sum.direction === undefined ? 'rows' : `${sum.direction.toLowerCase()}s`;
    const reason = `the printed sum is ${formatDollars(first)}, but the ${what} add up to ${formatDollars(total)}`;
    const explains = printed.length === 1 ? rowThatExplains(table, sum, first) : null;
    for (const [index, ofRow] of reasons.entries())
      if (explains === null || explains === index) ofRow.push({ column: sum.column, reason });
  }
  return reasons;
}

const isAbove = (one: Pick<TableRow, 'page' | 'box'>, other: Pick<TableRow, 'page' | 'box'>): boolean =>
  one.page < other.page || (one.page === other.page && one.box.y < other.box.y);

/** Whether the rows between the sum before, on another line, and this one have nothing in its column. */
function isGroupEmpty({ rows, totals }: ExtractedTable, { column, place }: PrintedSum): boolean {
  const before = totals.findLast((other) => isAbove(other.place, place) && !isSameLine(other.place, place));
  const group = rows.filter((row) => isAbove(row, place) && (before === undefined || isAbove(before.place, row)));
  return (
    group.length > 0 &&
    group.every(({ cells }) => ['', '0.00', '.00'].includes((cells[column]?.text ?? '').replace('$', '')))
  );
}

const isSameLine = (one: PrintedSum['place'], other: PrintedSum['place']): boolean =>
  one.page === other.page && Math.abs(one.box.y - other.box.y) < one.box.height / 2;

type Money = Pick<LedgerRow, 'amountCents' | 'transactionType'>;

function moneyIn({ rows }: ExtractedTable, { sum, read }: { sum: PrintedSum; read: readonly ReadRow[] }) {
  return rows.flatMap(({ cells }, index) => {
    const row = read[index];
    const text = (cells[sum.column]?.text ?? '').trim();
    // Of two columns, the other one may contain 0.00.
    const isFilled = text !== '' && amountSizeOf(text) !== 0;
    if (!isFilled || row === undefined || !('row' in row)) return [];
    const isOther = sum.direction !== undefined && sum.direction !== row.row.transactionType;
    return isOther ? [] : [row.row];
  });
}

/** Whether `cents` is the sum of all or some consecutive rows, or their credits less debits. */
function addsUpTo(money: readonly Money[], cents: number): boolean {
  const seen = new Set<number>([0]);
  let [sum, net] = [0, 0];
  for (const { amountCents, transactionType } of money) {
    net += transactionType === 'Credit' ? amountCents : -amountCents;
    sum += amountCents;
    if (seen.has(sum - cents)) return true;
    seen.add(sum);
  }
  return Math.abs(net) === cents;
}

/** Uncertain cells in a sum's column and the part of `printed` left for them; NaN if another cell is unreadable. */
function uncertainPart({ rows }: ExtractedTable, { column }: PrintedSum, printed: number) {
  const filled = rows.flatMap(({ cells }, index) => {
    const cell = cells[column];
    return cell === undefined || cell.text === '' ? [] : [{ cell, index }];
  });
  const isUncertain = ({ cell }: { cell: Cell }): boolean => cell.confidence < MIN_CONFIDENCE;
  const amounts = filled.filter((one) => !isUncertain(one)).map(({ cell }) => amountSizeOf(cell.text));
  const leftCents = amounts.reduce<number>((left, cents) => left - (cents ?? Number.NaN), printed);
  return { uncertain: filled.filter(isUncertain), leftCents };
}

/** The only row with an uncertain amount, if the rest of the sum resembles it; otherwise null. */
function rowThatExplains(table: ExtractedTable, sum: PrintedSum, printed: number): number | null {
  const { uncertain, leftCents } = uncertainPart(table, sum, printed);
  const [only] = uncertain;
  if (only === undefined || uncertain.length > 1 || !(leftCents > 0)) return null;
  const texts = [only.cell.text, ...(only.cell.alternatives ?? [])];
  return texts.some((text) => mayBeMisread(text, formatDollars(leftCents))) ? only.index : null;
}

/** The same as for two readings that agree (`AGREED_CONFIDENCE`). */
const CONFIRMED_CONFIDENCE = 0.9;
/** With more, some choice of readings would match the sum by chance. */
const MAX_OPEN_AMOUNTS = 4;

/**
 * Uses a printed sum with only one reading to settle uncertain amounts from an image, if exactly one choice of their
 * readings matches the sum to the cent.
 */
export const resolveAmountsBySums = (table: ExtractedTable): ExtractedTable => table.totals.reduce(resolveBySum, table);

function resolveBySum(table: ExtractedTable, sum: PrintedSum): ExtractedTable {
  const printed = amountSizeOf(sum.text);
  if (printed === null || (sum.alternatives ?? []).length > 0) return table;
  const { uncertain, leftCents } = uncertainPart(table, sum, printed);
  if (uncertain.length === 0 || uncertain.length > MAX_OPEN_AMOUNTS || Number.isNaN(leftCents)) return table;
  const cells = uncertain.map(({ cell }) => cell);
  const choices = choicesOf(cells, leftCents);
  const [choice] = choices;
  if (choice === undefined || choices.length > 1) return table;
  const texts = new Map(uncertain.map(({ index }, place) => [index, choice[place] ?? '']));
  return {
    ...table,
    rows: table.rows.map((row, index) => {
      const text = texts.get(index);
      const place = row.cells[sum.column]?.place ?? null;
      if (text === undefined) return row;
      return { ...row, cells: row.cells.with(sum.column, { text, confidence: CONFIRMED_CONFIDENCE, place }) };
    }),
  };
}

/** Choices of one text per cell that add up to `cents`; texts with the same amount count as one choice. */
function choicesOf([first, ...others]: readonly Cell[], cents: number): string[][] {
  if (first === undefined) return cents === 0 ? [[]] : [];
  const seen = new Set<number>();
  return [first.text, ...(first.alternatives ?? [])].flatMap((text) => {
    const amount = amountSizeOf(text);
    if (amount === null || seen.has(amount)) return [];
    seen.add(amount);
    return choicesOf(others, cents - amount).map((rest) => [text, ...rest]);
  });
}
