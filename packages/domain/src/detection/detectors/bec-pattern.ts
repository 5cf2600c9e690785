import { formatDollars } from '../../money/cents.ts';
import type { Behavior } from '../behaviors.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import { compareEntries } from '../detection-entry.ts';
import { type DetectionContext, deduplicationWindow, firstComparableDay } from '../detector.ts';
import { type AccountHistory, type PreparedEntry, sumOfEntries } from '../member-history.ts';
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
  debitsOfUnrecoverable,
  type SuspectPayment,
  UnrecoverableDebits,
} from './bec-payments.ts';

const RULE = {
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
} as const;

type Parameters = ParametersOf<typeof RULE>;

interface Suspicion {
  /** 2 for high risk, else 1. */
  strength: number;
  suspect: SuspectPayment;
}

/** One behaviour, and where the money of all its payments went. */
interface Case {
  behaviour: Behavior<Suspicion>;
  out: ReadonlySet<PreparedEntry>;
}

/**
 * Payments that an invented message may have sent here; the credit union holds the beneficiary. (a) a vendor payment to the
 * wrong account, (b) redirected pay, (c) a payment under a look-alike name; each is told where it is found. All of them
 * need a company that is new to the account, so the rule is silent in the warm-up of a ledger.
 *
 * The trigger is the payment. When a vendor payment becomes suspect only because it leaves, its case begins on that day
 * (`completedOn`): a payment that was suspect at once keeps the trigger, though its own came a day later.
 */
export const becPattern = defineDetector(RULE, ({ history, context, parameters, finding }) =>
  history.accounts.flatMap((account) =>
    casesOf(suspectPayments(account, parameters, context), parameters).map(({ behaviour, out }) => {
      const { suspect } = behaviour.first;
      const peak = behaviour.peak.suspect;
      const statement = suspect.statement();
      const { entry } = behaviour.trigger;
      return finding({
        behaviour,
        counts: (prepared) => !out.has(prepared),
        coolDays: coolDaysOf(suspect, parameters),
        riskLevel: peak.riskLevel,
        percentageChange: statement.percentageChange,
        description: describe(behaviour, { out, signs: statement.signs }),
        // What made the risk high may be a later payment than the one that begins the case.
        figures: suspect === peak ? statement.figures : [...statement.figures, ...peak.statement().figures],
        baseline: statement.baseline,
        wouldBeSilent: statement.wouldBeSilent,
        facts: [
          ...statement.facts,
          ...receiverFacts(account, { entry, knownUntil: entry.epochDay - parameters.nameDays - 1 }),
        ],
        partOf: partsOf(behaviour.entries, out),
      });
    }),
  ),
);

function suspectPayments(
  account: AccountHistory,
  parameters: Parameters,
  context: DetectionContext,
): SuspectPayment[] {
  const comparableFrom = firstComparableDay(context);
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
  let gone: UnrecoverableDebits | null = null;
  const seen = {
    names: receiverNames(account),
    gone: () => {
      const { routineRatio: ratio, routineDays: daysAgo } = parameters;
      gone ??= new UnrecoverableDebits(account, {
        companies: context.companies,
        routine: { ratio, daysAgo },
      });
      return gone;
    },
  };
  const lookAlikes = lookAlikePayments(
    account,
    new Set(
      firstPayments.filter(
        (payment) =>
          mayBeLookAlike(payment, parameters) && !context.companies.isKnown(payment.entry.companyKey),
      ),
    ),
    parameters,
  );
  const others = firstPayments.flatMap((payment) => {
    if (mayBeVendorPayment(payment, parameters)) return vendorPayment(payment, seen, parameters) ?? [];
    return mayBeRedirectedPay(payment, parameters) ? (redirectedPay(payment, seen, parameters) ?? []) : [];
  });
  return [...others, ...lookAlikes];
}

/** Suspect payments within the cooling period of the first are one case. A payment that is suspect twice is one payment. */
function casesOf(suspects: readonly SuspectPayment[], parameters: Parameters): Case[] {
  const cases: SuspectPayment[][] = [];
  const met = new Set<PreparedEntry>();
  for (const suspect of suspects.toSorted(byCompletion)) {
    if (met.has(suspect.payment)) continue;
    met.add(suspect.payment);
    const current = cases.at(-1);
    const first = current?.[0];
    const isNear =
      first !== undefined &&
      suspect.payment.entry.epochDay - first.payment.entry.epochDay <= coolDaysOf(first, parameters);
    if (current !== undefined && isNear) current.push(suspect);
    else cases.push([suspect]);
  }
  return cases.flatMap((payments) => caseOf(payments) ?? []);
}

function caseOf(payments: readonly SuspectPayment[]): Case | null {
  const details = payments.map((suspect) => ({ strength: suspect.riskLevel === 'high' ? 2 : 1, suspect }));
  const [first] = details;
  if (first === undefined) return null;
  const peak = details.find(({ strength }) => strength === 2) ?? first;
  const counted = new Set(payments.map(({ payment }) => payment));
  const gone = payments.flatMap((suspect) => suspect.gone ?? []);
  const out = new Set(debitsOfUnrecoverable(gone).filter((debit) => !counted.has(debit)));
  const entries = [...counted, ...out].toSorted((one, other) => compareEntries(one.entry, other.entry));
  const amountCents = sumOfEntries(counted);
  return { behaviour: { trigger: first.suspect.payment, entries, amountCents, first, peak }, out };
}

/** By the day on which they were complete; those of one day as the account orders them, a vendor payment before the rest. */
function byCompletion(left: SuspectPayment, right: SuspectPayment): number {
  return left.completedOn - right.completedOn || compareEntries(left.payment.entry, right.payment.entry);
}

function coolDaysOf({ kind }: SuspectPayment, parameters: Parameters): number {
  return kind === 'payroll' ? parameters.payrollCoolDays : parameters.coolDays;
}

function describe(
  { trigger, entries, amountCents }: Behavior<Suspicion>,
  { out, signs }: { out: Case['out']; signs: string },
): string {
  const { amountCents: cents, company, day, transactionType } = trigger.entry;
  const fromOrTo = transactionType === 'Credit' ? 'from' : 'to';
  const payments = entries.length - out.size;
  const others =
    payments === 1 ? '' : ` ${payments} such payments, ${formatDollars(amountCents)} in all, in this case.`;
  return `${transactionType} of ${formatDollars(cents)} ${fromOrTo} ${company} on ${day}, ${signs}${others}`;
}

function partsOf(
  entries: readonly PreparedEntry[],
  out: Case['out'],
): (entry: { id: string }) => string | null {
  if (out.size === 0) return () => null;
  const outIds = new Set(entries.filter((prepared) => out.has(prepared)).map(({ entry }) => entry.id));
  return ({ id }) => (outIds.has(id) ? 'Money out' : 'Payment');
}
