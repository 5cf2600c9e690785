import type { AlertHeadline } from '@clearwatch/contracts/alerts';
import { formatCents } from '../money/cents.ts';
import type { Behavior, Strength } from './behaviors.ts';
import {
  type DetectionContext,
  type Detector,
  type DetectorParameter,
  type deduplicationWindow,
  effectiveParameters,
  type Finding,
  parametersByName,
} from './detector.ts';
import { buildEvidence, type EvidenceParts } from './finding-evidence.ts';
import type { MemberHistory, PreparedEntry } from './member-history.ts';

/** What a rule itself says about a behaviour; the rest follows from the behaviour. */
export interface FindingDetails
  extends Pick<AlertHeadline, 'riskLevel' | 'percentageChange' | 'description'>,
    Pick<EvidenceParts, 'figures' | 'baseline' | 'wouldBeSilent' | 'dailyTotals' | 'facts' | 'partOf'> {
  behaviour: Behavior<Strength>;
  /** Whether an entry belongs to the amount; not stated: all do. The trigger need not: what leaves may complete it. */
  counts?: (entry: PreparedEntry) => boolean;
  /** Where one behaviour lasts longer than the rule's own number says. */
  coolDays?: number;
}

interface FindingParts extends Pick<EvidenceParts, 'parameters' | 'history' | 'context'> {
  rule: Omit<Detector, 'detect'>;
  statement: FindingDetails;
  coolDays: number;
}

/** A behaviour as a finding: anchored at its trigger, the amount the sum of those of its entries that count. */
export function toFinding({ rule, statement, coolDays, ...known }: FindingParts): Finding {
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
    evidence: buildEvidence({ ...statement, ...known, detector: rule, trigger, entries }),
  };
}

/** A rule without its function: what the policy, the user guide and the evidence say of it. */
interface RuleDefinition extends Omit<Detector, 'detect' | 'parameters'> {
  parameters: readonly [...DetectorParameter[], ReturnType<typeof deduplicationWindow>];
}

/** The numbers of a rule by the names under which it declares them. USD are whole dollars. */
export type ParametersOf<Rule extends RuleDefinition> = Readonly<
  Record<Rule['parameters'][number]['name'], number>
>;

/** All that a rule may know, and the one way to say what it has found. */
interface RuleRun<Rule extends RuleDefinition> {
  history: MemberHistory;
  context: DetectionContext;
  /** As the policy and its sensitivity have them. */
  parameters: ParametersOf<Rule>;
  finding: (statement: FindingDetails) => Finding;
}

/** A detector: a rule's data and its one pure function, which is handed its numbers by name. */
export function defineDetector<const Rule extends RuleDefinition>(
  rule: Rule,
  detect: (work: RuleRun<Rule>) => Finding[],
): Rule & Detector {
  return {
    ...rule,
    detect(history, context) {
      const effective = effectiveParameters(rule, context.policy);
      const parameters: ParametersOf<Rule> & { coolDays: number } = parametersByName(effective);
      const { coolDays } = parameters;
      const finding = (statement: FindingDetails): Finding =>
        toFinding({ rule, history, context, parameters: effective, coolDays, statement });
      return detect({ history, context, parameters, finding });
    },
  };
}
