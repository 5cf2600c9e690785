import type { LastPurge, RetainedKind, RetentionOf } from '@clearwatch/contracts/http/retention';
import { formatRemovedCounts } from '@clearwatch/domain/retention-period';

const TITLES: Readonly<Record<RetainedKind, string>> = {
  transactions: 'Entries, with their files and decided alerts',
  ai_reports: 'AI reports',
  activity_log: 'Audit log, by whole sealed months',
};

/** What a person at a shell reads. */
export function tellRetention(kinds: readonly RetentionOf[]): string {
  return kinds.map((kind) => tellKind(kind).join('\n')).join('\n\n');
}

function tellKind(held: RetentionOf): string[] {
  const { kind, keptYears, count, oldestDay, withheldCount, lastPurge } = held;
  const since = oldestDay === null ? '' : `, the oldest of ${oldestDay}`;
  return [
    `${TITLES[kind]}: kept for ${keptYears} ${keptYears === 1 ? 'year' : 'years'}`,
    `  held now          ${number(count)}${since}`,
    `  removed next      ${nextWords(held)}`,
    ...(withheldCount > 0 ? [`  past, but kept    ${number(withheldCount)}, held or shown by an alert`] : []),
    `  last run          ${lastWords(lastPurge)}`,
  ];
}

function nextWords({ nextRemovalDay, nextRemovalCount }: RetentionOf): string {
  if (nextRemovalDay === null) return 'nothing';
  return nextRemovalCount === 0
    ? `from ${nextRemovalDay}`
    : `${number(nextRemovalCount)}, from ${nextRemovalDay}`;
}

function lastWords(last: LastPurge | null): string {
  if (last === null) return 'none yet';
  if (last.finishedAt === null) return `under way since ${minuteOf(last.startedAt)}`;
  return `${minuteOf(last.finishedAt)}: ${outcomeOf(last)}`;
}

/** What a run that is over has done. */
export function outcomeOf({ failure, removed }: Pick<LastPurge, 'failure' | 'removed'>): string {
  return failure === null ? formatRemovedCounts(removed) : `${failure} The next day goes on.`;
}

const number = (count: number) => count.toLocaleString('en-US');
const minuteOf = (instant: string) => `${instant.slice(0, 16).replace('T', ' ')} UTC`;
