import type {
  EvidenceBaseline,
  EvidenceFact,
  EvidenceFigure,
} from '@clearwatch/contracts/fraud/alert-evidence';
import { dayOf } from '../../calendar/day.ts';
import { type Cents, centsOfDollars, formatCents } from '../../money/cents.ts';
import { formatDollars } from '../../money/format-dollars.ts';
import { type Behaviour, BehaviourCollector } from '../behaviours.ts';
import type { CompanyTable } from '../companies.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import { countFigure, moneyFigure } from '../figure.ts';
import { coolDays, count, days, ratio, sum } from '../parameter.ts';
import { percentageChange } from '../percentage-change.ts';
import type { AccountHistory } from '../preparation/account-history.ts';
import { AmountWindow } from '../preparation/amount-window.ts';
import { companiesNamed } from '../preparation/companies-named.ts';
import { earliestComparableDay } from '../preparation/earliest-comparable-day.ts';
import { highRiskDebits, highRiskOf } from '../preparation/high-risk-debits.ts';
import { SummedEntries } from '../preparation/summed-entries.ts';

const MOST_COMPANIES_TOLD = 10;

const RULE = {
  activityType: 'high_risk_pattern',
  category: 'High-Risk Transactions',
  ruleVersion: 2,
  sources: [
    'FFIEC BSA/AML manual, Automated Clearing House: due diligence on high-risk originators and on international entries (IAT)',
    'FinCEN notice on convertible virtual currency kiosks (2025-08-04) and earlier advisories on virtual currency',
    'FinCEN FIN-2012-A010: payment processors and the lines of business they serve',
  ],
  parameters: [
    days('windowDays', { default: 14, min: 3, max: 60, meaning: 'days of the concentration' }),
    count('debits', { default: 2, min: 2, max: 100, meaning: 'high-risk debits of those days' }),
    sum('debitSum', { default: 1500, min: 100, max: 1_000_000, meaning: 'their sum' }),
    ratio('usualRatio', {
      default: 1.5,
      min: 1,
      max: 50,
      meaning: 'that sum against all such debits of before',
    }),
    days('usualDays', { default: 90, min: 30, max: 365, meaning: 'days that before covers' }),
    sum('highRiskSum', { default: 4000, min: 500, max: 10_000_000, meaning: 'total for high risk' }),
    coolDays(21),
  ],
} as const;

type Parameters = ParametersOf<typeof RULE>;

interface Concentration {
  /** Sum of the window, in cents. */
  strength: Cents;
  debits: number;
  /** All high-risk debits of the days before the window, in cents; days since 1970-01-01. */
  before: { cents: Cents; firstDay: number; lastDay: number };
}

/**
 * Money that suddenly goes to high-risk originators: crypto, gambling, payday lenders, remitters, or abroad by a company
 * that nobody here knows. Two weeks bring more than half as much again as the three months before, so that a savings plan
 * in coins, a bet every Saturday and the monthly money for the family abroad stay quiet.
 */
export const highRiskPattern = defineDetector(RULE, ({ history, context, parameters, finding }) => {
  const comparableFrom = earliestComparableDay(context);
  return history.accounts
    .flatMap((account) => concentrationsOf(account, context.companies, { parameters, comparableFrom }))
    .map((found) =>
      finding({
        behaviour: found,
        riskLevel: found.amountCents >= centsOfDollars(parameters.highRiskSum) ? 'high' : 'medium',
        percentageChange: percentageChange(found.amountCents, found.first.before.cents),
        description: describe(found, context.companies),
        figures: figuresOf(found, parameters),
        baseline: baselineOf(found.first),
        wouldBeSilent: wouldBeSilent(found.first, parameters),
        facts: factsOf(found, context.companies),
      }),
    );
});

function concentrationsOf(
  account: AccountHistory,
  companies: CompanyTable,
  { parameters, comparableFrom }: { parameters: Parameters; comparableFrom: number },
): Behaviour<Concentration>[] {
  const entries = highRiskDebits(account, companies);
  if (entries.length < parameters.debits) return [];
  const summed = new SummedEntries(entries);
  const window = new AmountWindow(parameters.windowDays);
  const collector = new BehaviourCollector<Concentration>(entries, parameters.coolDays);
  entries.forEach((debit, at) => {
    window.add(debit, at);
    const { epochDay } = debit.entry;
    if (epochDay < comparableFrom) return;
    if (window.count < parameters.debits || window.sumCents < centsOfDollars(parameters.debitSum)) return;
    const lastDay = epochDay - parameters.windowDays;
    const firstDay = lastDay - parameters.usualDays + 1;
    const before = { cents: summed.sumBetween(firstDay, lastDay), firstDay, lastDay };
    if (window.sumCents < parameters.usualRatio * before.cents) return;
    collector.complete({
      from: window.firstIndex,
      at,
      detail: { strength: window.sumCents, debits: window.count, before },
    });
  });
  return collector.behaviours();
}

function describe(
  { entries, amountCents, first }: Behaviour<Concentration>,
  companies: CompanyTable,
): string {
  const { cents: before, firstDay, lastDay } = first.before;
  const reasons = [...new Set(entries.map((debit) => highRiskOf(debit, companies) ?? ''))].join(', ');
  return (
    `${entries.length} debits to ${companiesNamed(entries)} (${reasons}), ${formatDollars(amountCents)} from ` +
    `${entries[0]?.entry.day} to ${entries.at(-1)?.entry.day}; ` +
    `${before === 0 ? 'no such debits' : `${formatDollars(before)} of such debits`} in the ` +
    `${lastDay - firstDay + 1} days before. Possible sudden concentration in high-risk lines of business.`
  );
}

function figuresOf(
  { first, amountCents }: Behaviour<Concentration>,
  parameters: Parameters,
): EvidenceFigure[] {
  const { windowDays, debits, debitSum, usualRatio, usualDays, highRiskSum } = parameters;
  const figures = [
    countFigure({
      label: `High-risk debits within ${windowDays} days`,
      value: first.debits,
      threshold: debits,
    }),
    moneyFigure({ label: 'Sum of these debits', value: first.strength, threshold: centsOfDollars(debitSum) }),
  ];
  if (first.before.cents > 0) {
    figures.push(
      moneyFigure({
        label: `The same against ${usualRatio} times all such debits of the ${usualDays} days before`,
        value: first.strength,
        threshold: usualRatio * first.before.cents,
      }),
    );
  }
  if (amountCents >= centsOfDollars(highRiskSum)) {
    const label = 'High risk: total';
    figures.push(moneyFigure({ label, value: amountCents, threshold: centsOfDollars(highRiskSum) }));
  }
  return figures;
}

function baselineOf({ before }: Concentration): EvidenceBaseline | null {
  if (before.cents === 0) return null;
  return {
    label: 'High-risk debits of the days before, in all',
    value: formatCents(before.cents),
    unit: 'USD',
    firstDay: dayOf(before.firstDay),
    lastDay: dayOf(before.lastDay),
  };
}

function wouldBeSilent({ strength, debits }: Concentration, parameters: Parameters): string[] {
  const { windowDays, debitSum, usualRatio, usualDays } = parameters;
  return [
    `With ${parameters.debits - 1} such debits within ${windowDays} days instead of ${debits}.`,
    `With less than ${formatDollars(centsOfDollars(debitSum))} within ${windowDays} days instead of ${formatDollars(strength)}.`,
    `With more than ${formatDollars(Math.floor(strength / usualRatio))} of such debits in the ${usualDays} days before.`,
  ];
}

/** What makes each company high-risk. */
function factsOf({ entries }: Behaviour<Concentration>, companies: CompanyTable): EvidenceFact[] {
  const reasons = new Map<string, string>();
  for (const debit of entries) {
    const { company } = debit.entry;
    if (!reasons.has(company)) reasons.set(company, highRiskOf(debit, companies) ?? '');
  }
  return [...reasons].slice(0, MOST_COMPANIES_TOLD).map(([company, reason]) => ({
    label: `Why ${company} is looked at`,
    value: reason,
    unit: 'text',
  }));
}
