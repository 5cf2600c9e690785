import { formatDollars } from '../../money/cents.ts';
import { defineDetector } from '../define-detector.ts';
import { count, days, deduplicationWindow, fixedCount, minimumHistory, sum } from '../detector.ts';
import { companyOf, EntryWindow, firstIndexOnOrAfter } from '../entry-windows.ts';
import { figure } from '../finding-evidence.ts';
import { countCompanies, dayRange, listCompanyNames, pluralize, takeoverFacts } from '../finding-facts.ts';
import { unfamiliarDebits } from '../member-history.ts';

/** Travelers meet shops that many members use; three subscriptions begun in a week stay far below the sum. */
export const newCompanies = defineDetector({
  activityType: 'new_companies',
  category: 'Account Takeover',
  ruleVersion: 2,
  sources: [
    'FinCEN FIN-2011-A016, account takeover activity: transactions inconsistent with the normal activity of the account',
    'Nacha, risk management topics, fraud monitoring (2026): behavioural tolerances and anomaly detection by the RDFI',
    'Tazama rules 017 and 030 (divergence, unfamiliar counterparties)',
  ],
  parameters: [
    days('windowDays', [1, 8, 30], 'days in which the debits fall'),
    count('minimumCompanies', [2, 3, 50], 'different new companies'),
    sum('minimumSum', [10, 450, 100_000], 'sum of their debits'),
    days('stableDays', [30, 90, 365], 'days before in which new ones are rare'),
    fixedCount('mostBefore', [0, 3, 50], 'most new companies in those days'),
    minimumHistory('minimumHistoryDays', [10, 60, 365], 'age of the account'),
    sum('highRiskSum', [100, 2000, 1_000_000], 'sum for high risk'),
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
        `(${listCompanyNames(entries)}), ${formatDollars(amountCents)} in all ${dayRange(entries)}; ` +
        `${companiesBefore === 0 ? 'none' : companiesBefore} in the ${stableDays} days before. ` +
        'Possible misuse of the account number.',
      figures: [
        figure.count([companies, '>=', minimumCompanies], `New companies within ${windowDays} days`),
        figure.money([strength, '>=', minimumSum], 'Sum of their debits'),
        figure.count([companiesBefore, '<=', mostBefore], `New companies in the ${stableDays} days before`),
      ],
      highRiskFigures: [figure.money([peak.strength, '>=', highRiskSum], 'sum of a window')],
      wouldBeSilent: [
        `With ${fewer} within ${windowDays} days instead of ${companies}.`,
        `With less than ${formatDollars(minimumSum)} together.`,
        `With ${more} in the ${stableDays} days before: then new ones are usual.`,
        'With companies that many members use.',
        `On an account younger than ${parameters.minimumHistoryDays} days.`,
      ],
      facts: takeoverFacts(account, { behavior: entries, companies: context.companies }),
    };
  },
});
