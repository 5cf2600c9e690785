import type { Day } from '../calendar/day.ts';
import { type FieldProblem, shown } from '../import/field-problem.ts';
import type { LedgerRow } from '../import/ledger-row.ts';

/** What an import may not bring (back) into the ledger. */
export interface KeptPeriod {
  /** Entries of earlier days are refused: the next purge would take them out again. */
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
  { firstKeptDay, wasPurged }: KeptPeriod,
): FieldProblem | null {
  const day = entry.postingDate ?? entry.settlementDate ?? entry.effectiveDate;
  if (day === null) {
    if (!wasPurged) return null;
    return {
      field: 'posting_date',
      value: '',
      reason:
        'has no date, and entries of this very file have left the ledger at the end of their retention period',
    };
  }
  if (day >= firstKeptDay) return null;
  return {
    field: 'posting_date',
    value: shown(day),
    reason: `is older than the retention period: entries before ${firstKeptDay} are not kept`,
  };
}
