import type { ActivityType } from '@clearwatch/contracts/fraud/activity-types';
import { accountNumberOf } from '../ledger/account-number.ts';
import { checkedOptions, type LedgerOptions } from '../options.ts';
import { BankingCalendar } from '../world/banking-calendar.ts';
import type { Pattern } from './pattern.ts';
import { perform, planPlants } from './plan.ts';

/** The label of a behaviour in the ledger: what it is and where, so that detection can be judged by it. */
export interface PlantedBehaviour {
  /** The same as `behaviour` of its entries. */
  readonly id: string;
  readonly pattern: string;
  readonly verdict: Pattern['verdict'];
  readonly activityType: ActivityType;
  readonly difficulty: Pattern['difficulty'];
  readonly why: string;
  /** Of one member; the first also carries the member's ordinary entries. */
  readonly accountNumbers: readonly string[];
  /** Of the behaviour, not of the account (YYYY-MM-DD). */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly entries: number;
  readonly cents: number;
}

export function behaviourId(pattern: Pattern, index: number): string {
  return `${pattern.name}-${index + 1}`;
}

/** Labels of everything planted in `generateLedger(options)`, in the order of its accounts. */
export function plantedBehaviours(options: LedgerOptions): PlantedBehaviour[] {
  const window = checkedOptions(options);
  const calendar = new BankingCalendar(window.lastDay, window.days);
  return planPlants(window, calendar).map(({ index, pattern, firstOrdinal }) => {
    const behaviour = [...perform(window.seed, calendar, index, pattern).behaviour];
    const days = behaviour.map((draft) => draft.day);
    return {
      id: behaviourId(pattern, index),
      pattern: pattern.name,
      verdict: pattern.verdict,
      activityType: pattern.activityType,
      difficulty: pattern.difficulty,
      why: pattern.why,
      accountNumbers: Array.from({ length: pattern.accounts }, (_, k) =>
        accountNumberOf({ seed: window.seed, personOrdinal: firstOrdinal, position: k }),
      ),
      firstDay: calendar.text(Math.min(...days)),
      lastDay: calendar.text(Math.max(...days)),
      entries: behaviour.length,
      cents: behaviour.reduce((sum, draft) => sum + draft.cents, 0),
    };
  });
}
