import type { EvidenceFact, EvidenceFigure } from '@clearwatch/contracts/fraud/alert-evidence';
import { type Cents, centsOfDollars } from '../../money/cents.ts';
import { formatDollars } from '../../money/format-dollars.ts';
import type { Behaviour } from '../behaviours.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import { countFigure, daysFigure, moneyFigure } from '../figure.ts';
import type { DetectionContext } from '../frame.ts';
import { coolDays, days, dormancy, fixedCount, sum } from '../parameter.ts';
import type { AccountHistory } from '../preparation/account-history.ts';
import { companiesNamed } from '../preparation/companies-named.ts';
import { joinBehaviours } from '../preparation/join-behaviours.ts';
import { isMoneyIn } from '../preparation/money-through.ts';
import { type Reactivation, reactivations, sumOfEntries } from '../preparation/reactivations.ts';

const RULE = {
  activityType: 'dormant_reactivation',
  category: 'Dormant Account Activity',
  ruleVersion: 2,
  sources: [
    'FFIEC BSA/AML manual, appendix F: an account with little activity may suddenly experience large deposit and withdrawal activity',
    'Tazama rules 003 and 004 (dormancy of 3, 6 and 12 months)',
  ],
  parameters: [
    dormancy('silentDays', { default: 120, min: 60, max: 1095, meaning: 'days without any entry' }),
    days('windowDays', { default: 7, min: 1, max: 30, meaning: 'days after them that are looked at' }),
    sum('unexplainedSum', {
      default: 1000,
      min: 100,
      max: 1_000_000,
      meaning: 'unexplained entries of those days',
    }),
    fixedCount('firstMet', { default: 1, min: 1, max: 10, meaning: 'entries of companies never met before' }),
    days('highRiskSilentDays', { default: 180, min: 60, max: 1095, meaning: 'silence for high risk' }),
    sum('highRiskSum', { default: 5000, min: 500, max: 10_000_000, meaning: 'total for high risk' }),
    coolDays(60),
  ],
} as const;

type Parameters = ParametersOf<typeof RULE>;

interface Awakening extends Reactivation {
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
    .flatMap((account) => awakeningsOf(account, parameters, context))
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

function awakeningsOf(
  account: AccountHistory,
  parameters: Parameters,
  context: DetectionContext,
): Behaviour<Awakening>[] {
  const found: Behaviour<Awakening>[] = [];
  for (const reactivation of reactivations(account, context.companies, parameters)) {
    const { unexplained, firstMet } = reactivation;
    const amountCents = sumOfEntries(unexplained);
    const [trigger] = unexplained;
    if (trigger === undefined || amountCents < centsOfDollars(parameters.unexplainedSum)) continue;
    if (firstMet.length < parameters.firstMet) continue;
    const detail = { ...reactivation, strength: amountCents };
    found.push({ trigger, entries: unexplained, amountCents, first: detail, peak: detail });
  }
  return joinBehaviours(found, parameters.coolDays);
}

function isHigh({ first, amountCents }: Behaviour<Awakening>, parameters: Parameters): boolean {
  return (
    first.silentDays >= parameters.highRiskSilentDays || amountCents >= centsOfDollars(parameters.highRiskSum)
  );
}

function describe({ first, entries, amountCents }: Behaviour<Awakening>): string {
  const many = entries.length === 1 ? '1 entry' : `${entries.length} entries`;
  return (
    `No entry for ${first.silentDays} days since ${first.before.entry.day}, then ${many} of ` +
    `${formatDollars(amountCents)} in all from ${entries[0]?.entry.day} to ${entries.at(-1)?.entry.day} with ` +
    `${companiesNamed(entries)}. Possible use of a resting account by others.`
  );
}

function figuresOf({ first, amountCents }: Behaviour<Awakening>, parameters: Parameters): EvidenceFigure[] {
  const { silentDays, windowDays, unexplainedSum, firstMet, highRiskSilentDays, highRiskSum } = parameters;
  const figures = [
    daysFigure({ label: 'Days without any entry', value: first.silentDays, threshold: silentDays }),
    moneyFigure({
      label: `Unexplained entries within ${windowDays} days`,
      value: first.strength,
      threshold: centsOfDollars(unexplainedSum),
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
  if (amountCents >= centsOfDollars(highRiskSum)) {
    const label = 'High risk: total';
    figures.push(moneyFigure({ label, value: amountCents, threshold: centsOfDollars(highRiskSum) }));
  }
  return figures;
}

function factsOf({ before, firstMet }: Awakening): EvidenceFact[] {
  const { transactionType, amountCents, company, day } = before.entry;
  const [kind, whose] = transactionType === 'Credit' ? ['Credit', 'from'] : ['Debit', 'to'];
  return [
    {
      label: 'Last entry before the silence',
      value: `${kind} of ${formatDollars(amountCents)} ${whose} ${company} on ${day}`,
      unit: 'text',
    },
    { label: 'Companies never met before', value: companiesNamed(firstMet) || 'none', unit: 'text' },
  ];
}

function wouldBeSilent({ strength, unexplained }: Awakening, parameters: Parameters): string[] {
  const { silentDays, windowDays, unexplainedSum } = parameters;
  const sentences = [
    `With any entry in between that left no ${silentDays} silent days in a row.`,
    `With less than ${formatDollars(centsOfDollars(unexplainedSum))} within ${windowDays} days instead of ${formatDollars(strength)}.`,
    'With companies only that the account had met before the silence.',
  ];
  const purposes =
    'With credits whose descriptions name pay, benefits, a tax refund, a loan, a claim or a distribution.';
  return unexplained.every(isMoneyIn) ? [...sentences, purposes] : sentences;
}
