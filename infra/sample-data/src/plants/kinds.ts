import type { ActivityType } from '@clearwatch/contracts/fraud/activity-types';
import type { Draft } from '../draft.ts';
import { STRANGERS } from '../world/companies.ts';
import { weekday } from '../world/epoch-day.ts';
import type { Originator } from '../world/originators.ts';
import type { Random } from '../world/random.ts';
import { quietLife, type Stage } from './pattern.ts';

/** What most suspicious patterns of a type share. */
export function suspicious(activityType: ActivityType) {
  return { verdict: 'suspicious', activityType, accounts: 1, background: quietLife } as const;
}

/** What most look-alikes of a type share. */
export function innocent(activityType: ActivityType) {
  return { verdict: 'innocent', activityType, accounts: 1, background: quietLife } as const;
}

/** Has no factor in common with the number of strangers. */
const STEP = 7;

type Some<Count extends number, Made extends Originator[] = []> = Made['length'] extends Count
  ? Made
  : Some<Count, [...Made, Originator]>;

/** So many different originators that nobody has met. */
export function strangers<const Count extends number>(random: Random, count: Count): Some<Count> {
  const start = random.int(0, STRANGERS.length - 1);
  const list = Array.from({ length: count }, (_, k) => STRANGERS[(start + k * STEP) % STRANGERS.length]);
  return list as Some<Count>;
}

const SATURDAY = 6;

/** The Saturday on or before the anchor, so many weeks earlier. */
export function saturday({ anchor }: Stage, weeksEarlier: number): number {
  return anchor - ((weekday(anchor) - SATURDAY + 7) % 7) - 7 * weeksEarlier;
}

/** One entry for each banking day counted from the anchor. */
export function onDays(
  { calendar, anchor }: Stage,
  steps: readonly number[],
  make: (day: number, k: number) => Draft,
): Draft[] {
  return steps.map((step, k) => make(calendar.shift(anchor, step), k));
}
