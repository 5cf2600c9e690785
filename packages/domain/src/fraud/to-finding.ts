import type { AlertHeadline } from '@clearwatch/contracts/fraud/alert-evidence';
import { formatCents } from '../money/cents.ts';
import type { Behaviour, Strength } from './behaviours.ts';
import { type EvidenceParts, evidenceOf } from './evidence.ts';
import type { Detector, Finding } from './frame.ts';

/** What a rule itself says about a behaviour; the rest follows from the behaviour. */
interface Statement
  extends Pick<AlertHeadline, 'riskLevel' | 'percentageChange' | 'description'>,
    Pick<
      EvidenceParts,
      | 'parameters'
      | 'history'
      | 'context'
      | 'figures'
      | 'baseline'
      | 'wouldBeSilent'
      | 'dailyTotals'
      | 'facts'
      | 'partOf'
    > {
  rule: Omit<Detector, 'detect'>;
  behaviour: Behaviour<Strength>;
  coolDays: number;
}

/** A behaviour as a finding: anchored at its trigger, the amount the sum of its entries. */
export function toFinding(statement: Statement): Finding {
  const { rule, behaviour } = statement;
  const entries = behaviour.entries.map(({ entry }) => entry);
  const trigger = behaviour.trigger.entry;
  return {
    activityType: rule.activityType,
    category: rule.category,
    riskLevel: statement.riskLevel,
    accountNumber: trigger.accountNumber,
    amount: formatCents(behaviour.amountCents),
    amountCents: behaviour.amountCents,
    percentageChange: statement.percentageChange,
    description: statement.description,
    triggerEntryId: trigger.id,
    triggerDay: trigger.day,
    entries,
    coolDays: statement.coolDays,
    evidence: evidenceOf({ ...statement, detector: rule, trigger, entries }),
  };
}
