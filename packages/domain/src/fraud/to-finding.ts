import type { AlertHeadline } from '@clearwatch/contracts/fraud/alert-evidence';
import { formatCents } from '../money/cents.ts';
import type { Behaviour, Strength } from './behaviours.ts';
import { type EvidenceParts, evidenceOf } from './evidence.ts';
import type { Detector, Finding } from './frame.ts';
import type { PreparedEntry } from './preparation/prepared-entry.ts';

/** What a rule itself says about a behaviour; the rest follows from the behaviour. */
export interface Statement
  extends Pick<AlertHeadline, 'riskLevel' | 'percentageChange' | 'description'>,
    Pick<EvidenceParts, 'figures' | 'baseline' | 'wouldBeSilent' | 'dailyTotals' | 'facts' | 'partOf'> {
  behaviour: Behaviour<Strength>;
  /** Whether an entry belongs to the amount; not stated: all do. The trigger need not: what leaves may complete it. */
  counts?: (entry: PreparedEntry) => boolean;
  /** Where one behaviour lasts longer than the rule's own number says. */
  coolDays?: number;
}

interface Told extends Pick<EvidenceParts, 'parameters' | 'history' | 'context'> {
  rule: Omit<Detector, 'detect'>;
  statement: Statement;
  coolDays: number;
}

/** A behaviour as a finding: anchored at its trigger, the amount the sum of those of its entries that count. */
export function toFinding({ rule, statement, coolDays, ...known }: Told): Finding {
  const { behaviour, counts = () => true } = statement;
  const entries = behaviour.entries.map(({ entry }) => entry);
  const countedEntries = behaviour.entries.filter(counts).map(({ entry }) => entry);
  const amountCents = countedEntries.reduce((sum, entry) => sum + entry.amountCents, 0);
  const trigger = behaviour.trigger.entry;
  return {
    activityType: rule.activityType,
    category: rule.category,
    riskLevel: statement.riskLevel,
    accountNumber: trigger.accountNumber,
    amount: formatCents(amountCents),
    amountCents,
    percentageChange: statement.percentageChange,
    description: statement.description,
    triggerEntryId: trigger.id,
    triggerDay: trigger.day,
    entries,
    countedEntries,
    coolDays: statement.coolDays ?? coolDays,
    evidence: evidenceOf({ ...statement, ...known, detector: rule, trigger, entries }),
  };
}
