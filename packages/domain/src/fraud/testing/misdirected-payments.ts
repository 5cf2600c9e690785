import { becPattern } from '../detectors/bec-pattern.ts';
import type { Finding } from '../frame.ts';
import { aContext } from './a-context.ts';
import { aHistory, type HistoryBuilder } from './a-history.ts';

/** The day of the payment in each of these histories. */
export const DAY = '2026-03-12';

/** Of Robin Example, over two years. */
export function ordinaryLife(): HistoryBuilder {
  return aHistory().ordinaryLifeUntil('2026-03-10');
}

/** A vendor payment of a company that has not paid here before; only its addenda or receiver can make it suspect. */
export function vendorPays(amount = '7000.00', history = ordinaryLife()): HistoryBuilder {
  return history
    .credit(amount)
    .from('MARLIN SHIPYARDS')
    .ofClass('CCD')
    .described('VENDOR PMT')
    .withAddenda('INVOICE 48213')
    .on(DAY);
}

/** Pay of a new employer in somebody else's name. */
export function redirectedPay(history = ordinaryLife()): HistoryBuilder {
  return history
    .credit('2000.00')
    .from('GRANITE FOODS')
    .described('PAYROLL')
    .receivedBy('Kim Stranger')
    .on(DAY);
}

/** A business that DELTA GROCERS pays $2,200 every three weeks, and then somebody of nearly that name. */
export function impostorPays(amount = '4400.00', name = 'DELTA GROCER'): HistoryBuilder {
  return aHistory()
    .credit('2200.00')
    .from('DELTA GROCERS')
    .ofClass('CTX')
    .described('VENDOR PMT')
    .on('2025-09-01')
    .again({ times: 8, everyDays: 21 })
    .credit(amount)
    .from(name)
    .ofClass('CTX')
    .described('VENDOR PMT')
    .on(DAY);
}

/** So much by wallet on this day. */
export function sent(history: HistoryBuilder, amount: string, day = '2026-03-13'): HistoryBuilder {
  return history.debit(amount).from('ZELLE').described('PAYMENT').on(day);
}

export function detectBec(history: HistoryBuilder, context = aContext()): Finding[] {
  return becPattern.detect(history.build(), context);
}

/** Each figure beside its threshold. */
export function figuresOf(finding: Finding | undefined): string[] | undefined {
  return finding?.evidence.figures.map(
    ({ value, comparison, threshold, unit }) => `${value} ${comparison} ${threshold} ${unit}`,
  );
}
