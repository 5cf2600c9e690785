import type { EvidenceFact, EvidenceFigure } from '@clearwatch/contracts/alerts';
import { type Cents, dollarsToCents, formatDollars } from '../../money/cents.ts';
import { type Behavior, joinBehaviors } from '../behaviors.ts';
import type { CompanyTable } from '../company-table.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import { type DetectionContext, days, deduplicationWindow, dormancy, fixedCount, sum } from '../detector.ts';
import { countFigure, daysFigure, moneyFigure } from '../finding-evidence.ts';
import { listCompanyNames } from '../finding-facts.ts';
import { type AccountHistory, type PreparedEntry, sumOfEntries } from '../member-history.ts';
import { isMoneyIn } from '../pass-through.ts';

/** An account that moves again after a long silence, and what of its first days needs an explanation. */
interface Reactivation {
  /** The last entry before the silence. */
  before: PreparedEntry;
  silentDays: number;
  /** In the order of the account's entries; may be empty. */
  unexplained: PreparedEntry[];
  /** Those of companies that the account meets for the first time. */
  firstMet: PreparedEntry[];
}

/**
 * Every silence of at least so many days and what begins it again. Nothing at all may have happened in between, neither
 * money nor a return.
 *
 * Unexplained are, within the first days, wallets and transfers, and companies that neither the account nor the
 * institution knows: those who come home to their old landlord and the shops everybody uses are explained, and so is
 * what states its purpose. Returns, reversals and account validations move nothing.
 */
function* reactivations(
  account: AccountHistory,
  companies: CompanyTable,
  limits: { silentDays: number; windowDays: number },
): Generator<Reactivation> {
  const { entries } = account;
  for (let at = 1; at < entries.length; at += 1) {
    const [before, first] = [entries[at - 1], entries[at]];
    if (before === undefined || first === undefined) return;
    const silentDays = first.entry.epochDay - before.entry.epochDay;
    if (silentDays < limits.silentDays) continue;
    const unexplained: PreparedEntry[] = [];
    const firstMet: PreparedEntry[] = [];
    for (let next = at; next < entries.length; next += 1) {
      const prepared = entries[next];
      if (prepared === undefined || prepared.entry.epochDay >= first.entry.epochDay + limits.windowDays)
        break;
      if (isExplained(prepared)) continue;
      const isMet = (account.companyFirstDay(prepared.entry.companyKey) ?? 0) < first.entry.epochDay;
      if (!prepared.isMovable && (isMet || companies.isKnown(prepared.entry.companyKey))) continue;
      unexplained.push(prepared);
      if (!isMet) firstMet.push(prepared);
    }
    yield { before, silentDays, unexplained, firstMet };
  }
}

function isExplained({ isExempt, isReturn, isReversal, isMicro }: PreparedEntry): boolean {
  return isExempt || isReturn || isReversal || isMicro;
}

const RULE = {
  activityType: 'dormant_reactivation',
  category: 'Dormant Account Activity',
  ruleVersion: 2,
  sources: [
    'FFIEC BSA/AML manual, appendix F: an account with little activity may suddenly experience large deposit and withdrawal activity',
    'Tazama rules 003 and 004 (dormancy of 3, 6 and 12 months)',
  ],
  parameters: [
    dormancy('silentDays', [60, 120, 1095], 'days without any entry'),
    days('windowDays', [1, 7, 30], 'days after them that are looked at'),
    sum('unexplainedSum', [100, 1000, 1_000_000], 'unexplained entries of those days'),
    fixedCount('firstMet', [1, 1, 10], 'entries of companies never met before'),
    days('highRiskSilentDays', [60, 180, 1095], 'silence for high risk'),
    sum('highRiskSum', [500, 5000, 10_000_000], 'total for high risk'),
    deduplicationWindow(60),
  ],
} as const;

type Parameters = ParametersOf<typeof RULE>;

interface ScoredReactivation extends Reactivation {
  /** Sum of the unexplained entries, in cents. */
  strength: Cents;
}

/**
 * An account that was silent for four months and then within a week moves $1,000 or more by wallet, by transfer or with
 * companies that nobody here knows, one of them at least new to the account. Seasonal pay, a tax refund and shopping at
 * known shops wake an account up every day.
 *
 * Anchored at the first of the unexplained entries after the silence: it stays where it is while the week goes on. The
 * silence lies inside the ledger, so that no warm-up is needed.
 */
export const dormantReactivation = defineDetector(RULE, ({ history, context, parameters, finding }) =>
  history.accounts
    .flatMap((account) => scoredReactivations(account, parameters, context))
    .map((found) =>
      finding({
        behaviour: found,
        riskLevel: isHigh(found, parameters) ? 'high' : 'medium',
        percentageChange: null,
        description: describe(found),
        figures: figuresOf(found, parameters),
        baseline: null,
        wouldBeSilent: wouldBeSilent(found.first, parameters),
        facts: factsOf(found.first),
      }),
    ),
);

function scoredReactivations(
  account: AccountHistory,
  parameters: Parameters,
  context: DetectionContext,
): Behavior<ScoredReactivation>[] {
  const found: Behavior<ScoredReactivation>[] = [];
  for (const reactivation of reactivations(account, context.companies, parameters)) {
    const { unexplained, firstMet } = reactivation;
    const amountCents = sumOfEntries(unexplained);
    const [trigger] = unexplained;
    if (trigger === undefined || amountCents < dollarsToCents(parameters.unexplainedSum)) continue;
    if (firstMet.length < parameters.firstMet) continue;
    const detail = { ...reactivation, strength: amountCents };
    found.push({ trigger, entries: unexplained, amountCents, first: detail, peak: detail });
  }
  return joinBehaviors(found, parameters.coolDays);
}

function isHigh({ first, amountCents }: Behavior<ScoredReactivation>, parameters: Parameters): boolean {
  return (
    first.silentDays >= parameters.highRiskSilentDays || amountCents >= dollarsToCents(parameters.highRiskSum)
  );
}

function describe({ first, entries, amountCents }: Behavior<ScoredReactivation>): string {
  const many = entries.length === 1 ? '1 entry' : `${entries.length} entries`;
  return (
    `No entry for ${first.silentDays} days since ${first.before.entry.day}, then ${many} of ` +
    `${formatDollars(amountCents)} in all from ${entries[0]?.entry.day} to ${entries.at(-1)?.entry.day} with ` +
    `${listCompanyNames(entries)}. Possible use of a resting account by others.`
  );
}

function figuresOf(
  { first, amountCents }: Behavior<ScoredReactivation>,
  parameters: Parameters,
): EvidenceFigure[] {
  const { silentDays, windowDays, unexplainedSum, firstMet, highRiskSilentDays, highRiskSum } = parameters;
  const figures = [
    daysFigure({ label: 'Days without any entry', value: first.silentDays, threshold: silentDays }),
    moneyFigure({
      label: `Unexplained entries within ${windowDays} days`,
      value: first.strength,
      threshold: dollarsToCents(unexplainedSum),
    }),
    countFigure({
      label: 'Entries of companies never met before',
      value: first.firstMet.length,
      threshold: firstMet,
    }),
  ];
  if (first.silentDays >= highRiskSilentDays) {
    const label = 'High risk: days without any entry';
    figures.push(daysFigure({ label, value: first.silentDays, threshold: highRiskSilentDays }));
  }
  if (amountCents >= dollarsToCents(highRiskSum)) {
    const label = 'High risk: total';
    figures.push(moneyFigure({ label, value: amountCents, threshold: dollarsToCents(highRiskSum) }));
  }
  return figures;
}

function factsOf({ before, firstMet }: ScoredReactivation): EvidenceFact[] {
  const { transactionType, amountCents, company, day } = before.entry;
  const [kind, whose] = transactionType === 'Credit' ? ['Credit', 'from'] : ['Debit', 'to'];
  return [
    {
      label: 'Last entry before the silence',
      value: `${kind} of ${formatDollars(amountCents)} ${whose} ${company} on ${day}`,
      unit: 'text',
    },
    { label: 'Companies never met before', value: listCompanyNames(firstMet) || 'none', unit: 'text' },
  ];
}

function wouldBeSilent({ strength, unexplained }: ScoredReactivation, parameters: Parameters): string[] {
  const { silentDays, windowDays, unexplainedSum } = parameters;
  const sentences = [
    `With any entry in between that left no ${silentDays} silent days in a row.`,
    `With less than ${formatDollars(dollarsToCents(unexplainedSum))} within ${windowDays} days instead of ${formatDollars(strength)}.`,
    'With companies only that the account had met before the silence.',
  ];
  const purposes =
    'With credits whose descriptions name pay, benefits, a tax refund, a loan, a claim or a distribution.';
  return unexplained.every(isMoneyIn) ? [...sentences, purposes] : sentences;
}
