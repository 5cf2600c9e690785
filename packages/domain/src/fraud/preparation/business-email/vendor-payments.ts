import type { EvidenceFact, EvidenceFigure } from '@clearwatch/contracts/fraud/alert-evidence';
import { centsOfDollars } from '../../../money/cents.ts';
import { formatDollars } from '../../../money/format-dollars.ts';
import { moneyFigure, shareFigure } from '../../figure.ts';
import type { Gone, MoneyGone } from '../money-gone.ts';
import { NEW_BANK_DETAILS } from '../new-bank-details.ts';
import type { PreparedEntry } from '../prepared-entry.ts';
import type { ReceiverNames } from '../receiver-names.ts';
import { inWords } from '../words-of.ts';
import { isCorporate } from './is-corporate.ts';
import type { BusinessEmailParameters } from './parameters.ts';
import type { SuspectPayment } from './suspect-payment.ts';

/** How accounts payable write that they pay for something. */
const PAYS_A_VENDOR =
  /\b(?:VEND(?:ORS?)?|INV(?:OICES?)?|SUPPLIERS?|REMIT(?:TANCE)?|PURCHASE ORDER|P ?O(?! BOX)|ACCTS? PAY(?:ABLE)?|CORP P(?:A?YM?N?T|MT|AYMENT)S?|TRADE PAY(?:MENT)?)\b/;

/** Whether a payment could be one, before anything costly is looked at. */
export function mayBeVendorPayment(
  { entry, isExempt, historyDays }: PreparedEntry,
  { vendorMinimum, vendorHistoryDays }: BusinessEmailParameters,
): boolean {
  return (
    entry.transactionType === 'Credit' &&
    isCorporate(entry) &&
    entry.amountCents >= centsOfDollars(vendorMinimum) &&
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
  { names, gone }: { names: ReceiverNames; gone: () => MoneyGone },
  parameters: BusinessEmailParameters,
): SuspectPayment | null {
  const { entryDescription, addenda, receiverName, epochDay, amountCents } = payment.entry;
  const text = inWords(`${entryDescription ?? ''} ${addenda ?? ''}`);
  if (!PAYS_A_VENDOR.test(text)) return null;
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
        `the first of that company here and worded as a vendor payment: ${described(signs, payment, parameters)}. ` +
        'Possible vendor payment to the wrong account.',
      figures: figures(left, payment, parameters),
      facts: newDetails === null ? [] : [announced(newDetails)],
      wouldBeSilent: wouldBeSilent(signs, payment, parameters),
      percentageChange: null,
      baseline: null,
    }),
  };
}

interface Signs {
  isStranger: boolean;
  newDetails: string | null;
  left: Gone | null;
}

function described(
  { isStranger, newDetails, left }: Signs,
  { entry }: PreparedEntry,
  { goneDays }: BusinessEmailParameters,
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

function figures(
  left: Gone | null,
  { entry, historyDays }: PreparedEntry,
  { vendorMinimum, vendorHistoryDays, goneDays, goneShare }: BusinessEmailParameters,
): EvidenceFigure[] {
  const all: EvidenceFigure[] = [
    moneyFigure({
      label: 'Vendor payment',
      value: entry.amountCents,
      threshold: centsOfDollars(vendorMinimum),
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

function announced(words: string): EvidenceFact {
  return { label: 'New bank details announced', value: words, unit: 'text' };
}

function wouldBeSilent(
  { isStranger, newDetails, left }: Signs,
  { entry }: PreparedEntry,
  { vendorMinimum, nameDays, goneDays, goneShare }: BusinessEmailParameters,
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
    `With an amount below ${formatDollars(centsOfDollars(vendorMinimum))}.`,
    `${all.charAt(0).toUpperCase()}${all.slice(1)}.`,
    'With an entry of the company more than 10 days before.',
  ];
}
