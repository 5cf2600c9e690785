import type { EvidenceBaseline, EvidenceFact, EvidenceFigure } from '@clearwatch/contracts/alerts';
import { highRiskBusinessOf, highRiskBusinessOfEntry } from '../../companies/high-risk-businesses.ts';
import { type Cents, dollarsToCents, formatDollars } from '../../money/cents.ts';
import { SummedEntries } from '../baseline.ts';
import { type Behavior, BehaviorCollector } from '../behaviors.ts';
import type { CompanyTable } from '../company-table.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import { count, days, deduplicationWindow, firstComparableDay, ratio, sum } from '../detector.ts';
import { AmountWindow } from '../entry-windows.ts';
import { countFigure, moneyBaseline, moneyFigure, percentageChange } from '../finding-evidence.ts';
import { listCompanyNames } from '../finding-facts.ts';
import type { AccountHistory, PreparedEntry } from '../member-history.ts';

const INTERNATIONAL_LABEL = 'international entry (IAT)';

/** Why a debit is high-risk: the line of business, or that it is an international entry; null when it is ordinary. */
export function highRiskReason({ entry }: PreparedEntry, companies: CompanyTable): string | null {
  const line =
    highRiskBusinessOf(entry.company) ??
    (entry.entryDescription === null ? null : highRiskBusinessOf(entry.entryDescription)) ??
    highRiskBusinessOfEntry(entry);
  if (line !== null) return line;
  return entry.class === 'IAT' && !companies.isKnown(entry.companyKey) ? INTERNATIONAL_LABEL : null;
}

/**
 * Debits of high-risk lines of business (by the words of company or entry description) and international ones, in the
 * order of the account's entries. An international debit of a company that many members use is a shop abroad or a
 * payment service, and counts only when its words say more. Returns and reversals moved no money in the end.
 */
export function highRiskDebits({ entries }: AccountHistory, companies: CompanyTable): PreparedEntry[] {
  return entries.filter(
    (prepared) =>
      prepared.entry.transactionType === 'Debit' &&
      !prepared.isReturn &&
      !prepared.isReversal &&
      highRiskReason(prepared, companies) !== null,
  );
}

const MAX_COMPANIES_LISTED = 10;

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
    days('windowDays', [3, 14, 60], 'days of the concentration'),
    count('debits', [2, 2, 100], 'high-risk debits of those days'),
    sum('debitSum', [100, 1500, 1_000_000], 'their sum'),
    ratio('usualRatio', [1, 1.5, 50], 'that sum against all such debits of before'),
    days('usualDays', [30, 90, 365], 'days that before covers'),
    sum('highRiskSum', [500, 4000, 10_000_000], 'total for high risk'),
    deduplicationWindow(21),
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
  const comparableFrom = firstComparableDay(context);
  return history.accounts
    .flatMap((account) => concentrationsOf(account, context.companies, { parameters, comparableFrom }))
    .map((found) =>
      finding({
        behaviour: found,
        riskLevel: found.amountCents >= dollarsToCents(parameters.highRiskSum) ? 'high' : 'medium',
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
): Behavior<Concentration>[] {
  const entries = highRiskDebits(account, companies);
  if (entries.length < parameters.debits) return [];
  const summed = new SummedEntries(entries);
  const window = new AmountWindow(parameters.windowDays);
  const collector = new BehaviorCollector<Concentration>(entries, parameters.coolDays);
  entries.forEach((debit, at) => {
    window.add(debit, at);
    const { epochDay } = debit.entry;
    if (epochDay < comparableFrom) return;
    if (window.count < parameters.debits || window.sumCents < dollarsToCents(parameters.debitSum)) return;
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

function describe({ entries, amountCents, first }: Behavior<Concentration>, companies: CompanyTable): string {
  const { cents: before, firstDay, lastDay } = first.before;
  const reasons = [...new Set(entries.map((debit) => highRiskReason(debit, companies) ?? ''))].join(', ');
  return (
    `${entries.length} debits to ${listCompanyNames(entries)} (${reasons}), ${formatDollars(amountCents)} from ` +
    `${entries[0]?.entry.day} to ${entries.at(-1)?.entry.day}; ` +
    `${before === 0 ? 'no such debits' : `${formatDollars(before)} of such debits`} in the ` +
    `${lastDay - firstDay + 1} days before. Possible sudden concentration in high-risk lines of business.`
  );
}

function figuresOf(
  { first, amountCents }: Behavior<Concentration>,
  parameters: Parameters,
): EvidenceFigure[] {
  const { windowDays, debits, debitSum, usualRatio, usualDays, highRiskSum } = parameters;
  const figures = [
    countFigure({
      label: `High-risk debits within ${windowDays} days`,
      value: first.debits,
      threshold: debits,
    }),
    moneyFigure({ label: 'Sum of these debits', value: first.strength, threshold: dollarsToCents(debitSum) }),
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
  if (amountCents >= dollarsToCents(highRiskSum)) {
    const label = 'High risk: total';
    figures.push(moneyFigure({ label, value: amountCents, threshold: dollarsToCents(highRiskSum) }));
  }
  return figures;
}

function baselineOf({ before }: Concentration): EvidenceBaseline | null {
  if (before.cents === 0) return null;
  return moneyBaseline('High-risk debits of the days before, in all', before.cents, before);
}

function wouldBeSilent({ strength, debits }: Concentration, parameters: Parameters): string[] {
  const { windowDays, debitSum, usualRatio, usualDays } = parameters;
  return [
    `With ${parameters.debits - 1} such debits within ${windowDays} days instead of ${debits}.`,
    `With less than ${formatDollars(dollarsToCents(debitSum))} within ${windowDays} days instead of ${formatDollars(strength)}.`,
    `With more than ${formatDollars(Math.floor(strength / usualRatio))} of such debits in the ${usualDays} days before.`,
  ];
}

/** What makes each company high-risk. */
function factsOf({ entries }: Behavior<Concentration>, companies: CompanyTable): EvidenceFact[] {
  const reasons = new Map<string, string>();
  for (const debit of entries) {
    const { company } = debit.entry;
    if (!reasons.has(company)) reasons.set(company, highRiskReason(debit, companies) ?? '');
  }
  return [...reasons].slice(0, MAX_COMPANIES_LISTED).map(([company, reason]) => ({
    label: `Why ${company} is looked at`,
    value: reason,
    unit: 'text',
  }));
}
