import type { RetainedKind, RetentionOf } from '@clearwatch/contracts/http/retention';
import { formatCounted } from '../../../formats/count.ts';
import { formatDay } from '../../../formats/dates.ts';

interface KindWords {
  title: string;
  /** Spec section 9. */
  period: string;
  item: string;
  items: string;
  enforced: string;
  notEnforced: string;
}

export const RETENTION_WORDS: Record<RetainedKind, KindWords> = {
  transactions: {
    title: 'Transaction data',
    period: '7 years',
    item: 'entry',
    items: 'entries',
    enforced: 'Entries older than seven years leave the ledger once a day.',
    notEnforced:
      'No program removes entries today: what is older than seven years stays until an admin undoes the import that brought it.',
  },
  ai_reports: {
    title: 'AI reports',
    period: '2 years',
    item: 'report',
    items: 'reports',
    enforced: 'Reports older than two years are deleted once a day; the audit log says how many.',
    notEnforced: 'No program removes reports today.',
  },
  activity_log: {
    title: 'Activity logs',
    period: '1 year',
    item: 'event',
    items: 'events',
    enforced:
      'Whole months leave, the oldest first, once their last day is a year old, they are sealed, twelve sealed months follow, and the whole log has been verified.',
    notEnforced: 'No program removes events today.',
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
