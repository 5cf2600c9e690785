import type { AlertEvidence } from '@clearwatch/contracts/alerts';
import type { RemovedCount } from '@clearwatch/contracts/retention.dto';
import { addDays, type Day, dayExists } from './calendar/day.ts';
import { displayValue, type FieldProblem } from './ledger/field-reader.ts';
import type { LedgerRow } from './ledger/ledger-row.ts';

/**
 * Data from February 29 expires on March 1. On February 29, the period begins on February 28 if its first year
 * has no February 29.
 * @param years a whole number, at least 1
 */
export function firstRetainedDay(today: Day, years: number): Day {
  const year = Number(today.slice(0, 4)) - years;
  const [month, dayOfMonth] = [Number(today.slice(5, 7)), Number(today.slice(8, 10))];
  const rest = dayExists(year, month, dayOfMonth) ? today.slice(4) : '-02-28';
  return `${year}${rest}`;
}

export interface RetentionPeriod {
  retentionYears: number;
  /** Earlier entries are rejected, because the next purge would remove them again. */
  firstRetainedDay: Day;
  /** Entries from this file were purged. Its undated entries are rejected, because they may have been purged too. */
  wasPurged: boolean;
}

/** @returns why the entry is rejected; null if it is kept */
export function retentionProblem(
  entry: Pick<LedgerRow, 'postingDate' | 'settlementDate' | 'effectiveDate'>,
  { retentionYears, firstRetainedDay, wasPurged }: RetentionPeriod,
): FieldProblem | null {
  const day = entry.postingDate ?? entry.settlementDate ?? entry.effectiveDate;
  if (day === null) {
    if (!wasPurged) return null;
    return {
      field: 'posting_date',
      value: '',
      reason:
        'has no date, and other entries in this file were purged at the end of the retention period. To keep it, add its posting date to the file and import the file again.',
    };
  }
  if (day >= firstRetainedDay) return null;
  return {
    field: 'posting_date',
    value: displayValue(day),
    reason: `is older than the retention period of ${retentionYears} years: entries before ${firstRetainedDay} are not kept. To keep it, ask your operator to set a longer retention period, then import the file again.`,
  };
}

/** Singular and plural of record types; other types are shown as their key. */
const RECORD_NAMES: Readonly<Record<string, readonly [string, string]>> = {
  entries: ['entry', 'entries'],
  runs: ['analysis', 'analyses'],
};

/** `1,200 entries, 1 file removed` */
export function formatRemovedCounts(removed: readonly RemovedCount[]): string {
  if (removed.length === 0) return 'nothing to remove';
  const counts = removed.map(({ what, count }) => {
    const [one, more] = RECORD_NAMES[what] ?? [what.replace(/s$/, ''), what];
    return `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`;
  });
  return `${counts.join(', ')} removed`;
}

/** Findings with entries that expire by tomorrow raise no alert. No analysis takes longer than the extra day. */
export function showsExpiringEntries(
  { entries }: Pick<AlertEvidence, 'entries'>,
  { today, retentionYears }: { today: Day; retentionYears: number },
): boolean {
  const staying = firstRetainedDay(addDays(today, 1), retentionYears);
  return entries.some(({ day }) => day < staying);
}
