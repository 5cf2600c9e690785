import type { Day } from '../calendar/day.ts';
import { type FieldProblem, shown } from '../import/field-problem.ts';
import type { LedgerRow } from '../import/ledger-row.ts';

/** The retention period that an import observes. */
export interface KeptPeriod {
  /** Length of the retention period. */
  keptYears: number;
  /** Entries of earlier days are refused: the next purge would remove them again. */
  firstKeptDay: Day;
  /**
   * Entries of the same bytes have been purged before: its entries without a date, whose age nobody can tell, would come
   * back as new.
   */
  wasPurged: boolean;
}

/** @returns why the entry is too old for the ledger; null when it is not */
export function pastRetention(
  entry: Pick<LedgerRow, 'postingDate' | 'settlementDate' | 'effectiveDate'>,
  { keptYears, firstKeptDay, wasPurged }: KeptPeriod,
): FieldProblem | null {
  const day = entry.postingDate ?? entry.settlementDate ?? entry.effectiveDate;
  if (day === null) {
    if (!wasPurged) return null;
    return {
      field: 'posting_date',
      value: '',
      reason:
        'has no date, and entries of this same file were removed from the ledger at the end of their retention period. To keep it, add its posting date to the file and import it again.',
    };
  }
  if (day >= firstKeptDay) return null;
  return {
    field: 'posting_date',
    value: shown(day),
    reason: `is older than the retention period of ${keptYears} years: entries before ${firstKeptDay} are not kept. To keep it, ask the operator to set TRANSACTIONS_KEPT_YEARS to a longer period, then import the file again.`,
  };
}
