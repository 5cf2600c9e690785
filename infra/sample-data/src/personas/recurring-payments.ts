import {
  AUTO_LOANS,
  CARDS,
  COLLEGES,
  DIVIDENDS,
  EMPLOYERS,
  GIG_PLATFORMS,
  INSURERS,
  IRA_CUSTODIANS,
  MORTGAGES,
  type Originator,
  PENSIONS,
  RENT,
  SAVINGS_TRANSFER,
  SOCIAL_SECURITY,
  STATE_REFUND,
  SUBSCRIPTIONS,
  SUPPLEMENTAL_INCOME,
  TAX_PAYMENT,
  TAX_REFUND,
  TELECOMS,
  UTILITIES,
  VETERANS,
} from '../originating-companies.ts';
import type { AccountScene, DraftEntry, PaymentStream } from '../sample-entry.ts';
import type { Random } from '../seeded-random.ts';

export interface Recurrence {
  random: Random;
  days: readonly number[];
  originator: Originator;
  direction: DraftEntry['direction'];
  /** Amount of a usual entry. */
  cents: number;
  /** How far a single amount strays from the usual one, as a fraction; 0 is the same to the cent. */
  stray?: number;
  holder?: 0 | 1;
}

/** The same company, again and again. */
export function recurring({
  random,
  days,
  originator,
  direction,
  cents,
  stray = 0,
  holder = 0,
}: Recurrence): DraftEntry[] {
  return days.map((day) => ({
    day,
    cents: stray === 0 ? cents : strayedCents(random, cents, stray),
    direction,
    originator,
    holder,
  }));
}

/** An amount that differs from the usual one by at most this fraction. */
export function strayedCents(random: Random, cents: number, fraction: number): number {
  return Math.max(100, Math.round(cents * (1 + fraction * (2 * random.next() - 1))));
}

interface Bill {
  companies: readonly Originator[];
  /** Median amount in dollars and sigma of its logarithm between members. */
  median: number;
  spread: number;
  /** From month to month, as a fraction of the usual amount. */
  stray: number;
  /** Earliest and latest due day; the member's own is fixed. */
  due: readonly [number, number];
}

function monthly({ companies, median, spread, stray, due }: Bill): PaymentStream {
  return ({ random, calendar }) =>
    recurring({
      random,
      days: calendar.monthly(random.int(due[0], due[1]), 'after'),
      originator: random.pick(companies),
      direction: 'Debit',
      cents: random.cents(median, spread),
      stray,
    });
}

export const mortgage = monthly({ companies: MORTGAGES, median: 1_480, spread: 0.35, stray: 0, due: [1, 5] });
export const rent = monthly({ companies: RENT, median: 1_150, spread: 0.3, stray: 0, due: [1, 3] });
export const utility = monthly({ companies: UTILITIES, median: 118, spread: 0.4, stray: 0.35, due: [5, 26] });
export const telecom = monthly({ companies: TELECOMS, median: 84, spread: 0.3, stray: 0.02, due: [8, 28] });
export const cardPayment = monthly({ companies: CARDS, median: 420, spread: 0.7, stray: 0.5, due: [10, 28] });
export const insurance = monthly({ companies: INSURERS, median: 145, spread: 0.4, stray: 0, due: [3, 24] });
export const autoLoan = monthly({ companies: AUTO_LOANS, median: 385, spread: 0.3, stray: 0, due: [6, 22] });
export const subscription = monthly({
  companies: SUBSCRIPTIONS,
  median: 15,
  spread: 0.4,
  stray: 0,
  due: [1, 28],
});

/** The payday sweep into savings elsewhere. */
export const savingsTransfer: PaymentStream = ({ random, calendar }) =>
  recurring({
    random,
    days: calendar.monthly(16, 'after'),
    originator: SAVINGS_TRANSFER,
    direction: 'Debit',
    cents: random.pick([5_000, 10_000, 15_000, 25_000, 50_000]),
  });

const FRIDAY = 5;
const THURSDAY = 4;
const WEDNESDAY = 3;

/** Net pay of the US middle, dollars a year; the spread covers clerks to surgeons. */
const NET_PAY_A_YEAR = 46_000;

type Cadence = 'weekly' | 'biweekly' | 'semimonthly';
const PAYDAYS_A_YEAR = { weekly: 52, biweekly: 26, semimonthly: 24 } as const;

/** Pay with a raise once in the window and, for some, a bonus in December. */
export function payroll(cadence: Cadence, holder: 0 | 1): PaymentStream {
  return (scene) => {
    const { random } = scene;
    const days = payDays(scene, cadence);
    const usual = Math.round(random.cents(NET_PAY_A_YEAR, 0.35) / PAYDAYS_A_YEAR[cadence]);
    const drafts = recurring({
      random,
      days,
      originator: random.pickSkewed(EMPLOYERS),
      direction: 'Credit',
      cents: usual,
      stray: cadence === 'weekly' ? 0.08 : 0,
      holder,
    });
    return withBonus(scene, withRaise(scene, drafts));
  };
}

function payDays({ random, calendar }: AccountScene, cadence: Cadence): readonly number[] {
  if (cadence === 'weekly') return calendar.everyWeeks(1, THURSDAY, 0);
  if (cadence === 'biweekly') return calendar.everyWeeks(2, FRIDAY, random.int(0, 1));
  return [...calendar.monthly(15, 'before'), ...calendar.monthly(31, 'before')].toSorted((a, b) => a - b);
}

function withRaise({ random }: AccountScene, drafts: DraftEntry[]): DraftEntry[] {
  const from = drafts[random.int(0, Math.max(0, drafts.length - 1))]?.day ?? 0;
  const factor = 1 + random.int(2, 6) / 100;
  return drafts.map((draft) =>
    draft.day >= from ? { ...draft, cents: Math.round(draft.cents * factor) } : draft,
  );
}

function withBonus({ random, calendar }: AccountScene, drafts: DraftEntry[]): DraftEntry[] {
  const december = calendar.monthly(18, 'before').find((day) => calendar.text(day).slice(5, 7) === '12');
  const pay = drafts[0];
  if (!pay || december === undefined || !random.chance(0.15)) return drafts;
  return [...drafts, { ...pay, day: december, cents: pay.cents * random.int(1, 3), description: 'BONUS' }];
}

/** Second, third or fourth Wednesday, by the day of birth; raised each January by the cost of living. */
export const socialSecurity: PaymentStream = ({ random, calendar }) => {
  const days = calendar.nthWeekday(WEDNESDAY, random.int(2, 4));
  const cents = Math.round(random.cents(1_950, 0.3) / 100) * 100;
  const newYear = days.find((day) => calendar.text(day).slice(5, 7) === '01') ?? Number.POSITIVE_INFINITY;
  return recurring({ random, days, originator: SOCIAL_SECURITY, direction: 'Credit', cents }).map((draft) =>
    draft.day >= newYear ? { ...draft, cents: Math.round(draft.cents * 1.028) } : draft,
  );
};

/** Supplemental Security Income: on the first, before it when the first is closed. */
export const supplementalIncome: PaymentStream = ({ random, calendar }) =>
  recurring({
    random,
    days: calendar.monthly(1, 'before'),
    originator: SUPPLEMENTAL_INCOME,
    direction: 'Credit',
    cents: random.centsBetween(580, 994),
  });

/** Veterans' compensation: the first business day of the month. */
export const veteransBenefit: PaymentStream = ({ random, calendar }) =>
  recurring({
    random,
    days: calendar.monthly(1, 'after'),
    originator: VETERANS,
    direction: 'Credit',
    cents: random.cents(1_450, 0.5),
  });

export const pension: PaymentStream = ({ random, calendar }) =>
  recurring({
    random,
    days: calendar.monthly(31, 'before'),
    originator: random.pick(PENSIONS),
    direction: 'Credit',
    cents: random.cents(1_700, 0.4),
  });

/** Drivers and couriers are paid every week, never the same amount. */
export const gigPay: PaymentStream = ({ random, calendar }) =>
  recurring({
    random,
    days: calendar.everyWeeks(1, 2, 0),
    originator: random.pick(GIG_PLATFORMS),
    direction: 'Credit',
    cents: random.cents(310, 0.4),
    stray: 0.45,
  });

/** One refund each spring; one in twelve comes close to $10,000 from below or above. */
export const taxRefund: PaymentStream = ({ random, calendar }) => {
  const federal = random.chance(0.8);
  const cents = random.chance(1 / 12) ? random.centsBetween(8_800, 10_900) : random.cents(2_150, 0.6);
  const days = inMonths(calendar.days, calendar, ['02', '03', '04']);
  if (days.length === 0) return [];
  const originator = federal ? TAX_REFUND : STATE_REFUND;
  return [{ day: random.pick(days), cents, direction: 'Credit', originator }];
};

/** Estimated tax of the self-employed: four fixed days. */
export const quarterlyTax: PaymentStream = ({ random, calendar }) =>
  recurring({
    random,
    days: inMonths(calendar.monthly(15, 'after'), calendar, ['01', '04', '06', '09']),
    originator: TAX_PAYMENT,
    direction: 'Debit',
    cents: random.cents(1_400, 0.5),
  });

export const tuition: PaymentStream = ({ random, calendar }) =>
  recurring({
    random,
    days: inMonths(calendar.monthly(random.int(3, 28), 'after'), calendar, ['01', '08']),
    originator: random.pick(COLLEGES),
    direction: 'Debit',
    cents: random.cents(3_900, 0.3),
  });

export const dividends: PaymentStream = ({ random, calendar }) =>
  recurring({
    random,
    days: inMonths(calendar.monthly(20, 'before'), calendar, ['03', '06', '09', '12']),
    originator: random.pick(DIVIDENDS),
    direction: 'Credit',
    cents: random.cents(90, 0.8),
    stray: 0.1,
  });

/** The required yearly distribution of a retirement account. */
export const retirementDistribution: PaymentStream = ({ random, calendar }) =>
  recurring({
    random,
    days: inMonths(calendar.monthly(random.int(1, 27), 'before'), calendar, [
      random.pick(['10', '11', '12']),
    ]),
    originator: random.pick(IRA_CUSTODIANS),
    direction: 'Credit',
    cents: random.cents(6_800, 0.35),
  });

function inMonths(
  days: readonly number[],
  calendar: { text(day: number): string },
  months: readonly string[],
): number[] {
  return days.filter((day) => months.includes(calendar.text(day).slice(5, 7)));
}
