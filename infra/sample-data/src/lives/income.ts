import type { Draft, Scene, Stream } from '../draft.ts';
import {
  EMPLOYERS,
  GIG_PLATFORMS,
  PENSIONS,
  SOCIAL_SECURITY,
  SUPPLEMENTAL_INCOME,
  VETERANS,
} from '../world/companies.ts';
import { recurring } from './recurring.ts';

const FRIDAY = 5;
const THURSDAY = 4;
const WEDNESDAY = 3;

/** Net pay of the US middle, dollars a year; the spread covers clerks to surgeons. */
const NET_PAY_A_YEAR = 46_000;

type Cadence = 'weekly' | 'biweekly' | 'semimonthly';
const PAYDAYS_A_YEAR = { weekly: 52, biweekly: 26, semimonthly: 24 } as const;

/** Pay with a raise once in the window and, for some, a bonus in December. */
export function payroll(cadence: Cadence, holder: 0 | 1): Stream {
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

function payDays({ random, calendar }: Scene, cadence: Cadence): readonly number[] {
  if (cadence === 'weekly') return calendar.everyWeeks(1, THURSDAY, 0);
  if (cadence === 'biweekly') return calendar.everyWeeks(2, FRIDAY, random.int(0, 1));
  return [...calendar.monthly(15, 'before'), ...calendar.monthly(31, 'before')].toSorted((a, b) => a - b);
}

function withRaise({ random }: Scene, drafts: Draft[]): Draft[] {
  const from = drafts[random.int(0, Math.max(0, drafts.length - 1))]?.day ?? 0;
  const factor = 1 + random.int(2, 6) / 100;
  return drafts.map((draft) =>
    draft.day >= from ? { ...draft, cents: Math.round(draft.cents * factor) } : draft,
  );
}

function withBonus({ random, calendar }: Scene, drafts: Draft[]): Draft[] {
  const december = calendar.monthly(18, 'before').find((day) => calendar.text(day).slice(5, 7) === '12');
  const pay = drafts[0];
  if (!pay || december === undefined || !random.chance(0.15)) return drafts;
  return [...drafts, { ...pay, day: december, cents: pay.cents * random.int(1, 3), description: 'BONUS' }];
}

/** Second, third or fourth Wednesday, by the day of birth; raised each January by the cost of living. */
export const socialSecurity: Stream = ({ random, calendar }) => {
  const days = calendar.nthWeekday(WEDNESDAY, random.int(2, 4));
  const cents = Math.round(random.cents(1_950, 0.3) / 100) * 100;
  const newYear = days.find((day) => calendar.text(day).slice(5, 7) === '01') ?? Number.POSITIVE_INFINITY;
  return recurring({ random, days, originator: SOCIAL_SECURITY, direction: 'Credit', cents }).map((draft) =>
    draft.day >= newYear ? { ...draft, cents: Math.round(draft.cents * 1.028) } : draft,
  );
};

/** Supplemental Security Income: on the first, before it when the first is closed. */
export const supplementalIncome: Stream = ({ random, calendar }) =>
  recurring({
    random,
    days: calendar.monthly(1, 'before'),
    originator: SUPPLEMENTAL_INCOME,
    direction: 'Credit',
    cents: random.centsBetween(580, 994),
  });

/** Veterans' compensation: the first business day of the month. */
export const veteransBenefit: Stream = ({ random, calendar }) =>
  recurring({
    random,
    days: calendar.monthly(1, 'after'),
    originator: VETERANS,
    direction: 'Credit',
    cents: random.cents(1_450, 0.5),
  });

export const pension: Stream = ({ random, calendar }) =>
  recurring({
    random,
    days: calendar.monthly(31, 'before'),
    originator: random.pick(PENSIONS),
    direction: 'Credit',
    cents: random.cents(1_700, 0.4),
  });

/** Drivers and couriers are paid every week, never the same amount. */
export const gigPay: Stream = ({ random, calendar }) =>
  recurring({
    random,
    days: calendar.everyWeeks(1, 2, 0),
    originator: random.pick(GIG_PLATFORMS),
    direction: 'Credit',
    cents: random.cents(310, 0.4),
    stray: 0.45,
  });
