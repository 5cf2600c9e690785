import type { BankingCalendar, DayRoll } from '../banking-calendar.ts';
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

interface RecurringPayments {
  from: Originator | readonly Originator[];
  direction: DraftEntry['direction'];
  days: (scene: AccountScene) => readonly number[];
  cents: (random: Random) => number;
  /** Largest deviation of a single amount, as a fraction. */
  stray?: number;
}

/** The order of the random draws (days, company, amount) determines the ledger's bytes. */
function recurring({ from, direction, days, cents, stray = 0 }: RecurringPayments): PaymentStream {
  return ({ random, calendar }) => {
    const dueDays = days({ random, calendar });
    const originator = 'name' in from ? from : random.pick(from);
    const usual = cents(random);
    return dueDays.map((day) => ({ day, cents: strayedCents(random, usual, stray), direction, originator }));
  };
}

export function strayedCents(random: Random, cents: number, fraction: number): number {
  if (fraction === 0) return cents;
  return Math.max(100, Math.round(cents * (1 + fraction * (2 * random.next() - 1))));
}

export const credits = (of: Omit<RecurringPayments, 'direction'>) => recurring({ direction: 'Credit', ...of });
export const debits = (of: Omit<RecurringPayments, 'direction'>) => recurring({ direction: 'Debit', ...of });

export const monthly =
  (day: number, roll: DayRoll) =>
  ({ calendar }: AccountScene) =>
    calendar.monthly(day, roll);
export const around = (medianDollars: number, spread: number) => (random: Random) =>
  random.cents(medianDollars, spread);
const inMonths =
  (days: RecurringPayments['days'], months: readonly string[]) =>
  (scene: AccountScene): readonly number[] =>
    days(scene).filter((day) => isInMonths(day, scene.calendar, months));

interface MonthlyBill extends Pick<RecurringPayments, 'from' | 'stray'> {
  /** In dollars; `spread` is the sigma of the logarithm across members. */
  median: number;
  spread: number;
  /** Range of due days; each member has a fixed one. */
  due: readonly [number, number];
}

function monthlyBill({ from, median, spread, stray, due }: MonthlyBill): PaymentStream {
  const days: RecurringPayments['days'] = ({ random, calendar }) => calendar.monthly(random.int(...due), 'after');
  return debits({ from, days, cents: around(median, spread), stray });
}

export const mortgage = monthlyBill({ from: MORTGAGES, median: 1_480, spread: 0.35, due: [1, 5] });
export const rent = monthlyBill({ from: RENT, median: 1_150, spread: 0.3, due: [1, 3] });
export const utility = monthlyBill({ from: UTILITIES, median: 118, spread: 0.4, stray: 0.35, due: [5, 26] });
export const telecom = monthlyBill({ from: TELECOMS, median: 84, spread: 0.3, stray: 0.02, due: [8, 28] });
export const cardPayment = monthlyBill({ from: CARDS, median: 420, spread: 0.7, stray: 0.5, due: [10, 28] });
export const insurance = monthlyBill({ from: INSURERS, median: 145, spread: 0.4, due: [3, 24] });
export const autoLoan = monthlyBill({ from: AUTO_LOANS, median: 385, spread: 0.3, due: [6, 22] });
export const subscription = monthlyBill({ from: SUBSCRIPTIONS, median: 15, spread: 0.4, due: [1, 28] });

export const savingsTransfer = debits({
  from: SAVINGS_TRANSFER,
  days: monthly(16, 'after'),
  cents: (random) => random.pick([5_000, 10_000, 15_000, 25_000, 50_000]),
});

const [TUESDAY, WEDNESDAY, THURSDAY, FRIDAY] = [2, 3, 4, 5] as const;

/** Median net pay in dollars. */
const NET_PAY_A_YEAR = 46_000;

type Cadence = 'weekly' | 'biweekly' | 'semimonthly';
const PAYDAYS_A_YEAR = { weekly: 52, biweekly: 26, semimonthly: 24 } as const;

/** With one raise and, for some, a bonus in December. */
export function payroll(cadence: Cadence, holder: 0 | 1): PaymentStream {
  return (scene) => {
    const { random } = scene;
    const days = payDays(scene, cadence);
    const usual = Math.round(random.cents(NET_PAY_A_YEAR, 0.35) / PAYDAYS_A_YEAR[cadence]);
    const originator = random.pickSkewed(EMPLOYERS);
    const stray = cadence === 'weekly' ? 0.08 : 0;
    const drafts = days.map((day): DraftEntry => {
      return { day, cents: strayedCents(random, usual, stray), direction: 'Credit', originator, holder };
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
  return drafts.map((draft) => (draft.day >= from ? { ...draft, cents: Math.round(draft.cents * factor) } : draft));
}

function withBonus({ random, calendar }: AccountScene, drafts: DraftEntry[]): DraftEntry[] {
  const december = calendar.monthly(18, 'before').find((day) => isInMonths(day, calendar, ['12']));
  const pay = drafts[0];
  if (!pay || december === undefined || !random.chance(0.15)) return drafts;
  return [...drafts, { ...pay, day: december, cents: pay.cents * random.int(1, 3), description: 'BONUS' }];
}

/** On the second, third, or fourth Wednesday, depending on the day of birth; raised once, in January. */
export const socialSecurity: PaymentStream = (scene) => {
  const { calendar } = scene;
  const drafts = credits({
    from: SOCIAL_SECURITY,
    days: ({ random }) => calendar.nthWeekday(WEDNESDAY, random.int(2, 4)),
    cents: (random) => Math.round(random.cents(1_950, 0.3) / 100) * 100,
  })(scene);
  const newYear = drafts.find(({ day }) => isInMonths(day, calendar, ['01']))?.day ?? Number.POSITIVE_INFINITY;
  return drafts.map((draft) => (draft.day >= newYear ? { ...draft, cents: Math.round(draft.cents * 1.028) } : draft));
};

/** On the first, or before it if the first is not a banking day. */
export const supplementalIncome = credits({
  from: SUPPLEMENTAL_INCOME,
  days: monthly(1, 'before'),
  cents: (random) => random.centsBetween(580, 994),
});

/** On the first banking day of the month. */
export const veteransBenefit = credits({
  from: VETERANS,
  days: monthly(1, 'after'),
  cents: around(1_450, 0.5),
});
export const pension = credits({ from: PENSIONS, days: monthly(31, 'before'), cents: around(1_700, 0.4) });
export const gigPay = credits({
  from: GIG_PLATFORMS,
  days: ({ calendar }) => calendar.everyWeeks(1, TUESDAY, 0),
  cents: around(310, 0.4),
  stray: 0.45,
});

/** From February to April; one in twelve is just below or above $10,000. */
export const taxRefund: PaymentStream = ({ random, calendar }) => {
  const originator = random.chance(0.8) ? TAX_REFUND : STATE_REFUND;
  const cents = random.chance(1 / 12) ? random.centsBetween(8_800, 10_900) : random.cents(2_150, 0.6);
  const days = calendar.days.filter((day) => isInMonths(day, calendar, ['02', '03', '04']));
  return days.length === 0 ? [] : [{ day: random.pick(days), cents, direction: 'Credit', originator }];
};

export const quarterlyTax = debits({
  from: TAX_PAYMENT,
  days: inMonths(monthly(15, 'after'), ['01', '04', '06', '09']),
  cents: around(1_400, 0.5),
});

export const tuition = debits({
  from: COLLEGES,
  days: inMonths(({ random, calendar }) => calendar.monthly(random.int(3, 28), 'after'), ['01', '08']),
  cents: around(3_900, 0.3),
});

export const dividends = credits({
  from: DIVIDENDS,
  days: inMonths(monthly(20, 'before'), ['03', '06', '09', '12']),
  cents: around(90, 0.8),
  stray: 0.1,
});

/** The required minimum distribution, once a year. */
export const retirementDistribution = credits({
  from: IRA_CUSTODIANS,
  days: (scene) => {
    const days = scene.calendar.monthly(scene.random.int(1, 27), 'before');
    return inMonths(() => days, [scene.random.pick(['10', '11', '12'])])(scene);
  },
  cents: around(6_800, 0.35),
});

const isInMonths = (day: number, calendar: BankingCalendar, months: readonly string[]): boolean =>
  months.includes(calendar.text(day).slice(5, 7));
