import type { EvidenceFact, EvidenceFigure } from '@clearwatch/contracts/alerts';
import { formatDollars } from '../../money/cents.ts';
import { firstIndexOnOrAfter } from '../baseline.ts';
import { type Behavior, BehaviorCollector } from '../behaviors.ts';
import { defineDetector, type ParametersOf } from '../define-detector.ts';
import {
  count,
  type DetectionContext,
  days,
  deduplicationWindow,
  firstComparableDay,
  minimumHistory,
  ratio,
} from '../detector.ts';
import { CompanyWindow } from '../entry-windows.ts';
import { countFigure } from '../finding-evidence.ts';
import {
  isConsumerClass,
  listCompanyNames,
  regEDeadlineFacts,
  returnFacts,
  UNAUTHORIZED_RETURN_DAYS,
} from '../finding-facts.ts';
import type { AccountHistory, PreparedEntry } from '../member-history.ts';
import { unfamiliarDebits } from '../unfamiliar-debits.ts';

const RULE = {
  activityType: 'multiple_companies',
  category: 'Unauthorized ACH',
  ruleVersion: 2,
  sources: [
    'FFIEC BSA/AML manual, appendix F: an unusually high level of transactions initiated over the Internet or by telephone',
    'Nacha Operating Rules: TEL and WEB debits rest on an authorization that only the originator has seen',
    '12 CFR 1005.11 (Regulation E): errors and unauthorized transfers can be asserted within 60 days',
  ],
  parameters: [
    days('windowDays', [1, 6, 30], 'days in which the debits fall'),
    count('minimumCompanies', [2, 5, 100], 'different new companies'),
    minimumHistory('minimumHistoryDays', [10, 60, 365], 'age of the account'),
    count('highRiskCompanies', [2, 8, 200], 'new companies for high risk'),
    ratio('telephoneShare', [0.1, 0.6, 1], 'share of TEL debits that raises the risk'),
    deduplicationWindow(14),
  ],
} as const;

type Parameters = ParametersOf<typeof RULE>;

interface CompanyCluster {
  /** Different companies in the window. */
  strength: number;
}

/**
 * The account number is in circulation: five or more companies, new to the account and unknown to the institution, debit
 * it within six days, whatever the amounts; those who try numbers out take little. Bill days bring billers that are
 * established or that many members have. Debits by telephone for the most part raise the risk by one step.
 */
export const multipleCompanies = defineDetector(RULE, ({ history, context, parameters, finding }) =>
  history.accounts.flatMap((account) =>
    companyClusters(account, parameters, context).map((crowd) =>
      finding({
        behaviour: crowd,
        riskLevel: isLarge(crowd, parameters) || isMostlyTelephone(crowd, parameters) ? 'high' : 'medium',
        percentageChange: null,
        description: describe(crowd),
        figures: figuresOf(crowd, parameters),
        baseline: null,
        wouldBeSilent: wouldBeSilent(crowd.first, parameters),
        facts: factsOf(account, crowd),
      }),
    ),
  ),
);

function companyClusters(
  account: AccountHistory,
  parameters: Parameters,
  context: DetectionContext,
): Behavior<CompanyCluster>[] {
  const debits = unfamiliarDebits(account, context.companies);
  if (debits.length < parameters.minimumCompanies) return [];
  const comparableFrom = firstComparableDay(context);
  const collector = new BehaviorCollector<CompanyCluster>(debits, parameters.coolDays);
  const window = new CompanyWindow(debits);
  debits.forEach(({ entry, historyDays }, at) => {
    window.moveTo({ firstDay: entry.epochDay - parameters.windowDays + 1, end: at + 1 });
    if (window.companies < parameters.minimumCompanies) return;
    if (entry.epochDay < comparableFrom || historyDays < parameters.minimumHistoryDays) return;
    collector.complete({ from: window.from, at, detail: { strength: window.companies } });
  });
  return collector.behaviours();
}

function isLarge({ peak }: Behavior<CompanyCluster>, { highRiskCompanies }: Parameters): boolean {
  return peak.strength >= highRiskCompanies;
}

function isMostlyTelephone({ entries }: Behavior<CompanyCluster>, parameters: Parameters): boolean {
  return countOfClass(entries, 'TEL') >= fewestByTelephone(entries.length, parameters);
}

/** The smallest number of TEL debits that is more than the share. */
function fewestByTelephone(debits: number, { telephoneShare }: Parameters): number {
  // 0.6 x 15 need not be exactly 9 in floating point; rounding to millionths first keeps the count honest.
  return Math.floor(Math.round(telephoneShare * debits * 1e6) / 1e6) + 1;
}

function countOfClass(entries: readonly PreparedEntry[], secCode: string): number {
  return entries.filter(({ entry }) => entry.class === secCode).length;
}

function describe({ entries, amountCents }: Behavior<CompanyCluster>): string {
  const companies = new Set(entries.map(({ entry }) => entry.companyKey)).size;
  const telephone = countOfClass(entries, 'TEL');
  return (
    `${entries.length} debits by ${companies} companies that are new to this account (${listCompanyNames(entries)}), ` +
    `${formatDollars(amountCents)} in all from ${entries[0]?.entry.day} to ${entries.at(-1)?.entry.day}` +
    `${telephone > 0 ? `, ${telephone} of them authorized by telephone` : ''}. ` +
    'Possible circulation of the account number.'
  );
}

function figuresOf(crowd: Behavior<CompanyCluster>, parameters: Parameters): EvidenceFigure[] {
  const figures = [
    countFigure({
      label: `New companies within ${parameters.windowDays} days`,
      value: crowd.first.strength,
      threshold: parameters.minimumCompanies,
    }),
  ];
  if (isLarge(crowd, parameters)) {
    const threshold = parameters.highRiskCompanies;
    figures.push(
      countFigure({ label: 'High risk: new companies in a window', value: crowd.peak.strength, threshold }),
    );
  } else if (isMostlyTelephone(crowd, parameters)) {
    figures.push(
      countFigure({
        label: `High risk: debits by telephone (class TEL), of ${crowd.entries.length}`,
        value: countOfClass(crowd.entries, 'TEL'),
        threshold: fewestByTelephone(crowd.entries.length, parameters),
      }),
    );
  }
  return figures;
}

function wouldBeSilent({ strength }: CompanyCluster, parameters: Parameters): string[] {
  return [
    `With ${parameters.minimumCompanies - 1} new companies within ${parameters.windowDays} days instead of ${strength}.`,
    'With companies that the account had paid more than 10 days before, or that many members use.',
    `On an account younger than ${parameters.minimumHistoryDays} days.`,
  ];
}

function factsOf(account: AccountHistory, { entries, trigger }: Behavior<CompanyCluster>): EvidenceFact[] {
  const classes = ['WEB', 'TEL'].flatMap((secCode): EvidenceFact[] => {
    const number = countOfClass(entries, secCode);
    return number === 0
      ? []
      : [{ label: `Debits of class ${secCode}`, value: String(number), unit: 'count' }];
  });
  const companies = new Set(entries.map(({ entry }) => entry.companyKey));
  const since = entries[0]?.entry.epochDay ?? trigger.entry.epochDay;
  const returns = account.entries
    .slice(
      firstIndexOnOrAfter(account.entries, since),
      firstIndexOnOrAfter(account.entries, since + UNAUTHORIZED_RETURN_DAYS + 1),
    )
    .filter(({ entry, returnCode }) => returnCode !== null && companies.has(entry.companyKey));
  return [...returnFacts(returns), ...regEDeadlineFacts(entries.filter(isConsumerClass)), ...classes];
}
