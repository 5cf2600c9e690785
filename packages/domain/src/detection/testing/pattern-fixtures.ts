import type { Finding } from '../detector.ts';
import { becPattern } from '../detectors/bec-pattern.ts';
import { aContext } from './detection-context.ts';
import { aHistory, type HistoryBuilder } from './history-builder.ts';

/** Day of the payment in each of these histories. */
export const PAYMENT_DAY = '2026-03-12';

/** Two years of entries for Robin Example. */
export function ordinaryReceiver(): HistoryBuilder {
  return aHistory().ordinaryLifeUntil('2026-03-10');
}

/** A vendor payment from a new company. Only its addenda or receiver name can make it suspicious. */
export function vendorPaymentHistory(amount = '7000.00', history = ordinaryReceiver()): HistoryBuilder {
  return history
    .credit(amount)
    .from('MARLIN SHIPYARDS')
    .ofClass('CCD')
    .described('VENDOR PMT')
    .withAddenda('INVOICE 48213')
    .on(PAYMENT_DAY);
}

/** Pay from a new employer, addressed to an unrelated name. */
export function redirectedPayHistory(history = ordinaryReceiver()): HistoryBuilder {
  return history
    .credit('2000.00')
    .from('GRANITE FOODS')
    .described('PAYROLL')
    .receivedBy('Kim Stranger')
    .on(PAYMENT_DAY);
}

/** DELTA GROCERS pays $2,200 every three weeks. Then a company with a similar name pays. */
export function lookAlikePaymentHistory(amount = '4400.00', name = 'DELTA GROCER'): HistoryBuilder {
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
    .on(PAYMENT_DAY);
}

/** A wallet debit on the given day. */
export function sendByWallet(history: HistoryBuilder, amount: string, day = '2026-03-13'): HistoryBuilder {
  return history.debit(amount).from('ZELLE').described('PAYMENT').on(day);
}

export function detectBec(history: HistoryBuilder, context = aContext()): Finding[] {
  return becPattern.detect(history.build(), context);
}

/** Each figure with its threshold. */
export function figureTexts(finding: Finding | undefined): string[] | undefined {
  return finding?.evidence.figures.map(
    ({ value, comparison, threshold, unit }) => `${value} ${comparison} ${threshold} ${unit}`,
  );
}

/** Ordinary activity plus bills of the given amounts every 30 days, starting on 2025-10-01. */
export function powerBills(...amounts: string[]): HistoryBuilder {
  const history = aHistory().ordinaryLifeUntil('2026-03-10');
  const days = ['2025-10-01', '2025-10-31', '2025-11-30', '2025-12-30', '2026-01-29', '2026-02-28'];
  amounts.forEach((amount, index) =>
    history
      .debit(amount)
      .from('PRAIRIE POWER')
      .on(days[index] ?? '2026-03-30'),
  );
  return history;
}

/** Four bills of $100 and $120, then one of the given amount. */
export function powerBillAfterFour(amount: string): HistoryBuilder {
  return powerBills('100.00', '120.00', '100.00', '120.00', amount);
}

/** Ordinary pay and bills until a few days after the first suspicious credits. */
export function ordinaryDepositor(): HistoryBuilder {
  return aHistory().ordinaryLifeUntil('2026-03-10');
}

/** Ordinary activity plus three credits just below the reporting threshold within eleven days. */
export function threeNearTheLine(amount = '9500.00'): HistoryBuilder {
  const history = ordinaryDepositor().credit(amount).from('BLUE HARBOR TRADING').on('2026-03-02');
  return history.credit(amount).from('GREEN VALLEY SALES').on('2026-03-05', '2026-03-12');
}

/** Credits from several senders on consecutive days, starting on Monday, 2026-03-02. */
export function spreadOverAWeek(...amounts: string[]): HistoryBuilder {
  const history = ordinaryDepositor();
  amounts.forEach((amount, index) =>
    history
      .credit(amount)
      .from(`SENDER ${index}`)
      .on(`2026-03-0${index + 2}`),
  );
  return history;
}
