import type { Stream } from '../draft.ts';
import {
  COLLEGES,
  DIVIDENDS,
  IRA_CUSTODIANS,
  STATE_REFUND,
  TAX_PAYMENT,
  TAX_REFUND,
} from '../world/companies.ts';
import { recurring } from './recurring.ts';

/** One refund each spring; one in twelve comes close to $10,000 from below or above. */
export const taxRefund: Stream = ({ random, calendar }) => {
  const federal = random.chance(0.8);
  const cents = random.chance(1 / 12) ? random.centsBetween(8_800, 10_900) : random.cents(2_150, 0.6);
  const days = inMonths(calendar.days, calendar, ['02', '03', '04']);
  if (days.length === 0) return [];
  const originator = federal ? TAX_REFUND : STATE_REFUND;
  return [{ day: random.pick(days), cents, direction: 'Credit', originator }];
};

/** Estimated tax of the self-employed: four fixed days. */
export const quarterlyTax: Stream = ({ random, calendar }) =>
  recurring({
    random,
    days: inMonths(calendar.monthly(15, 'after'), calendar, ['01', '04', '06', '09']),
    originator: TAX_PAYMENT,
    direction: 'Debit',
    cents: random.cents(1_400, 0.5),
  });

export const tuition: Stream = ({ random, calendar }) =>
  recurring({
    random,
    days: inMonths(calendar.monthly(random.int(3, 28), 'after'), calendar, ['01', '08']),
    originator: random.pick(COLLEGES),
    direction: 'Debit',
    cents: random.cents(3_900, 0.3),
  });

export const dividends: Stream = ({ random, calendar }) =>
  recurring({
    random,
    days: inMonths(calendar.monthly(20, 'before'), calendar, ['03', '06', '09', '12']),
    originator: random.pick(DIVIDENDS),
    direction: 'Credit',
    cents: random.cents(90, 0.8),
    stray: 0.1,
  });

/** The required yearly distribution of a retirement account. */
export const retirementDistribution: Stream = ({ random, calendar }) =>
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
