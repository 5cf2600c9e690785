import type {
  ActivityType,
  AlertEvidence,
  AlertHeadline,
  EvidenceFact,
  EvidenceFigure,
  RiskLevel,
} from '@clearwatch/contracts/alerts';
import { epochDay } from '../calendar/day.ts';
import { WARM_UP_DAYS } from '../companies/debit-spray.ts';
import { dollarsToCents, formatCents } from '../money/cents.ts';
import { type Behavior, collectBehaviors, type Strength, type WindowMatch } from './behaviors.ts';
import {
  type DetectionContext,
  type Detector,
  type DetectorParameter,
  type deduplicationWindow,
  type EffectiveParameter,
  effectiveParameters,
  type Finding,
} from './detector.ts';
import { evidenceCompanies, evidenceEntries } from './finding-evidence.ts';
import type { AccountHistory, MemberHistory, PreparedEntry } from './member-history.ts';
import { memoize } from './memoize.ts';

/** How a rule explains a behavior to an analyst. Figures and sentences that do not apply are null. */
export interface FindingDetails
  extends Pick<AlertHeadline, 'description'>,
    Partial<Pick<AlertHeadline, 'percentageChange'>>,
    Partial<Pick<AlertEvidence, 'baseline' | 'dailyTotals'>> {
  figures: readonly (EvidenceFigure | null)[];
  /** Conditions for high risk. Those that are met become figures. If none is met, the risk is medium. */
  highRiskFigures?: readonly (EvidenceFigure | null)[];
  riskLevel?: RiskLevel;
  wouldBeSilent: readonly (string | null)[];
  facts?: readonly EvidenceFact[];
  /** The role of an entry in the pattern; null when all entries have the same role. */
  partOf?: Parameters<typeof evidenceEntries>[2];
  /**
   * Whether an entry counts toward the amount. By default, all entries do. The trigger may not: for example, an outgoing debit can complete
   * a pattern of incoming credits.
   */
  counts?: (entry: PreparedEntry) => boolean;
  coolDays?: number;
}

interface FindingParts {
  rule: Omit<Detector, 'detect'>;
  behavior: Behavior<Strength>;
  details: FindingDetails;
  coolDays: number;
  parameters: readonly EffectiveParameter[];
  history: MemberHistory;
  context: DetectionContext;
}

/** Creates the finding for a behavior, anchored at its trigger. Its amount is the sum of the counted entries. */
export function toFinding({
  rule: { activityType, category, ruleVersion, sources },
  behavior,
  details,
  coolDays,
  parameters,
  history,
  context,
}: FindingParts): Finding {
  const { counts = () => true, highRiskFigures = [] } = details;
  const entries = behavior.entries.map(({ entry }) => entry);
  const countedEntries = behavior.entries.filter(counts).map(({ entry }) => entry);
  const amountCents = countedEntries.reduce((sum, entry) => sum + entry.amountCents, 0);
  const trigger = behavior.trigger.entry;
  const reasonsForHigh = highRiskFigures.flatMap((figure) =>
    figure?.met ? { ...figure, label: `High risk: ${figure.label}` } : [],
  );
  return {
    activityType,
    category,
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
    evidence: {
      rule: {
        activityType,
        ruleVersion,
        policyVersion: context.policy.version,
        parameters: parameters.map(({ name, value, unit, meaning }) => ({ name, value, unit, meaning })),
        sources: [...sources],
      },
      triggerEntryId: trigger.id,
      entries: evidenceEntries(entries, trigger, details.partOf ?? (() => null)),
      // The rule has already checked its conditions. Comparing rounded figures again could wrongly show a threshold as not met.
      figures: [...details.figures, ...reasonsForHigh].flatMap((figure) =>
        figure === null ? [] : { ...figure, met: true },
      ),
      baseline: details.baseline ?? null,
      window: { firstDay: entries[0]?.day ?? trigger.day, lastDay: entries.at(-1)?.day ?? trigger.day },
      wouldBeSilent: details.wouldBeSilent.filter((sentence) => sentence !== null),
      companies: evidenceCompanies(entries, history, context),
      dailyTotals: details.dailyTotals ?? [],
      facts: [...(details.facts ?? [])],
    },
  };
}

/** Parameter values by name, with the policy and its sensitivity applied. Amounts are in cents. */
export type ParameterValuesOf<Definitions extends readonly DetectorParameter[]> = Readonly<
  Record<Definitions[number]['name'], number>
>;

interface RuleInput<Parameters> {
  accounts: readonly AccountHistory[];
  /** The first of the accounts that the rule analyzes together. Most rules analyze each account separately. */
  account: AccountHistory;
  context: DetectionContext;
  parameters: Parameters;
  /** First day after the ledger's warm-up, in days since 1970-01-01. */
  comparableFrom: number;
  /** Calls `collectBehaviors` with the rule's deduplication window. */
  collect: <Match extends WindowMatch>(
    entries: readonly PreparedEntry[],
    matchAt: (prepared: PreparedEntry, at: number) => Match | null,
  ) => Behavior<Match>[];
}

type RuleParameters = readonly [...DetectorParameter[], ReturnType<typeof deduplicationWindow>];

interface RuleDefinition<Type extends ActivityType, Definitions extends RuleParameters, Found>
  extends Omit<Detector, 'activityType' | 'parameters' | 'detect'> {
  activityType: Type;
  /**
   * A rule with a `maximumAccounts` parameter analyzes up to that many accounts of a member together. Other rules analyze each account
   * separately.
   */
  parameters: Definitions;
  find: (input: RuleInput<ParameterValuesOf<Definitions>>) => readonly Found[];
  explain: (found: Found, input: RuleInput<ParameterValuesOf<Definitions>>) => FindingDetails;
}

export function defineDetector<
  const Type extends ActivityType,
  const Definitions extends RuleParameters,
  Found extends Behavior<Strength>,
>({ find, explain, ...rule }: RuleDefinition<Type, Definitions, Found>): Detector & { readonly activityType: Type } {
  // All members in a run share one context. Most members have few entries, so repeating this work for each member would be costly.
  const runOf = memoize((context: DetectionContext) => prepareRun(rule, context));
  return {
    ...rule,
    detect(history, context) {
      const { effective, shared } = runOf(context);
      const { coolDays, maximumAccounts = 1 } = shared.parameters;
      return accountGroupsOf(history, maximumAccounts).flatMap((accounts) => {
        const [account] = accounts;
        if (account === undefined) return [];
        const input = { ...shared, accounts, account };
        return find(input).map((behavior) => {
          const details = explain(behavior, input);
          return toFinding({ rule, behavior, details, coolDays, history, context, parameters: effective });
        });
      });
    },
  };
}

function prepareRun<const Definitions extends readonly DetectorParameter[]>(
  rule: Pick<Detector, 'activityType'> & { parameters: Definitions },
  context: DetectionContext,
) {
  const effective = effectiveParameters(rule, context.policy);
  const numbers = effective.map(({ name, unit, value }) => [name, unit === 'USD' ? dollarsToCents(value) : value]);
  const parameters: ParameterValuesOf<Definitions> & { coolDays: number; maximumAccounts?: number } =
    Object.fromEntries(numbers);
  const collect: RuleInput<unknown>['collect'] = (entries, matchAt) =>
    collectBehaviors({ entries, coolDays: parameters.coolDays }, matchAt);
  const comparableFrom = epochDay(context.ledgerFirstDay) + WARM_UP_DAYS;
  return { effective, shared: { context, parameters, comparableFrom, collect } };
}

/**
 * Groups all accounts under one name. Above `maximumAccounts`, each account is separate, because different people probably share the name.
 */
export function accountGroupsOf({ accounts }: MemberHistory, maximumAccounts: number) {
  return accounts.length <= maximumAccounts ? [accounts] : accounts.map((account) => [account]);
}
