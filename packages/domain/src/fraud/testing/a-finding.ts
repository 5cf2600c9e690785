import { type ActivityType, categoryOf } from '@clearwatch/contracts/fraud/activity-types';
import { formatCents } from '../../money/cents.ts';
import { type DatedEntry, isDated } from '../entry.ts';
import type { Finding } from '../frame.ts';
import type { HistoryBuilder } from './a-history.ts';

/** A finding of any type over all dated entries of a history, anchored at the first of them. */
export function aFinding(activityType: ActivityType, history: HistoryBuilder): Finding {
  const entries: DatedEntry[] = history.entries().filter(isDated);
  const [trigger] = entries;
  if (trigger === undefined) throw new Error('a finding has at least one entry');
  const amountCents = entries.reduce((sum, entry) => sum + entry.amountCents, 0);
  return {
    activityType,
    category: categoryOf(activityType),
    riskLevel: 'medium',
    accountNumber: trigger.accountNumber,
    amount: formatCents(amountCents),
    amountCents,
    percentageChange: null,
    description: 'a finding',
    triggerEntryId: trigger.id,
    triggerDay: trigger.day,
    entries,
    countedEntries: entries,
    coolDays: 30,
    evidence: {
      rule: { activityType, ruleVersion: 1, policyVersion: 1, parameters: [], sources: [] },
      triggerEntryId: trigger.id,
      entries: [],
      figures: [],
      baseline: null,
      window: { firstDay: trigger.day, lastDay: entries.at(-1)?.day ?? trigger.day },
      wouldBeSilent: [],
      companies: [],
      dailyTotals: [],
      facts: [],
    },
  };
}
