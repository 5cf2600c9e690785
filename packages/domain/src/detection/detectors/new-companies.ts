import { formatDollars } from '../../money/cents.ts';
import { defineDetector } from '../define-detector.ts';
import { count, days, deduplicationWindow, fixedCount, minimumHistory, sum } from '../detector.ts';
import { companyOf, EntryWindow, firstIndexOnOrAfter } from '../entry-windows.ts';
import { figure } from '../finding-evidence.ts';
import { countCompanies, dayRange, listCompanyNames, pluralize, takeoverFacts } from '../finding-facts.ts';
import { unfamiliarDebits } from '../member-history.ts';

/** Travelers use shops that many members use, and three new subscriptions in one week stay far below the minimum total. */
export const newCompanies = defineDetector({
  activityType: 'new_companies',
  category: 'Account Takeover',
  ruleVersion: 4,
  sources: [
    'FinCEN FIN-2011-A016, account takeover activity: transactions inconsistent with the normal activity of the account',
    'Nacha, risk management topics, fraud monitoring (2026): behavioral tolerances and anomaly detection by the RDFI',
    'Tazama rules 017 and 030 (divergence, unfamiliar counterparties)',
  ],
  parameters: [
    days('windowDays', [1, 8, 30], 'Number of days within which the debits must occur', 'with 8, March 1 to 8'),
    count(
      'minimumCompanies',
      [2, 3, 50],
      'Number of different new companies that raises an alert',
      'with 3, three companies new to the account',
    ),
    sum('minimumSum', [10, 450, 100_000], 'Minimum total of their debits', 'with $450, three debits of $150'),
    days(
      'stableDays',
      [30, 90, 365],
      'Number of days before the window during which new companies must be rare',
      'with 90, about three months',
    ),
    fixedCount(
      'mostBefore',
      [0, 3, 50],
      'Maximum number of new companies in those days',
      'with 3, a fourth new company means that new companies are usual',
    ),
    minimumHistory(
      'minimumHistoryDays',
      [10, 60, 365],
      'Minimum account age in days, counted from its first entry',
      'with 60, a 59-day-old account is not checked',
    ),
    sum(
      'highRiskSum',
      [100, 2000, 1_000_000],
      'Minimum total in one window for high risk',
      'with $2,000, debits of $2,100 in 8 days',
    ),
    deduplicationWindow(14),
  ],

  find({ account, context, parameters, comparableFrom, collect }) {
    const { windowDays, minimumCompanies, minimumSum, stableDays, mostBefore } = parameters;
    const debits = unfamiliarDebits(account, context.companies);
    if (debits.length < minimumCompanies) return [];
    const window = new EntryWindow(windowDays, companyOf);
    const before = new EntryWindow(Infinity, companyOf);
    let passed = 0;
    return collect(debits, (debit) => {
      const { epochDay } = debit.entry;
      window.add(debit);
      if (window.distinct < minimumCompanies || window.sumCents < minimumSum) return null;
      if (epochDay < comparableFrom || debit.historyDays < parameters.minimumHistoryDays) return null;
      const end = firstIndexOnOrAfter(debits, epochDay - windowDays + 1);
      for (const earlier of debits.slice(passed, end)) before.add(earlier);
      passed = Math.max(passed, end);
      before.dropBefore(epochDay - windowDays - stableDays + 1);
      if (before.distinct > mostBefore) return null;
      const { firstIndex: from, sumCents: strength, distinct: companies } = window;
      return { from, strength, companies, companiesBefore: before.distinct };
    });
  },

  explain({ entries, amountCents, first, peak }, { account, context, parameters }) {
    const { minimumCompanies, windowDays, minimumSum, mostBefore, stableDays, highRiskSum } = parameters;
    const { strength, companies, companiesBefore } = first;
    const fewer = pluralize(minimumCompanies - 1, 'new company', 'new companies');
    const more = pluralize(mostBefore + 1 - companiesBefore, 'more new company', 'more new companies');
    return {
      description:
        `${entries.length} debits by ${countCompanies(entries)} companies that are new to this account ` +
        `(${listCompanyNames(entries)}) totaled ${formatDollars(amountCents)} ${dayRange(entries)}. New companies in the ` +
        `${stableDays} days before: ${companiesBefore === 0 ? 'none' : companiesBefore}. ` +
        'Possible misuse of the account number.',
      figures: [
        figure.count([companies, '>=', minimumCompanies], `New companies within ${windowDays} days`),
        figure.money([strength, '>=', minimumSum], 'Total of their debits'),
        figure.count([companiesBefore, '<=', mostBefore], `New companies in the ${stableDays} days before`),
      ],
      highRiskFigures: [figure.money([peak.strength, '>=', highRiskSum], `largest total within ${windowDays} days`)],
      wouldBeSilent: [
        `Only ${fewer} within ${windowDays} days instead of ${companies}.`,
        `A total below ${formatDollars(minimumSum)}.`,
        `${more} in the ${stableDays} days before, which makes new companies usual.`,
        'Companies that many members use.',
        `An account less than ${parameters.minimumHistoryDays} days old.`,
      ],
      facts: takeoverFacts(account, { behavior: entries, companies: context.companies }),
    };
  },
});
