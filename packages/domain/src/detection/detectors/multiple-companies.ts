import { formatDollars } from '../../money/cents.ts';
import { defineDetector } from '../define-detector.ts';
import { count, days, deduplicationWindow, minimumHistory, ratio } from '../detector.ts';
import { companyOf, EntryWindow, entriesBetween } from '../entry-windows.ts';
import { figure } from '../finding-evidence.ts';
import {
  countCompanies,
  countFact,
  dayRange,
  isConsumerClass,
  listCompanyNames,
  pluralize,
  regEDeadlineFacts,
  returnFacts,
  UNAUTHORIZED_RETURN_DAYS,
} from '../finding-facts.ts';
import { type AccountHistory, type PreparedEntry, unfamiliarDebits } from '../member-history.ts';

/**
 * Amounts do not matter, because thieves who test account numbers take small amounts. Bill-pay days raise no alert,
 * because the billers are established or well known.
 */
export const multipleCompanies = defineDetector({
  activityType: 'multiple_companies',
  category: 'Unauthorized ACH',
  ruleVersion: 4,
  sources: [
    'FFIEC BSA/AML manual, appendix F: an unusually high level of transactions initiated over the Internet or by telephone',
    'Nacha Operating Rules: TEL and WEB debits rest on an authorization that only the originator has seen',
    '12 CFR 1005.11 (Regulation E): errors and unauthorized transfers can be reported within 60 days',
  ],
  parameters: [
    days('windowDays', [1, 6, 30], 'Number of days within which the debits must occur', 'with 6, March 1 to 6'),
    count(
      'minimumCompanies',
      [2, 5, 100],
      'Number of different new companies that raises an alert',
      'with 5, five companies new to the account',
    ),
    minimumHistory(
      'minimumHistoryDays',
      [10, 60, 365],
      'Minimum account age in days, counted from its first entry',
      'with 60, a 59-day-old account is not checked',
    ),
    count(
      'highRiskCompanies',
      [2, 8, 200],
      'Minimum number of new companies in one window for high risk',
      'with 8, eight new companies in 6 days',
    ),
    ratio(
      'telephoneShare',
      [0.1, 0.6, 1],
      'Share of telephone (TEL) debits above which the risk is high',
      'with 0.6, four of six debits',
    ),
    deduplicationWindow(14),
  ],

  find({ account, context, parameters, comparableFrom, collect }) {
    const { windowDays, minimumCompanies, minimumHistoryDays } = parameters;
    const debits = unfamiliarDebits(account, context.companies);
    if (debits.length < minimumCompanies) return [];
    const window = new EntryWindow(windowDays, companyOf);
    return collect(debits, (debit) => {
      window.add(debit);
      if (window.distinct < minimumCompanies) return null;
      if (debit.entry.epochDay < comparableFrom || debit.historyDays < minimumHistoryDays) return null;
      return { from: window.firstIndex, strength: window.distinct };
    });
  },

  explain({ entries, amountCents, first, peak }, { account, parameters }) {
    const { windowDays, minimumCompanies, highRiskCompanies, telephoneShare } = parameters;
    const countOfClass = (secCode: string) => entries.filter(({ entry }) => entry.class === secCode).length;
    const telephone = countOfClass('TEL');
    // In floating point, 0.6 x 15 may not be exactly 9, so the product is first rounded to millionths.
    const mostByTelephone = Math.floor(Math.round(telephoneShare * entries.length * 1e6) / 1e6);
    const isMany = peak.strength >= highRiskCompanies;
    return {
      description:
        `${entries.length} debits by ${countCompanies(entries)} companies that are new to this account ` +
        `(${listCompanyNames(entries)}) totaled ${formatDollars(amountCents)} ${dayRange(entries)}` +
        `${telephone > 0 ? `, ${telephone} of them authorized by telephone` : ''}. ` +
        'Possible use of a stolen account number by several companies.',
      figures: [figure.count([first.strength, '>=', minimumCompanies], `New companies within ${windowDays} days`)],
      highRiskFigures: [
        isMany
          ? figure.count([peak.strength, '>=', highRiskCompanies], `new companies within ${windowDays} days`)
          : figure.count(
              [telephone, '>=', mostByTelephone + 1],
              `telephone debits (SEC code TEL) among ${entries.length} debits`,
            ),
      ],
      wouldBeSilent: [
        `Only ${pluralize(minimumCompanies - 1, 'new company', 'new companies')} within ${windowDays} days instead of ${first.strength}.`,
        'Companies that the account first paid more than 10 days earlier, or that many members use.',
        `An account less than ${parameters.minimumHistoryDays} days old.`,
      ],
      facts: [
        ...returnFacts(returnsAfter(account, entries)),
        ...regEDeadlineFacts(entries.filter(isConsumerClass)),
        ...['WEB', 'TEL'].flatMap((secCode) => {
          const number = countOfClass(secCode);
          return number === 0 ? [] : [countFact(`Debits with SEC code ${secCode}`, number)];
        }),
      ],
    };
  },
});

function returnsAfter({ entries }: AccountHistory, debits: readonly PreparedEntry[]): PreparedEntry[] {
  const companies = new Set(debits.map(companyOf));
  const firstDay = debits[0]?.entry.epochDay ?? 0;
  return entriesBetween(entries, firstDay, firstDay + UNAUTHORIZED_RETURN_DAYS).filter(
    ({ entry, returnCode }) => returnCode !== null && companies.has(entry.companyKey),
  );
}
