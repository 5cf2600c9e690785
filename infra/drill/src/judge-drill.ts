import { ACTIVITY_TYPES, type ActivityType } from '@clearwatch/contracts/fraud/activity-types';
import type { Finding } from '@clearwatch/domain/detection/detector';
import type { PlantedBehaviour } from '@clearwatch/sample-data/plants/planted-behaviours';
import type { DrillLedger } from './drill-ledger.ts';

/** An alert shows a behaviour when so large a part of either is part of the other. */
const SHOWN_SHARE = 0.5;

/** What of a finding is judged. */
export interface DrilledAlert
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

export interface DrillResult {
  types: TypeResult[];
  /** Suspicious behaviours that no alert shows. */
  missed: PlantedBehaviour[];
  /** Alerts that show suspicious behaviours, and how many there should be: one for each, on each member it is about. */
  alertsOnFound: number;
  alertsDue: number;
  lookAlikes: { planted: number; flagged: PlantedBehaviour[] };
  /** Accounts without any suspicious behaviour; look-alikes are clean. */
  clean: { accounts: number; flagged: number };
  /** Alerts that show neither a suspicious behaviour nor a look-alike. */
  noise: DrilledAlert[];
}

/** Judges alerts by what was planted. An alert may show several behaviours; a behaviour may be shown under another type. */
export function judgeDrill({
  ledger,
  accounts,
  findings,
}: {
  ledger: Pick<DrillLedger, 'behaviours' | 'behaviourOf'>;
  accounts: ReadonlySet<string>;
  findings: readonly DrilledAlert[];
}): DrillResult {
  const byId = new Map(ledger.behaviours.map((behaviour) => [behaviour.id, behaviour]));
  const shown = new Map<string, DrilledAlert[]>();
  const noise: DrilledAlert[] = [];
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
  { id, onEachAccount }: PlantedBehaviour,
  shown: ReadonlyMap<string, readonly DrilledAlert[]>,
): number {
  const alerts = shown.get(id) ?? [];
  const accounts = new Set(alerts.map(({ accountNumber }) => accountNumber)).size;
  return onEachAccount ? accounts : Math.min(accounts, 1);
}

function isSuspicious({ verdict }: PlantedBehaviour): boolean {
  return verdict === 'suspicious';
}

/** Behaviours of which the trigger is part, and those that make up half of the alert or are half shown by it. */
function behavioursShown(
  finding: DrilledAlert,
  { behaviourOf }: Pick<DrillLedger, 'behaviourOf'>,
  byId: ReadonlyMap<string, PlantedBehaviour>,
): PlantedBehaviour[] {
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
  suspicious: readonly PlantedBehaviour[];
  shown: ReadonlyMap<string, readonly DrilledAlert[]>;
  noise: readonly DrilledAlert[];
}): TypeResult {
  const planted = suspicious.filter((behaviour) => behaviour.activityType === activityType);
  const countOf = (difficulty: PlantedBehaviour['difficulty']) => {
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
