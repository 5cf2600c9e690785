import type {
  ActivityType,
  AlertEvidence,
  AlertHeadline,
  EvidenceFact,
  EvidenceFigure,
  RiskLevel,
} from '@clearwatch/contracts/alerts';
import { dollarsToCents, formatCents } from '../money/cents.ts';
import { type Behavior, collectBehaviors, type Strength, type WindowMatch } from './behaviors.ts';
import {
  type DetectionContext,
  type Detector,
  type DetectorParameter,
  type deduplicationWindow,
  effectiveParameters,
  type Finding,
  firstComparableDay,
} from './detector.ts';
import { buildEvidence, type EvidenceParts } from './finding-evidence.ts';
import type { AccountHistory, MemberHistory, PreparedEntry } from './member-history.ts';
import { getOrAdd } from './memoize.ts';

/** How a rule explains a behavior to an analyst. Figures and sentences that do not apply are null. */
export interface FindingDetails
  extends Pick<AlertHeadline, 'description'>,
    Partial<Pick<AlertHeadline, 'percentageChange'>>,
    Partial<Pick<AlertEvidence, 'baseline' | 'dailyTotals'>>,
    Partial<Pick<EvidenceParts, 'partOf'>> {
  figures: readonly (EvidenceFigure | null)[];
  /** Conditions of high risk. Those that are met become figures; without any the risk is medium. */
  highRiskFigures?: readonly (EvidenceFigure | null)[];
  /** Overrides the risk that follows from the figures. */
  riskLevel?: RiskLevel;
  wouldBeSilent: readonly (string | null)[];
  facts?: readonly EvidenceFact[];
  /** Whether an entry belongs to the amount. By default all do. The trigger need not: outgoing money may complete a rule. */
  counts?: (entry: PreparedEntry) => boolean;
  /** Replaces the rule's own deduplication window. */
  coolDays?: number;
}

interface FindingParts extends Pick<EvidenceParts, 'parameters' | 'history' | 'context'> {
  rule: Omit<Detector, 'detect'>;
  behavior: Behavior<Strength>;
  details: FindingDetails;
  coolDays: number;
}

/** The finding of a behavior, anchored at its trigger. Its amount is the sum of the entries that count. */
export function toFinding({ rule, behavior, details, coolDays, ...known }: FindingParts): Finding {
  const { counts = () => true, highRiskFigures = [] } = details;
  const entries = behavior.entries.map(({ entry }) => entry);
  const countedEntries = behavior.entries.filter(counts).map(({ entry }) => entry);
  const amountCents = countedEntries.reduce((sum, entry) => sum + entry.amountCents, 0);
  const trigger = behavior.trigger.entry;
  const reasonsForHigh = highRiskFigures.filter((figure) => figure?.met);
  // A rule may compare with a rounded threshold that the figure has exactly, so figures count as met.
  const figures = [...details.figures, ...reasonsForHigh].flatMap((figure) =>
    figure === null ? [] : { ...figure, met: true },
  );
  return {
    activityType: rule.activityType,
    category: rule.category,
    riskLevel: details.riskLevel ?? (reasonsForHigh.length > 0 ? 'high' : 'medium'),
    accountNumber: trigger.accountNumber,
    amount: formatCents(amountCents),
    amountCents,
    percentageChange: details.percentageChange ?? null,
    description: details.description,
    triggerEntryId: trigger.id,
    triggerDay: trigger.day,
    entries,
    countedEntries,
    coolDays: details.coolDays ?? coolDays,
    evidence: buildEvidence({
      ...known,
      detector: rule,
      trigger,
      entries,
      figures,
      baseline: details.baseline ?? null,
      wouldBeSilent: details.wouldBeSilent.filter((sentence) => sentence !== null),
      dailyTotals: details.dailyTotals ?? [],
      facts: [...(details.facts ?? [])],
      partOf: details.partOf ?? (() => null),
    }),
  };
}

/** The numbers of parameters by name, after policy and sensitivity. Amounts are in cents. */
export type ParameterValuesOf<Definitions extends readonly DetectorParameter[]> = Readonly<
  Record<Definitions[number]['name'], number>
>;

/** All that a rule may know. */
interface RuleInput<Parameters> {
  /** The accounts that the rule reads together. */
  accounts: readonly AccountHistory[];
  /** The first of them. Most rules read each account alone. */
  account: AccountHistory;
  context: DetectionContext;
  parameters: Parameters;
  /** First day (since 1970-01-01) after the ledger's warm-up. */
  comparableFrom: number;
  /** `collectBehaviors` with the rule's deduplication window. */
  collect: <Match extends WindowMatch>(
    entries: readonly PreparedEntry[],
    matchAt: (prepared: PreparedEntry, at: number) => Match | null,
  ) => Behavior<Match>[];
}

/** All parameters of a rule. The deduplication window is the last of them. */
type RuleParameters = readonly [...DetectorParameter[], ReturnType<typeof deduplicationWindow>];

interface RuleDefinition<Type extends ActivityType, Definitions extends RuleParameters, Found>
  extends Omit<Detector, 'activityType' | 'parameters' | 'detect'> {
  activityType: Type;
  parameters: Definitions;
  /** How many accounts of a member are read together. A member with more shares a name with others: each stands alone. */
  maximumAccounts?: (parameters: ParameterValuesOf<Definitions>) => number;
  /** The condition: finds behaviors. */
  find: (input: RuleInput<ParameterValuesOf<Definitions>>) => readonly Found[];
  /** The evidence: explains a behavior. */
  explain: (found: Found, input: RuleInput<ParameterValuesOf<Definitions>>) => FindingDetails;
}

/** A detector: the parameters of a rule, its condition and its evidence. */
export function defineDetector<
  const Type extends ActivityType,
  const Definitions extends RuleParameters,
  Found extends Behavior<Strength>,
>({
  maximumAccounts = () => 1,
  find,
  explain,
  ...rule
}: RuleDefinition<Type, Definitions, Found>): Detector & { readonly activityType: Type } {
  // The members of a run share one context. Most members have few entries, so work repeated for each would count.
  const runs = new WeakMap<DetectionContext, ReturnType<typeof prepareRun<Definitions>>>();
  return {
    ...rule,
    detect(history, context) {
      const { effective, shared } = getOrAdd(runs, context, () => prepareRun(rule, context));
      const { parameters } = shared;
      return accountGroupsOf(history, maximumAccounts(parameters)).flatMap((accounts) => {
        const [account] = accounts;
        if (account === undefined) return [];
        const input = { ...shared, accounts, account };
        return find(input).map((behavior) => {
          const { coolDays } = parameters;
          const details = explain(behavior, input);
          return toFinding({ rule, behavior, details, coolDays, history, context, parameters: effective });
        });
      });
    },
  };
}

/** What rules read of a run, the same for all members. */
function prepareRun<const Definitions extends readonly DetectorParameter[]>(
  rule: Pick<Detector, 'activityType'> & { parameters: Definitions },
  context: DetectionContext,
) {
  const effective = effectiveParameters(rule, context.policy);
  const numbers = effective.map(({ definition: { name, unit }, value }) => [
    name,
    unit === 'USD' ? dollarsToCents(value) : value,
  ]);
  const parameters: ParameterValuesOf<Definitions> & { coolDays: number } = Object.fromEntries(numbers);
  const collect: RuleInput<unknown>['collect'] = (entries, matchAt) =>
    collectBehaviors({ entries, coolDays: parameters.coolDays }, matchAt);
  return { effective, shared: { context, parameters, comparableFrom: firstComparableDay(context), collect } };
}

/** All accounts of one name together, or each alone when there are more than `maximumAccounts`. */
export function accountGroupsOf(
  { accounts }: MemberHistory,
  maximumAccounts: number,
): (readonly AccountHistory[])[] {
  return accounts.length <= maximumAccounts ? [accounts] : accounts.map((account) => [account]);
}
