import type { ActivityType } from '@clearwatch/contracts/fraud/activity-types';
import type { Draft, Scene } from '../draft.ts';
import { cardPayment } from '../lives/bills.ts';
import { recurring } from '../lives/recurring.ts';
import { EMPLOYERS } from '../world/companies.ts';
import type { Originator } from '../world/originators.ts';

export interface Stage extends Scene {
  /** The banking day the behaviour begins: long after the detectors' warm-up, some weeks before the window ends. */
  readonly anchor: number;
}

/** One way to behave, with the judgement an analyst would reach. Data first, one pure function last. */
export interface Pattern {
  readonly name: string;
  /** suspicious: the rule is to fire. innocent: it looks alike and the rule must stay silent (or low). */
  readonly verdict: 'suspicious' | 'innocent';
  readonly activityType: ActivityType;
  readonly difficulty: 'obvious' | 'hard';
  readonly why: string;
  /** Accounts of the one member who does it. */
  readonly accounts: 1 | 2 | 3;
  /** The member's other entries on the first account. */
  readonly background: (stage: Stage) => Draft[];
  /** The behaviour itself: one list for each account. */
  readonly act: (stage: Stage) => Draft[][];
}

/** An employed member with one card: pay below $2,400, so that thresholds relative to income are known. */
export function steadyLife({ random, calendar }: Stage): Draft[] {
  const pay = recurring({
    random,
    days: calendar.everyWeeks(2, 5, random.int(0, 1)),
    originator: random.pickSkewed(EMPLOYERS),
    direction: 'Credit',
    cents: random.centsBetween(1_350, 2_350),
  });
  return pay.concat(cardPayment({ random, calendar }));
}

/** Nothing but the behaviour itself. */
export const noBackground = (): Draft[] => [];

export function credit(day: number, cents: number, from: Originator, description?: string): Draft {
  return { day, cents, direction: 'Credit', originator: from, ...(description && { description }) };
}

export function debit(day: number, cents: number, from: Originator): Draft {
  return { day, cents, direction: 'Debit', originator: from };
}
