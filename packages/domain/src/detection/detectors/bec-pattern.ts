import { formatDollars } from '../../money/cents.ts';
import type { Behavior } from '../behaviors.ts';
import { defineDetector } from '../define-detector.ts';
import { compareEntries } from '../detection-entry.ts';
import { deduplicationWindow } from '../detector.ts';
import { describeEntry } from '../finding-facts.ts';
import { inOrder, type PreparedEntry, sumOfEntries } from '../member-history.ts';
import { receiverFacts, receiverNames } from '../receiver-names.ts';
import { lookAlikePayments, mayBeLookAlike } from './bec-look-alike.ts';
import {
  mayBeRedirectedPay,
  mayBeVendorPayment,
  redirectedPay,
  vendorPayment,
} from './bec-misdirected-payment.ts';
import {
  BEC_PARAMETERS,
  type BecParameters,
  debitsOfUnrecoverable,
  type SuspectPayment,
  UnrecoverableDebits,
} from './bec-payments.ts';

interface SuspectMatch {
  /** 2 for high risk, else 1. */
  strength: number;
  suspect: SuspectPayment;
}

interface BecCase extends Behavior<SuspectMatch> {
  /** The debits by which the money of its payments left. */
  outgoing: ReadonlySet<PreparedEntry>;
}

/**
 * Payments that a fraudulent message may have sent here; the credit union holds the beneficiary. (a) a vendor payment to
 * the wrong account, (b) redirected pay, (c) a payment under a look-alike name. All of them need a company that is new to
 * the account, so the rule waits for the end of the warm-up.
 *
 * The trigger is the payment. When a vendor payment becomes suspect only because it leaves, its case begins on that day
 * (`completedOn`): a payment that was suspect at once stays the trigger, though its own came a day later.
 */
export const becPattern = defineDetector({
  activityType: 'bec_pattern',
  category: 'Business Email Compromise',
  ruleVersion: 3,
  sources: [
    'FinCEN FIN-2016-A003 and FIN-2019-A005: e-mail compromise, changed payment instructions, beneficiary name and account that do not belong together',
    'NCUA 19-RISK-01: business email compromise',
    'Nacha, false pretenses: vendor impersonation, business email compromise, payroll redirection',
    'Nacha, standard entry descriptions (2026): PAYROLL on PPD credits of wages, so that redirected pay can be seen',
  ],
  parameters: [...BEC_PARAMETERS, deduplicationWindow(30)],

  find({ account, context: { companies }, parameters, comparableFrom }) {
    const firstPayments = account.entries.filter(
      (prepared) =>
        prepared.isFirstTime &&
        !prepared.isReturn &&
        !prepared.isReversal &&
        prepared.entry.epochDay >= comparableFrom &&
        (mayBeVendorPayment(prepared, parameters) ||
          mayBeRedirectedPay(prepared, parameters) ||
          mayBeLookAlike(prepared, parameters)),
    );
    if (firstPayments.length === 0) return [];
    let outgoing: UnrecoverableDebits | null = null;
    const facts = {
      names: receiverNames(account),
      outgoing: () => (outgoing ??= new UnrecoverableDebits(account, companies, parameters)),
    };
    const misdirected = firstPayments.flatMap((payment) => {
      if (mayBeVendorPayment(payment, parameters)) return vendorPayment(payment, facts, parameters) ?? [];
      return mayBeRedirectedPay(payment, parameters) ? (redirectedPay(payment, facts, parameters) ?? []) : [];
    });
    const candidates = firstPayments.filter(
      (payment) => mayBeLookAlike(payment, parameters) && !companies.isKnown(payment.entry.companyKey),
    );
    const lookAlikes = lookAlikePayments(account, new Set(candidates), parameters);
    return casesOf([...misdirected, ...lookAlikes], parameters);
  },

  explain({ trigger, entries, amountCents, first, peak, outgoing }, { account, parameters }) {
    const { signs, figures, facts, ...details } = first.suspect.details();
    const payments = entries.length - outgoing.size;
    const others =
      payments === 1 ? '' : ` ${payments} such payments, ${formatDollars(amountCents)} in all, in this case.`;
    const outgoingIds = new Set([...outgoing].map(({ entry }) => entry.id));
    const { entry } = trigger;
    return {
      ...details,
      counts: (prepared) => !outgoing.has(prepared),
      coolDays: coolDaysOf(first.suspect, parameters),
      riskLevel: peak.suspect.riskLevel,
      description: `${describeEntry(trigger)} on ${entry.day}, ${signs}${others}`,
      // A later payment than the one that begins the case may have made the risk high.
      figures: first === peak ? figures : [...figures, ...peak.suspect.details().figures],
      facts: [
        ...facts,
        ...receiverFacts(account, { entry, knownUntil: entry.epochDay - parameters.nameDays - 1 }),
      ],
      partOf: ({ id }) => {
        if (outgoing.size === 0) return null;
        return outgoingIds.has(id) ? 'Money out' : 'Payment';
      },
    };
  },
});

/** Suspect payments within the deduplication window of the first are one case. Each payment counts once. */
function casesOf(
  suspects: readonly SuspectPayment[],
  parameters: BecParameters & { coolDays: number },
): BecCase[] {
  const cases: [SuspectPayment, ...SuspectPayment[]][] = [];
  const seen = new Set<PreparedEntry>();
  for (const suspect of suspects.toSorted(byCompletion)) {
    if (seen.has(suspect.payment)) continue;
    seen.add(suspect.payment);
    const current = cases.at(-1);
    const daysSinceFirst =
      suspect.payment.entry.epochDay - (current?.[0].payment.entry.epochDay ?? -Infinity);
    if (current !== undefined && daysSinceFirst <= coolDaysOf(current[0], parameters)) current.push(suspect);
    else cases.push([suspect]);
  }
  return cases.map(([suspect, ...rest]) => {
    const first = matchOf(suspect);
    const payments = [suspect, ...rest];
    const peak = [first, ...rest.map(matchOf)].find(({ strength }) => strength === 2) ?? first;
    const counted = new Set(payments.map(({ payment }) => payment));
    const left = debitsOfUnrecoverable(payments.flatMap(({ outgoing }) => outgoing ?? []));
    const outgoing = new Set(left.filter((debit) => !counted.has(debit)));
    const entries = inOrder([...counted, ...outgoing]);
    return { trigger: suspect.payment, entries, amountCents: sumOfEntries(counted), first, peak, outgoing };
  });
}

function matchOf(suspect: SuspectPayment): SuspectMatch {
  return { strength: suspect.riskLevel === 'high' ? 2 : 1, suspect };
}

/** By the day on which they were complete, then in the order of the account, a vendor payment before the rest. */
function byCompletion(left: SuspectPayment, right: SuspectPayment): number {
  return left.completedOn - right.completedOn || compareEntries(left.payment.entry, right.payment.entry);
}

function coolDaysOf({ kind }: SuspectPayment, parameters: BecParameters & { coolDays: number }): number {
  return kind === 'payroll' ? parameters.payrollCoolDays : parameters.coolDays;
}
