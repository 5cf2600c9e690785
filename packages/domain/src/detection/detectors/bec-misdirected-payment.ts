import type { EvidenceFact, EvidenceFigure } from '@clearwatch/contracts/alerts';
import { dollarsToCents, formatDollars } from '../../money/cents.ts';
import { NEW_BANK_DETAILS, normalizeText } from '../entry-meaning.ts';
import { moneyFigure, shareFigure } from '../finding-evidence.ts';
import type { PreparedEntry } from '../member-history.ts';
import type { ReceiverNames } from '../receiver-names.ts';
import {
  type BecParameters,
  isCorporateClass,
  type SuspectPayment,
  type UnrecoverableDebits,
  type UnrecoverableMoney,
} from './bec-payments.ts';

/** Whether a payment could be one, before anything costly is looked at. */
export function mayBeRedirectedPay(
  { purpose, historyDays }: PreparedEntry,
  { payrollHistoryDays }: BecParameters,
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
  { names, gone }: { names: ReceiverNames; gone: () => UnrecoverableDebits },
  parameters: BecParameters,
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
      figures: redirectedPayFigures(isHigh ? share : null, payment, parameters),
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

function redirectedPayFigures(
  highShare: number | null,
  { historyDays }: PreparedEntry,
  { payrollHistoryDays, payrollHighRiskShare, goneDays }: BecParameters,
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

/** How accounts payable write that they pay for something. */
const VENDOR_PAYMENT_WORDS =
  /\b(?:VEND(?:ORS?)?|INV(?:OICES?)?|SUPPLIERS?|REMIT(?:TANCE)?|PURCHASE ORDER|P ?O(?! BOX)|ACCTS? PAY(?:ABLE)?|CORP P(?:A?YM?N?T|MT|AYMENT)S?|TRADE PAY(?:MENT)?)\b/;

/** Whether a payment could be one, before anything costly is looked at. */
export function mayBeVendorPayment(
  { entry, isExempt, historyDays }: PreparedEntry,
  { vendorMinimum, vendorHistoryDays }: BecParameters,
): boolean {
  return (
    entry.transactionType === 'Credit' &&
    isCorporateClass(entry) &&
    entry.amountCents >= dollarsToCents(vendorMinimum) &&
    historyDays >= vendorHistoryDays &&
    !isExempt
  );
}

/**
 * A corporate credit of a company that has not paid here before and says it pays a vendor, when the receiver is nobody of
 * this account, most of it leaves at once, or the addenda announces new bank details. A business that wins a customer is
 * paid in its own name and keeps the money: it stays quiet.
 */
export function vendorPayment(
  payment: PreparedEntry,
  { names, gone }: { names: ReceiverNames; gone: () => UnrecoverableDebits },
  parameters: BecParameters,
): SuspectPayment | null {
  const { entryDescription, addenda, receiverName, epochDay, amountCents } = payment.entry;
  const text = normalizeText(`${entryDescription ?? ''} ${addenda ?? ''}`);
  if (!VENDOR_PAYMENT_WORDS.test(text)) return null;
  const isStranger = names.isStranger(receiverName ?? '', epochDay - parameters.nameDays - 1);
  const newDetails = NEW_BANK_DETAILS.exec(text)?.[0] ?? null;
  const lastDay = epochDay + parameters.goneDays;
  const goneOn = gone().dayThatReaches(parameters.goneShare * amountCents, epochDay, lastDay);
  const completedOn = isStranger || newDetails !== null ? epochDay : goneOn;
  if (completedOn === null) return null;
  const left = goneOn === null ? null : gone().between(epochDay, lastDay);
  const signs = { isStranger, newDetails, left };
  return {
    kind: 'vendor',
    payment,
    completedOn,
    riskLevel: 'high',
    gone: left,
    statement: () => ({
      signs:
        `the first of that company here and worded as a vendor payment: ${describeSigns(signs, payment, parameters)}. ` +
        'Possible vendor payment to the wrong account.',
      figures: vendorPaymentFigures(left, payment, parameters),
      facts: newDetails === null ? [] : [newBankDetailsFact(newDetails)],
      wouldBeSilent: vendorWouldBeSilent(signs, payment, parameters),
      percentageChange: null,
      baseline: null,
    }),
  };
}

interface VendorPaymentSigns {
  isStranger: boolean;
  newDetails: string | null;
  left: UnrecoverableMoney | null;
}

function describeSigns(
  { isStranger, newDetails, left }: VendorPaymentSigns,
  { entry }: PreparedEntry,
  { goneDays }: BecParameters,
): string {
  return [
    isStranger ? `the receiver ${entry.receiverName} shares no name with the account` : [],
    newDetails === null ? [] : `it says "${newDetails}"`,
    left === null
      ? []
      : `${formatDollars(left.cents)} left within ${goneDays} days in ${left.count} ${left.count === 1 ? 'debit' : 'debits'}`,
  ]
    .flat()
    .join('; ');
}

function vendorPaymentFigures(
  left: UnrecoverableMoney | null,
  { entry, historyDays }: PreparedEntry,
  { vendorMinimum, vendorHistoryDays, goneDays, goneShare }: BecParameters,
): EvidenceFigure[] {
  const all: EvidenceFigure[] = [
    moneyFigure({
      label: 'Vendor payment',
      value: entry.amountCents,
      threshold: dollarsToCents(vendorMinimum),
    }),
    {
      label: 'Age of the account',
      value: String(historyDays),
      comparison: '>=',
      threshold: String(vendorHistoryDays),
      unit: 'days',
      met: true,
    },
  ];
  if (left === null) return all;
  const value = left.cents / entry.amountCents;
  return [
    ...all,
    shareFigure({ label: `Share that left within ${goneDays} days`, value, threshold: goneShare }),
  ];
}

function newBankDetailsFact(words: string): EvidenceFact {
  return { label: 'New bank details announced', value: words, unit: 'text' };
}

function vendorWouldBeSilent(
  { isStranger, newDetails, left }: VendorPaymentSigns,
  { entry }: PreparedEntry,
  { vendorMinimum, nameDays, goneDays, goneShare }: BecParameters,
): string[] {
  const without = [
    isStranger
      ? `with a receiver name that shares a word with one the account has carried for more than ${nameDays} days`
      : [],
    newDetails === null ? [] : `without the words "${newDetails}"`,
    left === null
      ? []
      : `with less than ${formatDollars(Math.ceil(goneShare * entry.amountCents))} leaving within ${goneDays} days`,
  ].flat();
  const all = without.join(', and ');
  return [
    `With an amount below ${formatDollars(dollarsToCents(vendorMinimum))}.`,
    `${all.charAt(0).toUpperCase()}${all.slice(1)}.`,
    'With an entry of the company more than 10 days before.',
  ];
}
