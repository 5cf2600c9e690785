import type { EvidenceFigure } from '@clearwatch/contracts/alerts';
import { type Cents, dollarsToCents, formatDollars } from '../../money/cents.ts';
import { firstIndexOnOrAfter } from '../baseline.ts';
import { type Behavior, BehaviorCollector } from '../behaviors.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import {
  count,
  type DetectionContext,
  days,
  deduplicationWindow,
  firstComparableDay,
  fixedCount,
  minimumHistory,
  sum,
} from '../detector.ts';
import { CompanyWindow } from '../entry-windows.ts';
import { countFigure, moneyFigure } from '../finding-evidence.ts';
import { listCompanyNames, takeoverFacts } from '../finding-facts.ts';
import type { AccountHistory } from '../member-history.ts';
import { unfamiliarDebits } from '../unfamiliar-debits.ts';

const RULE = {
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
} as const;

type Parameters = ParametersOf<typeof RULE>;

/** A window of debits that met the condition. */
interface Burst {
  /** Sum of the window's debits in cents. */
  strength: Cents;
  companies: number;
  /** New companies of the time before that makes the account stable. */
  companiesBefore: number;
}

/**
 * A burst of billers that a stable account never had: three or more companies, new to the account and unknown to the
 * institution, within eight days, while the 90 days before brought three at most. Travellers meet shops that many members
 * use and spend small sums; three subscriptions begun in a week stay far below the sum.
 */
export const newCompanies = defineDetector(RULE, ({ history, context, parameters, finding }) =>
  history.accounts.flatMap((account) =>
    burstsOf(account, parameters, context).map((burst) =>
      finding({
        behaviour: burst,
        riskLevel: burst.peak.strength >= dollarsToCents(parameters.highRiskSum) ? 'high' : 'medium',
        percentageChange: null,
        description: describe(burst, parameters),
        figures: figuresOf(burst, parameters),
        baseline: null,
        wouldBeSilent: wouldBeSilent(burst.first, parameters),
        facts: takeoverFacts(account, {
          beginsOn: burst.entries[0]?.entry.epochDay ?? burst.trigger.entry.epochDay,
          companies: context.companies,
        }),
      }),
    ),
  ),
);

function burstsOf(
  account: AccountHistory,
  parameters: Parameters,
  context: DetectionContext,
): Behavior<Burst>[] {
  const { windowDays, minimumCompanies, stableDays, mostBefore, minimumHistoryDays } = parameters;
  const debits = unfamiliarDebits(account, context.companies);
  if (debits.length < minimumCompanies) return [];
  const comparableFrom = firstComparableDay(context);
  const collector = new BehaviorCollector<Burst>(debits, parameters.coolDays);
  const window = new CompanyWindow(debits);
  const before = new CompanyWindow(debits);
  debits.forEach((debit, at) => {
    const { epochDay } = debit.entry;
    window.moveTo({ firstDay: epochDay - windowDays + 1, end: at + 1 });
    if (window.companies < minimumCompanies || window.sumCents < dollarsToCents(parameters.minimumSum))
      return;
    if (epochDay < comparableFrom || debit.historyDays < minimumHistoryDays) return;
    const stableUntil = epochDay - windowDays;
    before.moveTo({
      firstDay: stableUntil - stableDays + 1,
      end: firstIndexOnOrAfter(debits, stableUntil + 1),
    });
    if (before.companies > mostBefore) return;
    const { companies, sumCents, from } = window;
    const detail = { strength: sumCents, companies, companiesBefore: before.companies };
    collector.complete({ from, at, detail });
  });
  return collector.behaviours();
}

function describe({ entries, amountCents, first }: Behavior<Burst>, parameters: Parameters): string {
  const companies = new Set(entries.map(({ entry }) => entry.companyKey)).size;
  const before = first.companiesBefore === 0 ? 'none' : String(first.companiesBefore);
  return (
    `${entries.length} debits by ${companies} companies that are new to this account (${listCompanyNames(entries)}), ` +
    `${formatDollars(amountCents)} in all from ${entries[0]?.entry.day} to ${entries.at(-1)?.entry.day}; ` +
    `${before} in the ${parameters.stableDays} days before. Possible misuse of the account number.`
  );
}

function figuresOf({ first, peak }: Behavior<Burst>, parameters: Parameters): EvidenceFigure[] {
  const figures = [
    countFigure({
      label: `New companies within ${parameters.windowDays} days`,
      value: first.companies,
      threshold: parameters.minimumCompanies,
    }),
    moneyFigure({
      label: 'Sum of their debits',
      value: first.strength,
      threshold: dollarsToCents(parameters.minimumSum),
    }),
    countFigure({
      label: `New companies in the ${parameters.stableDays} days before`,
      value: first.companiesBefore,
      comparison: '<=',
      threshold: parameters.mostBefore,
    }),
  ];
  const high = dollarsToCents(parameters.highRiskSum);
  if (peak.strength >= high) {
    figures.push(moneyFigure({ label: 'High risk: sum of a window', value: peak.strength, threshold: high }));
  }
  return figures;
}

function wouldBeSilent({ companies, companiesBefore }: Burst, parameters: Parameters): string[] {
  const { minimumCompanies, windowDays, minimumSum, mostBefore, stableDays, minimumHistoryDays } = parameters;
  const fewer = minimumCompanies - 1;
  const more = mostBefore + 1 - companiesBefore;
  return [
    `With ${fewer} new ${fewer === 1 ? 'company' : 'companies'} within ${windowDays} days instead of ${companies}.`,
    `With less than ${formatDollars(dollarsToCents(minimumSum))} together.`,
    `With ${more} more new ${more === 1 ? 'company' : 'companies'} in the ${stableDays} days before: then new ones are usual.`,
    'With companies that many members use.',
    `On an account younger than ${minimumHistoryDays} days.`,
  ];
}
