import type { LastPurge, RetainedKind, RetentionStatus } from '@clearwatch/contracts/retention.dto';
import { formatRemovedCounts } from '@clearwatch/domain/retention-period';
import { formatCounted } from '../../../formats/count.ts';
import { formatDateTime, formatDay } from '../../../formats/dates.ts';

interface KindWords {
  title: string;
  item: string;
  items: string;
  removed: string;
}

export const RETENTION_WORDS: Record<RetainedKind, KindWords> = {
  transactions: {
    title: 'Transaction data',
    item: 'entry',
    items: 'entries',
    removed:
      'Once a day, older entries are removed with their rejected rows, duplicates, files and documents, and decided alerts. Open alerts stay, with the entries they show. The operator sets the period with TRANSACTIONS_KEPT_YEARS.',
  },
  ai_reports: {
    title: 'AI reports',
    item: 'report',
    items: 'reports',
    removed: 'Older reports are deleted once a day; the audit log says how many.',
  },
  activity_log: {
    title: 'Activity logs',
    item: 'event',
    items: 'events',
    removed:
      'Kept as long as the records it describes. Whole months are removed, the oldest first, once their last day is past the period, they are sealed, twelve sealed months follow, and the whole log has been verified. None is removed while any legal hold is in place.',
  },
};

/** What leaves next and when; what is overdue is said as such. */
export function removalWords(held: RetentionStatus): string {
  const { item, items } = RETENTION_WORDS[held.kind];
  if (held.nextRemovalDay === null) return 'Nothing';
  const count = formatCounted(held.nextRemovalCount, item, items);
  return held.nextRemovalCount === 0
    ? `From ${formatDay(held.nextRemovalDay)}`
    : `${count}, from ${formatDay(held.nextRemovalDay)}`;
}

/** When something was last removed, and what. */
export function lastPurgeWords(last: LastPurge | null): string {
  if (last === null) return 'Has not run yet';
  if (last.finishedAt === null) return `Under way since ${formatDateTime(last.startedAt)}`;
  const outcome =
    last.failure === null ? formatRemovedCounts(last.removed) : `${last.failure} The next day goes on.`;
  return `${formatDateTime(last.finishedAt)}: ${outcome}`;
}

/** "7 years (at least 6 by the Nacha Operating Rules)" */
export function periodWords({ keptYears, legalMinimumYears }: RetentionStatus): string {
  const years = formatCounted(keptYears, 'year', 'years');
  return legalMinimumYears === null
    ? years
    : `${years} (at least ${legalMinimumYears} by the Nacha Operating Rules)`;
}
