import type { ActivityType } from '@clearwatch/contracts/alerts';
import { BankingCalendar } from '../banking-calendar.ts';
import { generateLedger } from '../generate-ledger.ts';
import { checkLedgerOptions, type LedgerOptions } from '../ledger-options.ts';
import type { InjectedPattern } from './injected-pattern.ts';
import { accountNumbersOf, behaviorId, planPatterns } from './plan-patterns.ts';

/** The label of a behaviour in the ledger: what it is and where, so that detection can be judged by it. */
export interface InjectedBehavior {
  /** The same as `behaviour` of its entries. */
  readonly id: string;
  readonly pattern: string;
  readonly verdict: InjectedPattern['verdict'];
  /** What it is when it is suspicious; what it looks like when it is innocent. */
  readonly activityType: ActivityType;
  readonly difficulty: InjectedPattern['difficulty'];
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
export function injectedBehaviors(options: LedgerOptions): InjectedBehavior[] {
  const window = checkLedgerOptions(options);
  const plants = planPatterns(window, new BankingCalendar(window.lastDay, window.days));
  const seen = plants.length === 0 ? new Map<string, SeenBehavior>() : seenBehaviors(options);
  return plants.map((plant) => {
    const { index, pattern } = plant;
    const id = behaviorId(pattern, index);
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

interface SeenBehavior {
  days: string[];
  cents: number;
  traceNumbers: string[];
}

function seenBehaviors(options: LedgerOptions): Map<string, SeenBehavior> {
  const seen = new Map<string, SeenBehavior>();
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
