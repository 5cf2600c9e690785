import { ACTIVITY_TYPES } from '@clearwatch/contracts/alerts';
import { detectMember } from '@clearwatch/domain/detection/detection-engine';
import type { DetectionPolicy, Finding } from '@clearwatch/domain/detection/detector';
import { prepareMember } from '@clearwatch/domain/detection/member-history';
import type { InjectedBehavior } from '@clearwatch/sample-data/injected-patterns/injected-behaviors';
import { CompanyCensus } from './company-census.ts';
import type { EvaluationLedger } from './evaluation-ledgers.ts';

/** An alert shows a behavior if their common entries are at least this share of the smaller of the two. */
const SHOWN_SHARE = 0.5;

export interface EvaluatedAlert
  extends Pick<Finding, 'accountNumber' | 'activityType' | 'riskLevel' | 'description' | 'triggerEntryId'> {
  entries: readonly { id: string }[];
}

export type EvaluationResult = ReturnType<typeof judgeAlerts>;

interface JudgedLedger {
  ledger: Pick<EvaluationLedger, 'behaviors' | 'behaviorOf'>;
  accounts: ReadonlySet<string>;
  findings: readonly EvaluatedAlert[];
}

const isSuspicious = ({ verdict }: InjectedBehavior): boolean => verdict === 'suspicious';

/** Compares alerts with injected behaviors. An alert may show several; a behavior may be shown under another type. */
export function judgeAlerts({ ledger, accounts, findings }: JudgedLedger) {
  const suspicious = ledger.behaviors.filter(isSuspicious);
  const suspiciousAccounts = new Set(suspicious.flatMap(({ accountNumbers }) => accountNumbers));
  const judged = findings.map((finding) => ({ finding, behaviors: behaviorsShown(finding, ledger) }));
  const noise = judged.filter(({ behaviors }) => behaviors.length === 0).map(({ finding }) => finding);
  const pairs = judged.flatMap(({ finding, behaviors }) => behaviors.map(({ id }) => ({ id, finding })));
  const shown = Map.groupBy(pairs, ({ id }) => id);
  const alertsOn = ({ id }: InjectedBehavior) => (shown.get(id) ?? []).map(({ finding }) => finding);
  const isFound = (behavior: InjectedBehavior) => alertsOn(behavior).length > 0;
  const accountsOf = (alerts: readonly EvaluatedAlert[]) => new Set(alerts.map((alert) => alert.accountNumber));
  const alertsDue = suspicious.map((behavior) => {
    const flagged = accountsOf(alertsOn(behavior)).size;
    return behavior.onEachAccount ? flagged : Math.min(flagged, 1);
  });
  const isClean = (account: string) => !suspiciousAccounts.has(account);
  return {
    types: ACTIVITY_TYPES.map((activityType) => {
      const isOfType = (one: { activityType: string }) => one.activityType === activityType;
      const ofType = suspicious.filter(isOfType);
      const countOf = (difficulty: InjectedBehavior['difficulty']) => {
        const injected = ofType.filter((behavior) => behavior.difficulty === difficulty);
        return { injected: injected.length, found: injected.filter(isFound).length };
      };
      return {
        activityType,
        obvious: countOf('obvious'),
        hard: countOf('hard'),
        named: ofType.filter((behavior) => alertsOn(behavior).some(isOfType)).length,
        noise: noise.filter(isOfType).length,
      };
    }),
    missed: suspicious.filter((behavior) => !isFound(behavior)),
    // Alerts that show suspicious behaviors, and their expected number: one per behavior found and member.
    alertsOnFound: judged.filter(({ behaviors }) => behaviors.some(isSuspicious)).length,
    alertsDue: sumOf(alertsDue, (due) => due),
    flaggedLookAlikes: ledger.behaviors.filter((behavior) => !isSuspicious(behavior) && isFound(behavior)),
    // Accounts without suspicious behavior, including those with look-alikes.
    clean: {
      accounts: [...accounts].filter(isClean).length,
      flagged: [...accountsOf(findings)].filter(isClean).length,
    },
    noise,
  };
}

/**
 * Behaviors that contain the trigger entry, make up at least half of the alert, or have at least half of their entries
 * in it.
 */
function behaviorsShown(
  { entries, triggerEntryId }: EvaluatedAlert,
  { behaviors, behaviorOf }: JudgedLedger['ledger'],
): InjectedBehavior[] {
  const parts = Map.groupBy(entries, ({ id }) => behaviorOf(id));
  return behaviors.filter((behavior) => {
    const own = parts.get(behavior.id) ?? [];
    if (own.length === 0) return false;
    const isTriggered = own.some(({ id }) => id === triggerEntryId);
    return isTriggered || own.length >= SHOWN_SHARE * Math.min(entries.length, behavior.entries);
  });
}

export function sumOf<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + valueOf(item), 0);
}

/** Examiners look for missed cases; analysts lose time on false alerts. A `share` is printed as a percentage. */
export const EVALUATION_GOALS = {
  recall: { label: 'behaviors found', comparison: '>=', goal: 0.95, decimals: 'share' },
  recallObvious: { label: 'obvious behaviors found', comparison: '>=', goal: 1, decimals: 'share' },
  flaggedPerThousandClean: {
    label: 'clean accounts flagged per 1,000',
    comparison: '<=',
    goal: 60,
    decimals: 1,
  },
  alertsPerBehavior: { label: 'alerts per behavior found', comparison: '<=', goal: 1.15, decimals: 2 },
} as const;

type EvaluationFigures = Record<keyof typeof EVALUATION_GOALS, number>;

/** The combined figures for one or more evaluations. With nothing to count, recall is 1 and rates are 0. */
export function figuresOf(results: readonly EvaluationResult[]): EvaluationFigures {
  const types = results.flatMap((result) => result.types);
  const recallOf = (counts: readonly EvaluationResult['types'][number]['obvious'][]) => {
    const injected = sumOf(counts, (count) => count.injected);
    return injected === 0 ? 1 : sumOf(counts, ({ found }) => found) / injected;
  };
  const due = sumOf(results, ({ alertsDue }) => alertsDue);
  const clean = sumOf(results, (result) => result.clean.accounts);
  const flagged = sumOf(results, (result) => result.clean.flagged);
  return {
    recall: recallOf(types.flatMap(({ obvious, hard }) => [obvious, hard])),
    recallObvious: recallOf(types.map(({ obvious }) => obvious)),
    flaggedPerThousandClean: clean === 0 ? 0 : (1_000 * flagged) / clean,
    alertsPerBehavior: due === 0 ? 0 : sumOf(results, ({ alertsOnFound }) => alertsOnFound) / due,
  };
}

export function missedGoals(figures: EvaluationFigures): (keyof typeof EVALUATION_GOALS)[] {
  return (Object.keys(EVALUATION_GOALS) as (keyof typeof EVALUATION_GOALS)[]).filter((name) => {
    const { comparison, goal } = EVALUATION_GOALS[name];
    return comparison === '>=' ? figures[name] < goal : figures[name] > goal;
  });
}

export async function evaluateRules(ledger: EvaluationLedger, policy: DetectionPolicy): Promise<EvaluationResult> {
  const census = new CompanyCensus();
  for await (const { entries } of ledger.members()) for (const entry of entries) census.add(entry);
  const context = { ...census.institution(), policy };
  const accounts = new Set<string>();
  const findings: Finding[] = [];
  for await (const member of ledger.members()) {
    for (const { accountNumber } of member.entries) accounts.add(accountNumber);
    findings.push(...detectMember(prepareMember(member), context));
  }
  return judgeAlerts({ ledger, accounts, findings });
}
