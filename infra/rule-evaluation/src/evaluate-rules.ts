import { ACTIVITY_TYPES, type ActivityType } from '@clearwatch/contracts/alerts';
import { detectMember } from '@clearwatch/domain/detection/detection-engine';
import type { DetectionPolicy, Finding } from '@clearwatch/domain/detection/detector';
import { prepareMember } from '@clearwatch/domain/detection/member-history';
import type { InjectedBehavior } from '@clearwatch/sample-data/injected-patterns/injected-behaviors';
import { CompanyCensus } from './company-census.ts';
import type { EvaluationLedger } from './evaluation-ledgers.ts';

/** An alert shows a behaviour when so large a part of either is part of the other. */
const SHOWN_SHARE = 0.5;

/** What of a finding is judged. */
export interface EvaluatedAlert
  extends Pick<Finding, 'accountNumber' | 'activityType' | 'riskLevel' | 'description' | 'triggerEntryId'> {
  entries: readonly { id: string }[];
}

export interface TypeResult {
  activityType: ActivityType;
  obvious: { planted: number; found: number };
  hard: { planted: number; found: number };
  /** Of those found, by an alert of this very type. */
  named: number;
  /** Alerts of this type that show no planted behaviour. */
  noise: number;
}

export interface EvaluationResult {
  types: TypeResult[];
  /** Suspicious behaviours that no alert shows. */
  missed: InjectedBehavior[];
  /** Alerts that show suspicious behaviours, and how many there should be: one for each, on each member it is about. */
  alertsOnFound: number;
  alertsDue: number;
  lookAlikes: { planted: number; flagged: InjectedBehavior[] };
  /** Accounts without any suspicious behaviour; look-alikes are clean. */
  clean: { accounts: number; flagged: number };
  /** Alerts that show neither a suspicious behaviour nor a look-alike. */
  noise: EvaluatedAlert[];
}

/** Judges alerts by what was planted. An alert may show several behaviours; a behaviour may be shown under another type. */
export function judgeAlerts({
  ledger,
  accounts,
  findings,
}: {
  ledger: Pick<EvaluationLedger, 'behaviours' | 'behaviourOf'>;
  accounts: ReadonlySet<string>;
  findings: readonly EvaluatedAlert[];
}): EvaluationResult {
  const byId = new Map(ledger.behaviours.map((behaviour) => [behaviour.id, behaviour]));
  const shown = new Map<string, EvaluatedAlert[]>();
  const noise: EvaluatedAlert[] = [];
  const flaggedClean = new Set<string>();
  const suspiciousAccounts = new Set(
    ledger.behaviours.filter(isSuspicious).flatMap(({ accountNumbers }) => accountNumbers),
  );
  let alertsOnFound = 0;
  for (const finding of findings) {
    const behaviours = behavioursShown(finding, ledger, byId);
    for (const { id } of behaviours) shown.set(id, [...(shown.get(id) ?? []), finding]);
    if (behaviours.some(isSuspicious)) alertsOnFound += 1;
    if (behaviours.length === 0) noise.push(finding);
    if (!suspiciousAccounts.has(finding.accountNumber)) flaggedClean.add(finding.accountNumber);
  }
  const suspicious = ledger.behaviours.filter(isSuspicious);
  const innocent = ledger.behaviours.filter((behaviour) => !isSuspicious(behaviour));
  return {
    types: ACTIVITY_TYPES.map((activityType) => typeResult({ activityType, suspicious, shown, noise })),
    missed: suspicious.filter(({ id }) => !shown.has(id)),
    alertsOnFound,
    alertsDue: suspicious.reduce((sum, behaviour) => sum + alertsDueFor(behaviour, shown), 0),
    lookAlikes: { planted: innocent.length, flagged: innocent.filter(({ id }) => shown.has(id)) },
    clean: {
      accounts: [...accounts].filter((account) => !suspiciousAccounts.has(account)).length,
      flagged: flaggedClean.size,
    },
    noise,
  };
}

function alertsDueFor(
  { id, onEachAccount }: InjectedBehavior,
  shown: ReadonlyMap<string, readonly EvaluatedAlert[]>,
): number {
  const alerts = shown.get(id) ?? [];
  const accounts = new Set(alerts.map(({ accountNumber }) => accountNumber)).size;
  return onEachAccount ? accounts : Math.min(accounts, 1);
}

function isSuspicious({ verdict }: InjectedBehavior): boolean {
  return verdict === 'suspicious';
}

/** Behaviours of which the trigger is part, and those that make up half of the alert or are half shown by it. */
function behavioursShown(
  finding: EvaluatedAlert,
  { behaviourOf }: Pick<EvaluationLedger, 'behaviourOf'>,
  byId: ReadonlyMap<string, InjectedBehavior>,
): InjectedBehavior[] {
  const parts = Map.groupBy(finding.entries, ({ id }) => behaviourOf(id));
  return [...parts].flatMap(([id, entries]) => {
    const behaviour = byId.get(id ?? '');
    if (behaviour === undefined) return [];
    const isTriggered = entries.some((entry) => entry.id === finding.triggerEntryId);
    const isShown =
      isTriggered ||
      entries.length >= SHOWN_SHARE * finding.entries.length ||
      entries.length >= SHOWN_SHARE * behaviour.entries;
    return isShown ? [behaviour] : [];
  });
}

function typeResult({
  activityType,
  suspicious,
  shown,
  noise,
}: {
  activityType: ActivityType;
  suspicious: readonly InjectedBehavior[];
  shown: ReadonlyMap<string, readonly EvaluatedAlert[]>;
  noise: readonly EvaluatedAlert[];
}): TypeResult {
  const planted = suspicious.filter((behaviour) => behaviour.activityType === activityType);
  const countOf = (difficulty: InjectedBehavior['difficulty']) => {
    const those = planted.filter((behaviour) => behaviour.difficulty === difficulty);
    return { planted: those.length, found: those.filter(({ id }) => shown.has(id)).length };
  };
  return {
    activityType,
    obvious: countOf('obvious'),
    hard: countOf('hard'),
    named: planted.filter(({ id }) => shown.get(id)?.some((f) => f.activityType === activityType)).length,
    noise: noise.filter((finding) => finding.activityType === activityType).length,
  };
}

/** What detection has to reach on a drill: examiners ask what is missed, analysts drown in what is noise. */
export const EVALUATION_GOALS = {
  recall: 0.95,
  recallObvious: 1,
  flaggedPerThousandClean: 60,
  alertsPerBehaviour: 1.15,
} as const;

export type EvaluationFigures = Record<keyof typeof EVALUATION_GOALS, number>;

/** The figures of one or several drills taken together; a share of nothing is 1, a rate of nothing 0. */
export function figuresOf(results: readonly EvaluationResult[]): EvaluationFigures {
  const types = results.flatMap((result) => result.types);
  const total = (value: (type: EvaluationResult['types'][number]) => number) =>
    types.reduce((sum, type) => sum + value(type), 0);
  const found = total(({ obvious, hard }) => obvious.found + hard.found);
  const planted = total(({ obvious, hard }) => obvious.planted + hard.planted);
  const sum = (value: (result: EvaluationResult) => number) =>
    results.reduce((all, result) => all + value(result), 0);
  const plantedObvious = total(({ obvious }) => obvious.planted);
  const due = sum((result) => result.alertsDue);
  const clean = sum((result) => result.clean.accounts);
  return {
    recall: planted === 0 ? 1 : found / planted,
    recallObvious: plantedObvious === 0 ? 1 : total(({ obvious }) => obvious.found) / plantedObvious,
    flaggedPerThousandClean: clean === 0 ? 0 : (1_000 * sum((result) => result.clean.flagged)) / clean,
    alertsPerBehaviour: due === 0 ? 0 : sum((result) => result.alertsOnFound) / due,
  };
}

/** Goals that are missed, by name. */
export function missedGoals(figures: EvaluationFigures): (keyof typeof EVALUATION_GOALS)[] {
  const missed: (keyof typeof EVALUATION_GOALS)[] = [];
  if (figures.recall < EVALUATION_GOALS.recall) missed.push('recall');
  if (figures.recallObvious < EVALUATION_GOALS.recallObvious) missed.push('recallObvious');
  if (figures.flaggedPerThousandClean > EVALUATION_GOALS.flaggedPerThousandClean)
    missed.push('flaggedPerThousandClean');
  if (figures.alertsPerBehaviour > EVALUATION_GOALS.alertsPerBehaviour) missed.push('alertsPerBehaviour');
  return missed;
}

/** Runs all rules over a ledger with known behaviours in it and says what was found and what was noise. */
export async function evaluateRules(
  ledger: EvaluationLedger,
  policy: DetectionPolicy,
): Promise<EvaluationResult> {
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
