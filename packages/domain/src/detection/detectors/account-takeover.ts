import { type Cents, formatDollars } from '../../money/cents.ts';
import { defineDetector } from '../define-detector.ts';
import { count, days, deduplicationWindow, fixedAmount, fixedCount, minimumHistory, ratio, sum } from '../detector.ts';
import { BASELINE_DAYS, companyOf, EntryWindow, entriesBetween, SummedEntries, usualAmount } from '../entry-windows.ts';
import { figure, moneyBaseline, percentageChange } from '../finding-evidence.ts';
import { countCompanies, dayRange, listCompanyNames, pluralize, takeoverFacts, textFact } from '../finding-facts.ts';
import { type AccountHistory, outgoingDebits, type PreparedEntry, unfamiliarDebits } from '../member-history.ts';

const ELEVATED_FACTOR = 2;
const MAX_TRANSFERS_SHOWN = 5;
const DAYS_PER_WEEK = 7;

/**
 * Transfers through an app or bank that the account already uses, at least twice the largest transfer to the same company in the previous
 * 90 days.
 */
export function elevatedTransfers(
  account: AccountHistory,
  { firstDay, lastDay }: { firstDay: number; lastDay: number },
): PreparedEntry[] {
  const transfersBetween = (first: number, last: number): PreparedEntry[] =>
    entriesBetween(outgoingDebits(account), first, last).filter(({ isMovable }) => isMovable);
  const largest = new Map<string, number>();
  for (const { entry } of transfersBetween(firstDay - BASELINE_DAYS, firstDay - 1)) {
    largest.set(entry.companyKey, Math.max(entry.amountCents, largest.get(entry.companyKey) ?? 0));
  }
  return transfersBetween(firstDay, lastDay)
    .filter(({ entry, isEstablished }) => {
      const usual = largest.get(entry.companyKey);
      return isEstablished && usual !== undefined && entry.amountCents >= ELEVATED_FACTOR * usual;
    })
    .slice(0, MAX_TRANSFERS_SHOWN);
}

export function largestByDay(entries: readonly PreparedEntry[]): ReadonlyMap<number, Cents> {
  const largest = new Map<number, Cents>();
  for (const { entry } of entries) {
    const { epochDay, amountCents } = entry;
    if (amountCents > (largest.get(epochDay) ?? 0)) largest.set(epochDay, amountCents);
  }
  return largest;
}

/** Largest amount between two days (since 1970-01-01), inclusive; 0 if there is no entry. */
export function largestBetween(byDay: ReadonlyMap<number, Cents>, firstDay: number, lastDay: number): Cents {
  let largest = 0;
  for (let day = firstDay; day <= lastDay; day += 1) largest = Math.max(largest, byDay.get(day) ?? 0);
  return largest;
}

/**
 * Detects an established account that new companies empty within days. People who move to a new home start paying well-known billers over
 * several weeks. Contractors are often paid twice, a deposit and the balance, so a single company needs a third debit.
 */
export const accountTakeover = defineDetector({
  activityType: 'account_takeover',
  category: 'Account Takeover',
  ruleVersion: 4,
  sources: [
    'FinCEN FIN-2011-A016, account takeover activity: clustered ACH transactions and sudden transfers, inconsistent with normal activity',
    'FFIEC BSA/AML manual, appendix F: funds transfers unexplained by, or out of pattern with, normal activity',
    'Tazama rules 017, 018, 030 and 048 (divergence, size against history, unfamiliar counterparties)',
  ],
  parameters: [
    fixedAmount('debitMinimum', [1, 100, 10_000], 'Minimum debit counted', 'with $100, a $99 debit is not counted'),
    days('windowDays', [1, 6, 30], 'Number of days within which the debits must occur', 'with 6, March 1 to 6'),
    count(
      'minimumCount',
      [2, 2, 50],
      'Number of debits to first-time companies that raises an alert',
      'with 2, one debit by each of two new companies',
    ),
    fixedCount(
      'oneCompanyCount',
      [2, 3, 50],
      'Debits needed when all go to one company',
      'with 3, a deposit and a final payment raise no alert',
    ),
    sum(
      'minimumSum',
      [100, 2000, 1_000_000],
      'Minimum total of those debits',
      'with $2,000, debits of $1,200 and $900',
    ),
    ratio(
      'weeklyRatio',
      [1, 1.6, 50],
      'Multiple of the usual weekly outflow that the total must reach',
      'with 1.6, $3,200 if $2,000 is usual',
    ),
    ratio(
      'largestRatio',
      [1, 1.15, 50],
      'Multiple of the largest debit in 90 days that the total must exceed',
      'with 1.15, over $2,300 if $2,000 was the largest',
    ),
    minimumHistory(
      'minimumHistoryDays',
      [10, 60, 365],
      'Minimum account age in days, counted from its first entry',
      'with 60, a 59-day-old account is not checked',
    ),
    sum(
      'highRiskSum',
      [100, 5000, 10_000_000],
      'Minimum total in one window for high risk',
      'with $5,000, debits of $5,200 in 6 days',
    ),
    ratio(
      'highRiskWeeklyRatio',
      [1, 5, 100],
      'Multiple of the usual weekly outflow for high risk',
      'with 5, $10,000 if $2,000 is usual',
    ),
    deduplicationWindow(14),
  ],

  find({ account, context, parameters, comparableFrom, collect }) {
    const { debitMinimum, windowDays, minimumCount, oneCompanyCount, minimumSum } = parameters;
    const debits = unfamiliarDebits(account, context.companies).filter(
      ({ entry }) => entry.amountCents >= debitMinimum,
    );
    if (debits.length < minimumCount) return [];
    let past: { summed: SummedEntries; largest: ReturnType<typeof largestByDay> } | undefined;
    const window = new EntryWindow(windowDays, companyOf);
    return collect(debits, (debit) => {
      const { epochDay } = debit.entry;
      window.add(debit);
      const { firstIndex: from, sumCents: strength, count: number, distinct: companies } = window;
      const fewest = companies === 1 ? Math.max(minimumCount, oneCompanyCount) : minimumCount;
      if (number < fewest || strength < minimumSum) return null;
      if (epochDay < comparableFrom || debit.historyDays < parameters.minimumHistoryDays) return null;
      const outgoing = outgoingDebits(account);
      past ??= { summed: new SummedEntries(outgoing), largest: largestByDay(outgoing) };
      const usual = usualAmount(past.summed, {
        epochDay,
        skipDays: windowDays,
        historyFirstDay: account.firstDay,
        periodDays: DAYS_PER_WEEK,
      });
      const largestCents = largestBetween(past.largest, usual.firstDay, usual.lastDay);
      const leastSum = Math.max(
        minimumSum,
        Math.round(parameters.weeklyRatio * usual.cents),
        Math.round(parameters.largestRatio * largestCents) + 1,
      );
      if (strength < leastSum) return null;
      return { from, strength, number, companies, fewest, usual, largestCents, leastSum };
    });
  },

  explain({ entries, amountCents, first, peak }, { account, context, parameters }) {
    const { windowDays, minimumSum, weeklyRatio, largestRatio, highRiskSum, highRiskWeeklyRatio } = parameters;
    const { strength, number, companies, fewest, usual, largestCents, leastSum } = first;
    const isFewOfSeveral = companies > 1 && number < parameters.oneCompanyCount;
    const usualOutflow =
      usual.cents > 0
        ? `This account usually pays out ${formatDollars(usual.cents)} a week`
        : 'This account usually pays out nothing';
    const transfers = elevatedTransfers(account, {
      firstDay: entries[0]?.entry.epochDay ?? 0,
      lastDay: entries.at(-1)?.entry.epochDay ?? 0,
    });
    return {
      percentageChange: percentageChange(peak.strength, peak.usual.cents),
      description:
        `${entries.length} debits to ${pluralize(countCompanies(entries), 'first-time company', 'first-time companies')} ` +
        `(${listCompanyNames(entries)}) totaled ${formatDollars(amountCents)} ${dayRange(entries)}. ${usualOutflow}. ` +
        'Possible account takeover.',
      figures: [
        figure.count([number, '>=', fewest], `Debits to first-time companies within ${windowDays} days`),
        figure.money([strength, '>=', minimumSum], 'Total of these debits'),
        figure.money(
          [strength, '>=', weeklyRatio * usual.cents],
          `Total compared with ${weeklyRatio} times the usual weekly outflow`,
        ),
        figure.money(
          [strength, '>', largestRatio * largestCents],
          `Total compared with ${largestRatio} times the largest earlier debit`,
        ),
      ],
      highRiskFigures: [
        peak.strength >= highRiskSum
          ? figure.money([peak.strength, '>=', highRiskSum], `largest total within ${windowDays} days`)
          : figure.money(
              [peak.strength, '>=', Math.round(highRiskWeeklyRatio * peak.usual.cents)],
              `total compared with ${highRiskWeeklyRatio} times the usual weekly outflow`,
            ),
      ],
      baseline: moneyBaseline('Usual weekly outflow of this account', usual),
      wouldBeSilent: [
        `Only ${pluralize(fewest - 1, 'such debit')} within ${windowDays} days instead of ${number}.`,
        isFewOfSeveral ? 'All debits by one company, such as a deposit and a final payment.' : null,
        `A total below ${formatDollars(leastSum)}.`,
        'Companies that the account first paid more than 10 days earlier, or that many members use.',
        `An account less than ${parameters.minimumHistoryDays} days old.`,
      ],
      facts: [
        ...takeoverFacts(account, { behavior: entries, companies: context.companies }),
        ...transfers.map(({ entry }) =>
          textFact(
            'Larger transfer than usual on the same days',
            `${formatDollars(entry.amountCents)} to ${entry.company} on ${entry.day}`,
          ),
        ),
      ],
    };
  },
});
