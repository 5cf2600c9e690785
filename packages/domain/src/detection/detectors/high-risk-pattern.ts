import { highRiskBusinessOf, highRiskBusinessOfEntry } from '../../companies/high-risk-businesses.ts';
import { formatDollars } from '../../money/cents.ts';
import type { CompanyTable } from '../company-table.ts';
import { defineDetector } from '../define-detector.ts';
import { count, days, deduplicationWindow, ratio, sum } from '../detector.ts';
import { EntryWindow, SummedEntries } from '../entry-windows.ts';
import { figure, percentageChange, usualBaseline, usualFigure } from '../finding-evidence.ts';
import { dayRange, listCompanyNames, pluralize, textFact } from '../finding-facts.ts';
import type { AccountHistory, PreparedEntry } from '../member-history.ts';

/** Null for an ordinary debit. An IAT debit by a company that many members use comes from a foreign shop or a payment service. */
export function highRiskReason({ entry }: PreparedEntry, companies: CompanyTable): string | null {
  const line =
    highRiskBusinessOf(entry.company) ??
    (entry.entryDescription === null ? null : highRiskBusinessOf(entry.entryDescription)) ??
    highRiskBusinessOfEntry(entry);
  if (line !== null) return line;
  return entry.class === 'IAT' && !companies.isKnown(entry.companyKey) ? 'international entry (IAT)' : null;
}

export function highRiskDebits({ entries }: AccountHistory, companies: CompanyTable): PreparedEntry[] {
  return entries.filter((prepared) => {
    if (prepared.entry.transactionType !== 'Debit' || !prepared.isOriginal) return false;
    return highRiskReason(prepared, companies) !== null;
  });
}

const MAX_COMPANIES_LISTED = 10;

/** Regular cryptocurrency purchases, a weekly bet or monthly remittances to family abroad raise no alert. */
export const highRiskPattern = defineDetector({
  activityType: 'high_risk_pattern',
  category: 'High-Risk Transactions',
  ruleVersion: 4,
  sources: [
    'FFIEC BSA/AML manual, Automated Clearing House: due diligence on high-risk originators and on international entries (IAT)',
    'FinCEN notice on convertible virtual currency kiosks (2025-08-04) and earlier advisories on virtual currency',
    'FinCEN FIN-2012-A010: payment processors and the lines of business they serve',
  ],
  parameters: [
    days('windowDays', [3, 14, 60], 'Number of days within which the debits must occur', 'with 14, March 1 to 14'),
    count(
      'debits',
      [2, 2, 100],
      'Number of high-risk debits that raises an alert',
      'with 2, two debits by a crypto exchange',
    ),
    sum('debitSum', [100, 1500, 1_000_000], 'Minimum total of those debits', 'with $1,500, two debits of $800'),
    ratio(
      'usualRatio',
      [1, 1.5, 50],
      'Multiple of the total of such debits in the previous period',
      'with 1.5, $1,500 after $1,000 in that period',
    ),
    days('usualDays', [30, 90, 365], 'Length of the previous period in days', 'with 90, about three months'),
    sum(
      'highRiskSum',
      [500, 4000, 10_000_000],
      'Minimum alert total for high risk',
      'with $4,000, an alert of $4,200 is high risk',
    ),
    deduplicationWindow(21),
  ],

  find({ account, context, parameters, comparableFrom, collect }) {
    const { windowDays, debits, debitSum, usualRatio, usualDays } = parameters;
    const entries = highRiskDebits(account, context.companies);
    if (entries.length < debits) return [];
    const summed = new SummedEntries(entries);
    const window = new EntryWindow(windowDays);
    return collect(entries, (debit) => {
      window.add(debit);
      const { epochDay } = debit.entry;
      if (epochDay < comparableFrom || window.count < debits || window.sumCents < debitSum) return null;
      const lastDay = epochDay - windowDays;
      const firstDay = lastDay - usualDays + 1;
      const before = { cents: summed.sumBetween(firstDay, lastDay), firstDay, lastDay };
      if (window.sumCents < usualRatio * before.cents) return null;
      return { from: window.firstIndex, strength: window.sumCents, count: window.count, before };
    });
  },

  explain({ entries, amountCents, first }, { context: { companies }, parameters }) {
    const { windowDays, debits, debitSum, usualRatio, usualDays, highRiskSum } = parameters;
    const { strength, count: number, before } = first;
    const reasonOf = (debit: PreparedEntry) => highRiskReason(debit, companies) ?? '';
    const byCompany = Map.groupBy(entries, ({ entry }) => entry.company);
    return {
      percentageChange: percentageChange(amountCents, before.cents),
      description:
        `${entries.length} debits to ${listCompanyNames(entries)} (${[...new Set(entries.map(reasonOf))].join(', ')}) ` +
        `totaled ${formatDollars(amountCents)} ${dayRange(entries)}. Total of such debits in the ${usualDays} days before: ` +
        `${formatDollars(before.cents)}. Possible sudden concentration in high-risk businesses.`,
      figures: [
        figure.count([number, '>=', debits], `High-risk debits within ${windowDays} days`),
        figure.money([strength, '>=', debitSum], 'Total of these debits'),
        usualFigure(
          [strength, usualRatio, before],
          `Total compared with ${usualRatio} times the total of such debits in the ${usualDays} days before`,
        ),
      ],
      highRiskFigures: [figure.money([amountCents, '>=', highRiskSum], 'total')],
      baseline: usualBaseline(`Total of high-risk debits in the ${usualDays} days before`, before),
      wouldBeSilent: [
        `Only ${pluralize(debits - 1, 'such debit')} within ${windowDays} days instead of ${number}.`,
        `A total below ${formatDollars(debitSum)} within ${windowDays} days instead of ${formatDollars(strength)}.`,
        `More than ${formatDollars(Math.floor(strength / usualRatio))} in such debits in the ${usualDays} days before.`,
      ],
      facts: [...byCompany]
        .slice(0, MAX_COMPANIES_LISTED)
        .map(([company, [first]]) => textFact(`Why ${company} is high-risk`, first ? reasonOf(first) : '')),
    };
  },
});
