import type { ActivityType } from '@clearwatch/contracts/alerts';
import { weekdayOfEpochDay } from '@clearwatch/domain/calendar/day';
import { EMPLOYERS, MERCHANTS, type Originator, UNFAMILIAR_ORIGINATORS } from '../originating-companies.ts';
import { cardPayment, recurring, socialSecurity, telecom } from '../personas/recurring-payments.ts';
import type { AccountScene, DraftEntry } from '../sample-entry.ts';
import type { Random } from '../seeded-random.ts';

export interface PatternStage extends AccountScene {
  /** The banking day the behaviour begins: long after the detectors' warm-up, some weeks before the window ends. */
  readonly anchor: number;
}

/** One way to behave, with the judgement an analyst would reach. Data first, one pure function last. */
export interface InjectedPattern {
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
  readonly background: (stage: PatternStage) => DraftEntry[];
  /** The behaviour itself: one list for each account. */
  readonly act: (stage: PatternStage) => DraftEntry[][];
}

/** An employed member with one card: pay below $2,400, so that thresholds relative to income are known. */
export function employedHistory({ random, calendar }: PatternStage): DraftEntry[] {
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
export function pensionerHistory(stage: PatternStage): DraftEntry[] {
  return socialSecurity(stage).concat(telecom(stage));
}

/** Three purchases a week from a hundred days before the anchor on: enough for some more not to stand out. */
export function shopperHistory(stage: PatternStage): DraftEntry[] {
  const { random, calendar, anchor } = stage;
  const days = [1, 2, 4].flatMap((weekday) => calendar.everyWeeks(1, weekday, 0));
  return days
    .filter((day) => day > anchor - 100)
    .map((day) => debitEntry(day, random.cents(42, 0.5), random.pick(MERCHANTS)))
    .concat(pensionerHistory(stage));
}

/** Nothing but the behaviour itself. */
export const noHistory = (): DraftEntry[] => [];

export function creditEntry(day: number, cents: number, from: Originator, description?: string): DraftEntry {
  return { day, cents, direction: 'Credit', originator: from, ...(description && { description }) };
}

export function debitEntry(day: number, cents: number, from: Originator, description?: string): DraftEntry {
  return { day, cents, direction: 'Debit', originator: from, ...(description && { description }) };
}

/** What most suspicious patterns of a type share. */
export function suspiciousPattern(activityType: ActivityType) {
  return { verdict: 'suspicious', activityType, accounts: 1, background: pensionerHistory } as const;
}

/** What most look-alikes of a type share. */
export function innocentPattern(activityType: ActivityType) {
  return { verdict: 'innocent', activityType, accounts: 1, background: pensionerHistory } as const;
}

/** Has no factor in common with the number of strangers. */
const UNFAMILIAR_STEP = 7;

type TupleOf<Count extends number, Made extends Originator[] = []> = Made['length'] extends Count
  ? Made
  : TupleOf<Count, [...Made, Originator]>;

/** So many different originators that nobody has met. */
export function unfamiliarOriginators<const Count extends number>(
  random: Random,
  count: Count,
): TupleOf<Count> {
  const start = random.int(0, UNFAMILIAR_ORIGINATORS.length - 1);
  const list = Array.from(
    { length: count },
    (_, k) => UNFAMILIAR_ORIGINATORS[(start + k * UNFAMILIAR_STEP) % UNFAMILIAR_ORIGINATORS.length],
  );
  return list as TupleOf<Count>;
}

const SATURDAY = 6;

/** The Saturday on or before the anchor, so many weeks earlier. */
export function saturdayBefore({ anchor }: PatternStage, weeksEarlier: number): number {
  return anchor - ((weekdayOfEpochDay(anchor) - SATURDAY + 7) % 7) - 7 * weeksEarlier;
}

/** One entry for each banking day counted from the anchor. */
export function onBankingDays(
  { calendar, anchor }: PatternStage,
  steps: readonly number[],
  make: (day: number, k: number) => DraftEntry,
): DraftEntry[] {
  return steps.map((step, k) => make(calendar.shift(anchor, step), k));
}
