import type { EvidenceEntry } from '@clearwatch/contracts/alerts';
import type { AccountDay } from '@clearwatch/contracts/alerts.dto';
import { dayFromEpoch, epochDay } from '@clearwatch/domain/calendar/day';
import { formatCents, parseCents } from '@clearwatch/domain/money/cents';
import type { WindowDay } from '../../../../charts/window-bars.ts';

interface Timeline {
  /** The stretch shown, ISO days, both inclusive. */
  firstDay: string;
  lastDay: string;
  /** Days with money. */
  days: readonly AccountDay[];
  /** Of the pattern; they may lie on other accounts of the member. */
  entries: readonly EvidenceEntry[];
  window: { firstDay: string; lastDay: string };
}

/** Longer is never shown; a broken answer must not make a browser count days for ever. */
const MOST_DAYS = 1_100;

/** Every day of the stretch: what moved, what of it belongs to the pattern, and whether the rule looked at it. */
export function timelineDays({ firstDay, lastDay, days, entries, window }: Timeline): WindowDay[] {
  const moved = new Map(days.map((one) => [one.day, one]));
  const pattern = new Map<string, EvidenceEntry[]>();
  for (const entry of entries) pattern.set(entry.day, [...(pattern.get(entry.day) ?? []), entry]);
  const first = epochDay(firstDay);
  const count = Math.max(0, Math.min(epochDay(lastDay) - first + 1, MOST_DAYS));
  return Array.from({ length: count }, (_, index) => {
    const day = dayFromEpoch(first + index);
    const marked = pattern.get(day) ?? [];
    return {
      day,
      credits: moved.get(day)?.credits ?? '0.00',
      debits: moved.get(day)?.debits ?? '0.00',
      markedCredits: sumOf(marked, 'Credit'),
      markedDebits: sumOf(marked, 'Debit'),
      isInWindow: day >= window.firstDay && day <= window.lastDay,
    };
  });
}

/** Null when there is none. */
function sumOf(entries: readonly EvidenceEntry[], type: EvidenceEntry['transactionType']): string | null {
  const amounts = entries.filter(({ transactionType }) => transactionType === type);
  if (amounts.length === 0) return null;
  return formatCents(amounts.reduce((sum, { amount }) => sum + parseCents(amount), 0));
}
