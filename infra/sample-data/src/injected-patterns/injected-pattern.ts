import type { ActivityType } from '@clearwatch/contracts/alerts';
import { weekdayOfEpochDay } from '@clearwatch/domain/calendar/day';
import type { BankingCalendar } from '../banking-calendar.ts';
import { EMPLOYERS, MERCHANTS, type Originator, UNFAMILIAR_ORIGINATORS } from '../originating-companies.ts';
import { cardPayment, socialSecurity, strayedCents, telecom } from '../personas/recurring-payments.ts';
import type { DraftEntry } from '../sample-entry.ts';
import type { Random } from '../seeded-random.ts';

/** One behavior with the judgment that an analyst would reach. */
export interface InjectedPattern {
  readonly name: string;
  /** suspicious: the rule must fire. innocent: the rule must stay silent or raise low risk at most. */
  readonly verdict: 'suspicious' | 'innocent';
  /** For an innocent behavior, the type that it resembles. */
  readonly activityType: ActivityType;
  readonly difficulty: 'obvious' | 'hard';
  readonly why: string;
  /** Accounts of one member unless `persons` says otherwise; a member has at most three. */
  readonly accounts: number;
  /** `each`: every account, at most six, has its own holder. `business`: the holder is a business. */
  readonly persons?: 'each' | 'business';
  /** Visible only in formats with the time of day: JSON and CSV. */
  readonly needsTime?: true;
  /** The name on entries with `holder: 1`: the joint holder, the same person after marrying, or a stranger. */
  readonly second?: 'spouse' | 'married' | 'stranger';
  /** The other entries, on the first account; on every account when each has its own holder. */
  readonly background: (context: PatternContext) => DraftEntry[];
  /** The entries of the behavior: one list, or one list per account when there are several. */
  readonly entries: (context: PatternContext) => DraftEntry[] | DraftEntry[][];
}

type Chosen<Value> = Value | ((index: number) => Value);
type Company = Chosen<Originator> | readonly Originator[];
/** Cents, or a range of dollars from which each entry draws its own amount. */
type Amount = Chosen<number> | readonly [lowDollars: number, highDollars: number];
type Details = Chosen<Pick<DraftEntry, 'description' | 'addenda' | 'holder' | 'minute' | 'notice'>>;

export type PatternContext = ReturnType<typeof patternContext>;

/** Shares no factor with the number of unfamiliar originators. */
const UNFAMILIAR_STEP = 7;
const SATURDAY = 6;

/** `anchor`: a banking day long after the detectors' warm-up. Steps are banking days from it. */
export function patternContext(random: Random, calendar: BankingCalendar, anchor: number) {
  // The order of the random draws (amount, company, details) determines the ledger's bytes.
  const entriesOn =
    (direction: DraftEntry['direction']) =>
    (days: readonly number[], company: Company, amount: Amount, details: Details = {}): DraftEntry[] =>
      days.map((day, index) => ({
        day,
        cents: centsOf(amount, index),
        direction,
        originator: companyAt(company, index),
        ...(typeof details === 'function' ? details(index) : details),
      }));
  const onSteps =
    (make: ReturnType<typeof entriesOn>) =>
    (steps: readonly number[], ...rest: [Company, Amount, Details?]) =>
      make(
        steps.map((step) => calendar.shift(anchor, step)),
        ...rest,
      );
  const centsOf = (amount: Amount, index: number): number => {
    if (typeof amount === 'number') return amount;
    return typeof amount === 'function' ? amount(index) : random.centsBetween(...amount);
  };
  const companyAt = (company: Company, index: number): Originator => {
    if (typeof company === 'function') return company(index);
    return 'name' in company ? company : (company[index % company.length] as Originator);
  };
  const creditsOn = entriesOn('Credit');
  const debitsOn = entriesOn('Debit');
  const strangers = (): ((index: number) => Originator) => {
    const start = random.int(0, UNFAMILIAR_ORIGINATORS.length - 1);
    return (index) => companyAt(UNFAMILIAR_ORIGINATORS, start + index * UNFAMILIAR_STEP);
  };
  return {
    random,
    calendar,
    anchor,
    creditsOn,
    debitsOn,
    credits: onSteps(creditsOn),
    debits: onSteps(debitsOn),
    strangers,
    stranger: () => strangers()(0),
    /** Amounts that differ from the usual one by at most this fraction. */
    around: (cents: number, fraction: number) => () => strayedCents(random, cents, fraction),
    purchases: (days: readonly number[], medianDollars: number, spread = 0.5) =>
      debitsOn(
        days,
        () => random.pick(MERCHANTS),
        () => random.cents(medianDollars, spread),
      ),
    /** The Saturday on or before the anchor, or that many weeks earlier. */
    saturday: (weeksEarlier: number) => anchor - ((weekdayOfEpochDay(anchor) - SATURDAY + 7) % 7) - 7 * weeksEarlier,
  };
}

/** An employed member with one card: pay below $2,400, so that thresholds relative to income are known. */
export function employedHistory(context: PatternContext): DraftEntry[] {
  const { random, calendar, creditsOn } = context;
  const days = calendar.everyWeeks(2, 5, random.int(0, 1));
  const pay = creditsOn(days, random.pickSkewed(EMPLOYERS), random.centsBetween(1_350, 2_350));
  return pay.concat(cardPayment(context));
}

/** Two entries a month: a benefit and a telephone bill. */
export const pensionerHistory = (context: PatternContext): DraftEntry[] =>
  socialSecurity(context).concat(telecom(context));

/** Three purchases a week. */
export function weeklyPurchases({ calendar, purchases }: PatternContext, afterDay = 0): DraftEntry[] {
  const days = [1, 2, 4].flatMap((weekday) => calendar.everyWeeks(1, weekday, 0));
  return purchases(
    days.filter((day) => day > afterDay),
    42,
  );
}

/** Purchases from a hundred days before the anchor, so that a few more do not stand out. */
export const shopperHistory = (context: PatternContext): DraftEntry[] =>
  weeklyPurchases(context, context.anchor - 100).concat(pensionerHistory(context));

export const noHistory = (): DraftEntry[] => [];

type Judgment = 'verdict' | 'activityType' | 'difficulty' | 'name';
type PatternDetails = Omit<InjectedPattern, Judgment | 'accounts' | 'background'> &
  Partial<Pick<InjectedPattern, 'accounts' | 'background'>>;
type GradedPattern = PatternDetails & Pick<InjectedPattern, 'name' | 'difficulty'>;

const graded =
  (difficulty: InjectedPattern['difficulty']) =>
  (name: string, details: PatternDetails): GradedPattern => ({ name, difficulty, ...details });

export const obvious = graded('obvious');
export const hard = graded('hard');

/** The rules for these types take income into account. */
const PAY_TYPES: ReadonlySet<ActivityType> = new Set(['structuring', 'velocity_anomaly', 'large_credit']);

const patternsOf =
  (verdict: InjectedPattern['verdict']) =>
  (activityType: ActivityType, patterns: readonly GradedPattern[]): InjectedPattern[] => {
    const background = PAY_TYPES.has(activityType) ? employedHistory : pensionerHistory;
    return patterns.map((pattern) => ({ verdict, activityType, accounts: 1, background, ...pattern }));
  };

export const suspicious = patternsOf('suspicious');
export const innocent = patternsOf('innocent');
