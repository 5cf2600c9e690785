import type { LastPurge, RetainedKind, RetentionOf } from '@clearwatch/contracts/http/retention';
import { removedWords } from '@clearwatch/domain/retention/removed-words';
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
      'Once a day entries leave, with their rejected rows, duplicates, files and documents, and decided alerts. Open alerts stay, with the entries that they show.',
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
      'Whole months leave, the oldest first, once their last day is a year old, they are sealed, twelve sealed months follow, and the whole log has been verified. While any legal hold stands none leaves.',
  },
};

/** What leaves next and when; what is overdue is said as such. */
export function removalWords(held: RetentionOf): string {
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
    last.failure === null ? removedWords(last.removed) : `${last.failure} The next day goes on.`;
  return `${formatDateTime(last.finishedAt)}: ${outcome}`;
}

/** "7 years (at least 5 by law)" */
export function periodWords({ keptYears, legalMinimumYears }: RetentionOf): string {
  const years = formatCounted(keptYears, 'year', 'years');
  return legalMinimumYears === null
    ? years
    : `${years} (at least ${legalMinimumYears} by the Bank Secrecy Act)`;
}
