import type { ActivityType } from '@clearwatch/contracts/fraud/activity-types';
import type { Draft, Scene } from '../draft.ts';
import { cardPayment, telecom } from '../lives/bills.ts';
import { socialSecurity } from '../lives/income.ts';
import { recurring } from '../lives/recurring.ts';
import { EMPLOYERS, MERCHANTS } from '../world/companies.ts';
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
  /** Accounts that take part, of one member unless `persons` says otherwise; a member has at most three. */
  readonly accounts: number;
  /** `each`: every account, at most six, has a holder of its own. `business`: the holder is one. */
  readonly persons?: 'each' | 'business';
  /** Shows only in formats that have the time of day: JSON and CSV. */
  readonly needsTime?: true;
  /** Whom entries with `holder: 1` name: the joint holder, the same person married, or somebody else. */
  readonly second?: 'spouse' | 'married' | 'stranger';
  /** The other entries, on the first account; on every account when each has a holder of its own. */
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

/** A pensioner with a telephone: two entries a month, nothing else. */
export function quietLife(stage: Stage): Draft[] {
  return socialSecurity(stage).concat(telecom(stage));
}

/** Three purchases a week from a hundred days before the anchor on: enough for some more not to stand out. */
export function busyLife(stage: Stage): Draft[] {
  const { random, calendar, anchor } = stage;
  const days = [1, 2, 4].flatMap((weekday) => calendar.everyWeeks(1, weekday, 0));
  return days
    .filter((day) => day > anchor - 100)
    .map((day) => debit(day, random.cents(42, 0.5), random.pick(MERCHANTS)))
    .concat(quietLife(stage));
}

/** Nothing but the behaviour itself. */
export const noBackground = (): Draft[] => [];

export function credit(day: number, cents: number, from: Originator, description?: string): Draft {
  return { day, cents, direction: 'Credit', originator: from, ...(description && { description }) };
}

export function debit(day: number, cents: number, from: Originator, description?: string): Draft {
  return { day, cents, direction: 'Debit', originator: from, ...(description && { description }) };
}
