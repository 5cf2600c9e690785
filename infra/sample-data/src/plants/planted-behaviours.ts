import type { ActivityType } from '@clearwatch/contracts/fraud/activity-types';
import { generateLedger } from '../ledger/generate-ledger.ts';
import { checkedOptions, type LedgerOptions } from '../options.ts';
import { BankingCalendar } from '../world/banking-calendar.ts';
import { behaviourId } from './behaviour-id.ts';
import type { Pattern } from './pattern.ts';
import { accountNumbersOf, planPlants } from './plan.ts';

/** The label of a behaviour in the ledger: what it is and where, so that detection can be judged by it. */
export interface PlantedBehaviour {
  /** The same as `behaviour` of its entries. */
  readonly id: string;
  readonly pattern: string;
  readonly verdict: Pattern['verdict'];
  /** What it is when it is suspicious; what it looks like when it is innocent. */
  readonly activityType: ActivityType;
  readonly difficulty: Pattern['difficulty'];
  readonly why: string;
  /** In a NACHA file, which has no time of day, nobody can find it. */
  readonly needsTime: boolean;
  /** Of one member, whose ordinary entries the first one carries too, or each of another. */
  readonly accountNumbers: readonly string[];
  /** Whether each account is another member's: then one alert on each of them is right. */
  readonly onEachAccount: boolean;
  /** Of the behaviour, not of the account (YYYY-MM-DD). */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly entries: number;
  readonly cents: number;
  /** Of its entries, account by account, oldest first. */
  readonly traceNumbers: readonly string[];
}

/** Labels of everything planted in `generateLedger(options)`, in the order of its accounts. Makes the ledger once. */
export function plantedBehaviours(options: LedgerOptions): PlantedBehaviour[] {
  const window = checkedOptions(options);
  const plants = planPlants(window, new BankingCalendar(window.lastDay, window.days));
  const seen = plants.length === 0 ? new Map<string, Seen>() : behavioursSeen(options);
  return plants.map((plant) => {
    const { index, pattern } = plant;
    const id = behaviourId(pattern, index);
    const { days = [], cents = 0, traceNumbers = [] } = seen.get(id) ?? {};
    return {
      id,
      pattern: pattern.name,
      verdict: pattern.verdict,
      activityType: pattern.activityType,
      difficulty: pattern.difficulty,
      why: pattern.why,
      needsTime: pattern.needsTime ?? false,
      accountNumbers: accountNumbersOf(window.seed, plant),
      onEachAccount: pattern.persons === 'each',
      firstDay: days.toSorted()[0] ?? '',
      lastDay: days.toSorted().at(-1) ?? '',
      entries: traceNumbers.length,
      cents,
      traceNumbers,
    };
  });
}

interface Seen {
  days: string[];
  cents: number;
  traceNumbers: string[];
}

function behavioursSeen(options: LedgerOptions): Map<string, Seen> {
  const seen = new Map<string, Seen>();
  for (const { behaviour, postingDate, cents, traceNumber } of generateLedger(options)) {
    if (behaviour === null) continue;
    const so = seen.get(behaviour) ?? { days: [], cents: 0, traceNumbers: [] };
    so.days.push(postingDate);
    so.cents += cents;
    so.traceNumbers.push(traceNumber);
    seen.set(behaviour, so);
  }
  return seen;
}
