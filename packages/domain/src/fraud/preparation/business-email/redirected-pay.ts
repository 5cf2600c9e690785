import type { EvidenceFigure } from '@clearwatch/contracts/fraud/alert-evidence';
import { formatDollars } from '../../../money/format-dollars.ts';
import { shareFigure } from '../../figure.ts';
import type { MoneyGone } from '../money-gone.ts';
import type { PreparedEntry } from '../prepared-entry.ts';
import type { ReceiverNames } from '../receiver-names.ts';
import type { BusinessEmailParameters } from './parameters.ts';
import type { SuspectPayment } from './suspect-payment.ts';

/** Whether a payment could be one, before anything costly is looked at. */
export function mayBeRedirectedPay(
  { purpose, historyDays }: PreparedEntry,
  { payrollHistoryDays }: BusinessEmailParameters,
): boolean {
  return purpose === 'payroll' && historyDays >= payrollHistoryDays;
}

/**
 * Pay of an employer that has not paid here before, in the name of somebody who shares neither first nor last name with
 * anybody of the account. A joint holder has been seen before, a bride keeps her first name; somebody whose pay was
 * redirected has neither.
 */
export function redirectedPay(
  payment: PreparedEntry,
  { names, gone }: { names: ReceiverNames; gone: () => MoneyGone },
  parameters: BusinessEmailParameters,
): SuspectPayment | null {
  const { receiverName, epochDay, amountCents } = payment.entry;
  const { nameDays, goneDays, payrollHistoryDays, payrollHighRiskShare } = parameters;
  if (receiverName === null || !names.isStranger(receiverName, epochDay - nameDays - 1)) return null;
  const left = gone().between(epochDay, epochDay + goneDays);
  const share = left.cents / amountCents;
  const isHigh = share >= payrollHighRiskShare;
  return {
    kind: 'payroll',
    payment,
    completedOn: epochDay,
    riskLevel: isHigh ? 'high' : 'medium',
    gone: isHigh ? left : null,
    statement: () => ({
      signs:
        `the first of that employer here: the receiver ${receiverName} shares no name with the account` +
        `${isHigh ? `; ${formatDollars(left.cents)} left within ${goneDays} days` : ''}. Possible redirection of pay.`,
      figures: figures(isHigh ? share : null, payment, parameters),
      facts: [],
      wouldBeSilent: [
        `With a receiver name that shares a word with one the account has carried for more than ${nameDays} days.`,
        'With an entry of the employer more than 10 days before.',
        `On an account younger than ${payrollHistoryDays} days.`,
      ],
      percentageChange: null,
      baseline: null,
    }),
  };
}

function figures(
  highShare: number | null,
  { historyDays }: PreparedEntry,
  { payrollHistoryDays, payrollHighRiskShare, goneDays }: BusinessEmailParameters,
): EvidenceFigure[] {
  const age: EvidenceFigure = {
    label: 'Age of the account',
    value: String(historyDays),
    comparison: '>=',
    threshold: String(payrollHistoryDays),
    unit: 'days',
    met: true,
  };
  if (highShare === null) return [age];
  const label = `High risk: share that left within ${goneDays} days`;
  return [age, shareFigure({ label, value: highShare, threshold: payrollHighRiskShare })];
}
