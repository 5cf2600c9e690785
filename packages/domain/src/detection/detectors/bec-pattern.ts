import { formatDollars } from '../../money/cents.ts';
import type { Behavior, Strength } from '../behaviors.ts';
import { defineDetector } from '../define-detector.ts';
import { compareEntries } from '../detection-entry.ts';
import { deduplicationWindow } from '../detector.ts';
import { describeEntry } from '../finding-facts.ts';
import { inOrder, type PreparedEntry, sumOfEntries } from '../member-history.ts';
import { receiverFacts, receiverNames } from '../receiver-names.ts';
import { lookAlikePayments } from './bec-look-alike.ts';
import { redirectedPay, vendorPayment } from './bec-misdirected-payment.ts';
import {
  BEC_PARAMETERS,
  type BecParameters,
  debitsOfUnrecoverable,
  isCorporateClass,
  type SuspectPayment,
  UnrecoverableDebits,
} from './bec-payments.ts';

/** The strength is 2 for high risk; otherwise, it is 1. */
interface BecCase extends Behavior<Strength & { suspect: SuspectPayment }> {
  outgoing: ReadonlySet<PreparedEntry>;
}

/** A vendor payment may become suspicious only on the day the money leaves; payments are ordered by that day. */
export const becPattern = defineDetector({
  activityType: 'bec_pattern',
  category: 'Business Email Compromise',
  ruleVersion: 5,
  sources: [
    'FinCEN FIN-2016-A003 and FIN-2019-A005: e-mail compromise, changed payment instructions, mismatched beneficiary name and account',
    'NCUA 19-RISK-01: business email compromise',
    'Nacha, false pretenses: vendor impersonation, business email compromise, payroll redirection',
    'Nacha, standard entry descriptions (2026): PAYROLL on PPD wage credits, so that redirected pay can be detected',
  ],
  parameters: [...BEC_PARAMETERS, deduplicationWindow(30)],

  find({ account, context: { companies }, parameters, comparableFrom }) {
    const firstPayments = account.entries.filter(
      (prepared) =>
        prepared.isFirstTime &&
        prepared.isOriginal &&
        prepared.entry.epochDay >= comparableFrom &&
        (prepared.purpose === 'payroll' || isCorporateClass(prepared.entry)),
    );
    if (firstPayments.length === 0) return [];
    const mayBeVendorPayment = ({ entry, isExempt, historyDays }: PreparedEntry) =>
      entry.transactionType === 'Credit' &&
      isCorporateClass(entry) &&
      entry.amountCents >= parameters.vendorMinimum &&
      historyDays >= parameters.vendorHistoryDays &&
      !isExempt;
    const mayBeRedirectedPay = ({ purpose, historyDays }: PreparedEntry) =>
      purpose === 'payroll' && historyDays >= parameters.payrollHistoryDays;
    const mayBeLookAlike = ({ entry, isExempt }: PreparedEntry) =>
      isCorporateClass(entry) && entry.amountCents >= parameters.lookAlikeMinimum && !isExempt;
    let outgoing: UnrecoverableDebits | null = null;
    const facts = {
      names: () => receiverNames(account),
      outgoing: () => (outgoing ??= new UnrecoverableDebits(account, companies, parameters)),
    };
    const misdirected = firstPayments.flatMap((payment) => {
      if (mayBeVendorPayment(payment)) return vendorPayment(payment, facts, parameters) ?? [];
      return mayBeRedirectedPay(payment) ? (redirectedPay(payment, facts, parameters) ?? []) : [];
    });
    const candidates = firstPayments.filter(
      (payment) => mayBeLookAlike(payment) && !companies.isKnown(payment.entry.companyKey),
    );
    const lookAlikes = lookAlikePayments(account, new Set(candidates), parameters);
    return casesOf([...misdirected, ...lookAlikes], parameters);
  },

  explain({ trigger, entries, amountCents, first, peak, outgoing }, { account, parameters }) {
    const { signs, figures, facts, ...details } = first.suspect.details();
    const payments = entries.length - outgoing.size;
    const others =
      payments === 1 ? '' : ` This alert covers ${payments} such payments totaling ${formatDollars(amountCents)}.`;
    const outgoingIds = new Set([...outgoing].map(({ entry }) => entry.id));
    const { entry } = trigger;
    return {
      ...details,
      counts: (prepared) => !outgoing.has(prepared),
      coolDays: coolDaysOf(first.suspect, parameters),
      riskLevel: peak.suspect.riskLevel,
      description: `${describeEntry(trigger)} on ${entry.day}: ${signs}${others}`,
      // A later payment may have raised the risk to high.
      figures: first.suspect === peak.suspect ? figures : [...figures, ...peak.suspect.details().figures],
      facts: [
        ...(facts ?? []),
        ...receiverFacts(account, { entry, knownUntil: entry.epochDay - parameters.nameDays - 1 }),
      ],
      partOf: ({ id }) => {
        if (outgoing.size === 0) return null;
        return outgoingIds.has(id) ? 'Money out' : 'Payment';
      },
    };
  },
});

/** Suspicious payments within the deduplication window of the first one form one case. Each payment counts once. */
function casesOf(suspects: readonly SuspectPayment[], parameters: BecParameters & { coolDays: number }): BecCase[] {
  const cases: [SuspectPayment, ...SuspectPayment[]][] = [];
  const seen = new Set<PreparedEntry>();
  const inOrderOfCompletion = suspects.toSorted(
    (left, right) => left.completedOn - right.completedOn || compareEntries(left.payment.entry, right.payment.entry),
  );
  for (const suspect of inOrderOfCompletion) {
    if (seen.has(suspect.payment)) continue;
    seen.add(suspect.payment);
    const current = cases.at(-1);
    const daysSinceFirst = suspect.payment.entry.epochDay - (current?.[0].payment.entry.epochDay ?? -Infinity);
    if (current !== undefined && daysSinceFirst <= coolDaysOf(current[0], parameters)) current.push(suspect);
    else cases.push([suspect]);
  }
  const matchOf = (suspect: SuspectPayment) => {
    return { strength: suspect.riskLevel === 'high' ? 2 : 1, suspect };
  };
  return cases.map((payments) => {
    const [suspect] = payments;
    const first = matchOf(suspect);
    const peak = matchOf(payments.find(({ riskLevel }) => riskLevel === 'high') ?? suspect);
    const counted = new Set(payments.map(({ payment }) => payment));
    const left = debitsOfUnrecoverable(payments.flatMap(({ outgoing }) => outgoing ?? []));
    const outgoing = new Set(left.filter((debit) => !counted.has(debit)));
    const entries = inOrder([...counted, ...outgoing]);
    return { trigger: suspect.payment, entries, amountCents: sumOfEntries(counted), first, peak, outgoing };
  });
}

function coolDaysOf({ kind }: SuspectPayment, parameters: BecParameters & { coolDays: number }): number {
  return kind === 'payroll' ? parameters.payrollCoolDays : parameters.coolDays;
}
