import { formatDollars } from '../../money/cents.ts';
import { NEW_BANK_DETAILS, normalizeText } from '../entry-meaning.ts';
import { figure } from '../finding-evidence.ts';
import { pluralize, textFact } from '../finding-facts.ts';
import type { PreparedEntry } from '../member-history.ts';
import type { ReceiverNames } from '../receiver-names.ts';
import type { BecParameters, SuspectPayment, UnrecoverableDebits } from './bec-payments.ts';

interface AccountFacts {
  names: () => ReceiverNames;
  outgoing: () => UnrecoverableDebits;
}

/** Raises no alert for joint holders, whose names are known, or for newly married members, who keep a first name. */
export function redirectedPay(
  payment: PreparedEntry,
  { names, outgoing }: AccountFacts,
  { nameDays, goneDays, payrollHistoryDays, payrollHighRiskShare }: BecParameters,
): SuspectPayment | null {
  const { receiverName, epochDay, amountCents } = payment.entry;
  if (receiverName === null || !names().isStranger(receiverName, epochDay - nameDays - 1)) return null;
  const left = outgoing().between(epochDay, epochDay + goneDays);
  const share = left.cents / amountCents;
  const isHigh = share >= payrollHighRiskShare;
  const leftText = isHigh ? ` ${formatDollars(left.cents)} left within ${goneDays} days.` : '';
  return {
    kind: 'payroll',
    payment,
    completedOn: epochDay,
    riskLevel: isHigh ? 'high' : 'medium',
    outgoing: isHigh ? left : null,
    details: () => ({
      signs:
        `pay from an employer new to this account. The receiver name ${receiverName} matches no earlier name on ` +
        `the account.${leftText} Possible payroll redirection.`,
      figures: [
        figure.days([payment.historyDays, '>=', payrollHistoryDays], 'Age of the account'),
        isHigh
          ? figure.share([share, '>=', payrollHighRiskShare], `High risk: share that left within ${goneDays} days`)
          : null,
      ],
      facts: [],
      wouldBeSilent: [
        `A receiver name that shares a word with a name first seen on the account more than ${nameDays} days earlier.`,
        'An entry from the employer more than 10 days earlier.',
        `An account less than ${payrollHistoryDays} days old.`,
      ],
    }),
  };
}

const VENDOR_PAYMENT_WORDS =
  /\b(?:VEND(?:ORS?)?|INV(?:OICES?)?|SUPPLIERS?|REMIT(?:TANCE)?|PURCHASE ORDER|P ?O(?! BOX)|ACCTS? PAY(?:ABLE)?|CORP P(?:A?YM?N?T|MT|AYMENT)S?|TRADE PAY(?:MENT)?)\b/;

/** A business with a new customer raises no alert, because it is paid under its own name and keeps the money. */
export function vendorPayment(
  payment: PreparedEntry,
  { names, outgoing }: AccountFacts,
  { nameDays, goneDays, goneShare, vendorMinimum, vendorHistoryDays }: BecParameters,
): SuspectPayment | null {
  const { entryDescription, addenda, receiverName, epochDay, amountCents } = payment.entry;
  const text = normalizeText(`${entryDescription ?? ''} ${addenda ?? ''}`);
  if (!VENDOR_PAYMENT_WORDS.test(text)) return null;
  const isStranger = names().isStranger(receiverName ?? '', epochDay - nameDays - 1);
  const newDetails = NEW_BANK_DETAILS.exec(text)?.[0] ?? null;
  const lastDay = epochDay + goneDays;
  const leftOn = outgoing().dayThatReaches(goneShare * amountCents, epochDay, lastDay);
  const completedOn = isStranger || newDetails !== null ? epochDay : leftOn;
  if (completedOn === null) return null;
  const left = leftOn === null ? null : outgoing().between(epochDay, lastDay);
  // Text for each indicator and the condition that would have prevented it.
  const signs = [
    isStranger && {
      sign: `The receiver name ${receiverName} matches no earlier name on the account.`,
      without: `a receiver name that shares a word with a name first seen on the account more than ${nameDays} days earlier`,
    },
    newDetails !== null && {
      sign: `The entry contains "${newDetails}".`,
      without: `an entry without the words "${newDetails}"`,
    },
    left !== null && {
      sign: `${formatDollars(left.cents)} left within ${goneDays} days in ${pluralize(left.to - left.from, 'debit')}.`,
      without: `less than ${formatDollars(Math.ceil(goneShare * amountCents))} leaving within ${goneDays} days`,
    },
  ].filter((sign) => sign !== false);
  const without = signs.map((sign) => sign.without).join(', and ');
  return {
    kind: 'vendor',
    payment,
    completedOn,
    riskLevel: 'high',
    outgoing: left,
    details: () => ({
      signs:
        `a vendor payment from a company new to this account. ${signs.map(({ sign }) => sign).join(' ')} ` +
        'Possible vendor payment to the wrong account.',
      figures: [
        figure.money([amountCents, '>=', vendorMinimum], 'Vendor payment'),
        figure.days([payment.historyDays, '>=', vendorHistoryDays], 'Age of the account'),
        left === null
          ? null
          : figure.share([left.cents / amountCents, '>=', goneShare], `Share that left within ${goneDays} days`),
      ],
      facts: newDetails === null ? [] : [textFact('New bank details announced', newDetails)],
      wouldBeSilent: [
        `An amount below ${formatDollars(vendorMinimum)}.`,
        `${without.charAt(0).toUpperCase()}${without.slice(1)}.`,
        'An entry from the company more than 10 days earlier.',
      ],
    }),
  };
}
