import type { AlertEvidence, EvidenceFigure } from '@clearwatch/contracts/alerts';
import { type Cents, formatCents, formatDollars } from '../money/cents.ts';
import type { Behavior, Strength } from './behaviors.ts';
import type { FindingDetails, ParameterValuesOf } from './define-detector.ts';
import { days, fixedAmount, fixedCount, maximumAccounts, ratio } from './detector.ts';
import { DAYS_PER_MONTH, SummedEntries, usualAmount } from './entry-windows.ts';
import { figure, percentageChange, usualBaseline, usualFigure } from './finding-evidence.ts';
import { countCompanies, dayRange, onSeveralAccounts, pluralize } from './finding-facts.ts';
import { type AccountHistory, inOrder, type PreparedEntry } from './member-history.ts';
import { getOrAdd } from './memoize.ts';

export function dailyTotals(credits: readonly PreparedEntry[]): AlertEvidence['dailyTotals'] {
  const totals = new Map<string, { day: string; accountNumber: string; cents: Cents }>();
  for (const { entry } of credits) {
    const { day, accountNumber, amountCents } = entry;
    const total = getOrAdd(totals, `${day} ${accountNumber}`, () => ({ day, accountNumber, cents: 0 }));
    total.cents += amountCents;
  }
  return [...totals.values()].map(({ cents, ...rest }) => ({ ...rest, credits: formatCents(cents) }));
}

export const SUB_THRESHOLD_PARAMETERS = [
  // The regulation, not the institution, sets this amount.
  fixedAmount(
    'reportingLine',
    [10_000, 10_000, 10_000],
    'Reporting threshold set by regulation; only smaller credits count',
    'with $10,000, a $9,999 credit counts',
  ),
  fixedAmount(
    'candidateMinimum',
    [100, 500, 5000],
    'Minimum credit counted',
    'with $500, a $499 credit is not counted',
  ),
  days(
    'sumDays',
    [7, 14, 60],
    'Number of days within which the total must exceed the reporting threshold',
    'with 14, the credits from March 1 to 14',
  ),
  ratio(
    'normalRatio',
    [1, 2, 20],
    'Multiple of the normal month that the total must reach',
    'with 2, $12,000 if $6,000 is normal',
  ),
  fixedCount(
    'businessCredits',
    [1, 3, 50],
    'Number of large credits that identifies a business, which gets no alert',
    'with 3, three credits of $10,000 or more',
  ),
  fixedAmount(
    'businessEstablished',
    [1000, 8000, 10_000],
    'Minimum amount of a large credit from an established sender',
    'with $8,000, a credit of $8,500 from a regular customer',
  ),
  days(
    'businessDays',
    [30, 200, 730],
    'Number of days within which large credits are counted',
    'with 200, the 200 days before the credit',
  ),
  maximumAccounts,
] as const;

type SubThresholdParameters = ParameterValuesOf<typeof SUB_THRESHOLD_PARAMETERS>;

type SubThresholdStatus = ReturnType<ReturnType<typeof subThresholdCredits>['statusOn']>;

/**
 * Met when the total of the candidates exceeds the line and reaches a multiple of the normal month, unless the account
 * has as many large credits as a business.
 */
export function subThresholdCredits(accounts: readonly AccountHistory[], parameters: SubThresholdParameters) {
  const { reportingLine, candidateMinimum, businessEstablished } = parameters;
  const all = accounts.flatMap(({ entries }) =>
    entries.filter(({ entry, isExempt, isOriginal }) => entry.transactionType === 'Credit' && !isExempt && isOriginal),
  );
  const unexplained = accounts.length > 1 ? inOrder(all) : all;
  const candidates = unexplained.filter(
    ({ entry: { amountCents }, isEstablished }) =>
      !isEstablished && amountCents >= candidateMinimum && amountCents < reportingLine,
  );
  const large = unexplained.filter(
    ({ entry: { amountCents }, isEstablished }) =>
      amountCents >= reportingLine || (isEstablished && amountCents >= businessEstablished),
  );
  const historyFirstDay = Math.min(...accounts.map(({ firstDay }) => firstDay));
  const summedCandidates = new SummedEntries(candidates);
  const summedUnexplained = new SummedEntries(unexplained);
  const summedLarge = new SummedEntries(large);
  const daysOverLine = daysOver(unexplained, reportingLine);
  return {
    candidates,

    statusOn(epochDay: number) {
      const { sumDays: skipDays, normalRatio, businessCredits, businessDays } = parameters;
      const recentCents = summedCandidates.sumBetween(epochDay - skipDays + 1, epochDay);
      const event = { epochDay, skipDays, historyFirstDay, periodDays: DAYS_PER_MONTH };
      const normal = usualAmount(summedUnexplained, event);
      const largeCredits = summedLarge.countBetween(epochDay - businessDays, epochDay);
      const isAboveNormal = recentCents > reportingLine && recentCents >= normalRatio * normal.cents;
      return { recentCents, normal, largeCredits, isMet: isAboveNormal && largeCredits < businessCredits };
    },

    /** Whether credits without a stated purpose reached the line on one account on any single day in this period. */
    reachedLineBetween(firstDay: number, lastDay: number): boolean {
      for (let day = firstDay; day <= lastDay; day += 1) if (daysOverLine.has(day)) return true;
      return false;
    },
  };
}

function daysOver(credits: readonly PreparedEntry[], lineCents: Cents): Set<number> {
  const totals = new Map<string, Cents>();
  const over = new Set<number>();
  for (const { entry } of credits) {
    const key = `${entry.epochDay} ${entry.accountNumber}`;
    const total = (totals.get(key) ?? 0) + entry.amountCents;
    totals.set(key, total);
    if (total >= lineCents) over.add(entry.epochDay);
  }
  return over;
}

/** Evidence for a structuring rule: its own figures and sentences, plus those for the conditions both rules share. */
export function subThresholdDetails(
  { entries, amountCents, first: { status } }: Behavior<Strength & { status: SubThresholdStatus }>,
  parameters: SubThresholdParameters & { highRiskSum: Cents },
  own: { credits: string; figures: readonly EvidenceFigure[]; wouldBeSilent: readonly string[] },
): FindingDetails {
  const { reportingLine, businessCredits, businessDays, sumDays, normalRatio } = parameters;
  const { recentCents, normal, largeCredits } = status;
  const usual =
    normal.cents > 0
      ? `Such credits usually total ${formatDollars(normal.cents)} a month`
      : 'There are usually no such credits';
  const missing = pluralize(businessCredits - largeCredits, 'more credit');
  return {
    description:
      `${entries.length} ${own.credits} from ${pluralize(countCompanies(entries), 'sender')}` +
      `${onSeveralAccounts(entries)} totaled ${formatDollars(amountCents)} ${dayRange(entries)}. ${usual}. ` +
      'The pattern resembles structuring around the $10,000 reporting threshold.',
    percentageChange: percentageChange(amountCents, normal.cents),
    figures: [
      ...own.figures,
      figure.money(
        [recentCents, '>', reportingLine],
        `Unexplained credits below the reporting threshold within ${sumDays} days`,
      ),
      figure.count(
        [largeCredits, '<', businessCredits],
        `Large credits within ${businessDays} days, as is typical of a business`,
      ),
      usualFigure(
        [recentCents, normalRatio, normal],
        `These credits compared with ${normalRatio} times the normal month`,
      ),
    ],
    highRiskFigures: [figure.money([amountCents, '>=', parameters.highRiskSum], 'total')],
    baseline: usualBaseline('Usual monthly credits without a stated purpose', normal),
    wouldBeSilent: [
      ...own.wouldBeSilent,
      `Usual unexplained credits of more than ${formatDollars(Math.floor(recentCents / normalRatio))} a month.`,
      `${missing} of ${formatDollars(reportingLine)} or more in the ${businessDays} days before, as is typical of a business.`,
      'Established senders: at least three earlier entries over 40 days or more.',
    ],
    dailyTotals: dailyTotals(entries),
  };
}
