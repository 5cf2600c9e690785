import { type ActivityType, categoryOf } from '@clearwatch/contracts/alerts';
import type { Day } from '../../calendar/day.ts';
import { formatCents } from '../../money/cents.ts';
import type { CompanyTable } from '../company-table.ts';
import { type DatedEntry, isDated } from '../detection-entry.ts';
import type { DetectionContext, DetectionPolicy, Finding } from '../detector.ts';
import { defaultPolicy } from '../policy-document.ts';
import type { HistoryBuilder } from './history-builder.ts';

/** A context with a ledger after its warm-up, the default policy, and the given known and spraying companies. */
export function aContext(
  settings: {
    known?: readonly string[];
    sprays?: readonly string[];
    ledgerFirstDay?: Day;
    weekendShare?: number;
    policy?: DetectionPolicy;
  } = {},
): DetectionContext {
  return {
    companies: companyTableWith(settings.known ?? [], settings.sprays ?? []),
    policy: settings.policy ?? defaultPolicy(),
    ledgerFirstDay: settings.ledgerFirstDay ?? '2022-01-03',
    weekendShare: settings.weekendShare ?? 0,
  };
}

function companyTableWith(known: readonly string[], sprays: readonly string[]): CompanyTable {
  return {
    accountsUsing: (companyKey) => (known.includes(companyKey) ? 40 : 1),
    isKnown: (companyKey) => known.includes(companyKey),
    firstSeen: () => '2022-01-03',
    isSpray: (companyKey) => sprays.includes(companyKey),
    debitsOnArrival: (companyKey) => (sprays.includes(companyKey) ? { accounts: 8, atOnce: 8 } : null),
  };
}

/** A finding of any type with all dated entries in a history. The first entry is the trigger. */
export function aFinding(activityType: ActivityType, history: HistoryBuilder): Finding {
  const entries: DatedEntry[] = history.entries().filter(isDated);
  const [trigger] = entries;
  if (trigger === undefined) throw new Error('a finding must have at least one entry');
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
