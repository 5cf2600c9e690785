import { REPORT_ROWS, type TransactionReport } from '../../../api/transaction-reports.ts';
import { formatCounted } from '../../../formats/count.ts';

/** Spec section 2; a count that was not taken to its end says so. */
export function foundWords({ total, isAtLeast }: TransactionReport): string {
  const counted = formatCounted(total, 'transaction');
  return `Found ${isAtLeast ? 'at least ' : ''}${counted} matching your criteria`;
}

/** Whether the table shows only the first of them. */
export function isCut({ total, isAtLeast }: TransactionReport): boolean {
  return isAtLeast || total > REPORT_ROWS;
}
