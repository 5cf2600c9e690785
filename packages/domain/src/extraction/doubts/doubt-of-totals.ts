import type { CsvMapping } from '@clearwatch/contracts/http/csv-mapping';
import type { ReadRow } from '../../import/read-transaction-row.ts';
import { formatDollars } from '../../money/format-dollars.ts';
import { parseAmount } from '../../money/parse-amount.ts';
import type { Doubt } from '../document-row.ts';
import type { ExtractedTable } from '../layout/extracted-table.ts';

/**
 * A sum that the document prints itself, against the rows above it. When they differ, nobody knows which row is wrong: all of
 * them wait. A total that stands for only a part (of a page, of a batch) is one of the partial sums or none of ours.
 */
export function doubtOfTotals(
  { totals, rows }: ExtractedTable,
  { mapping, read }: { mapping: CsvMapping; read: readonly ReadRow[] },
): Doubt[] {
  return totals.flatMap(({ column, text }): Doubt[] => {
    const field = mapping.columns.find((one) => one.column === column)?.field;
    const printed = parseAmount(text);
    if ('reason' in printed || field === undefined) return [];
    const cents = rows.map(({ cells }, index) => {
      const row = read[index];
      const isFilled = (cells[column]?.text ?? '').trim() !== '';
      return isFilled && row !== undefined && 'row' in row ? row.row : null;
    });
    const money = cents.filter((row) => row !== null);
    const sum = money.reduce((total, row) => total + row.amountCents, 0);
    const net = money.reduce(
      (total, { amountCents, transactionType }) =>
        total + (transactionType === 'Credit' ? amountCents : -amountCents),
      0,
    );
    if (
      ![sum, Math.abs(net)].includes(Math.abs(printed.cents)) &&
      !isPartial(money, Math.abs(printed.cents))
    ) {
      const reason = `the document prints the sum ${formatDollars(Math.abs(printed.cents))}, the rows come to ${formatDollars(sum)}`;
      return [{ column, reason }];
    }
    return [];
  });
}

/** Whether neighbouring rows add up to it: the sum of a page or a batch. */
function isPartial(rows: readonly { amountCents: number }[], cents: number): boolean {
  const seen = new Set<number>([0]);
  let sum = 0;
  for (const { amountCents } of rows) {
    sum += amountCents;
    if (seen.has(sum - cents)) return true;
    seen.add(sum);
  }
  return false;
}
