import type { AlertEvidence, EvidenceBaseline, EvidenceFigure } from '@clearwatch/contracts/alerts';
import { type Cents, dollarsToCents, formatCents, formatDollars } from '../money/cents.ts';
import { DAYS_PER_MONTH, SummedEntries, type UsualAmount, usualAmount } from './baseline.ts';
import { compareEntries } from './detection-entry.ts';
import { days, fixedAmount, fixedCount, ratio } from './detector.ts';
import { countFigure, moneyBaseline, moneyFigure } from './finding-evidence.ts';
import {
  type AccountHistory,
  MAX_ACCOUNTS_PER_MEMBER,
  type MemberHistory,
  type PreparedEntry,
} from './member-history.ts';

/** Credits per day and account, in order of the entries given. */
export function dailyTotals(credits: readonly PreparedEntry[]): AlertEvidence['dailyTotals'] {
  const totals = new Map<string, { day: string; accountNumber: string; cents: Cents }>();
  for (const { entry } of credits) {
    const { day, accountNumber, amountCents } = entry;
    const key = `${day} ${accountNumber}`;
    const total = totals.get(key);
    if (total === undefined) totals.set(key, { day, accountNumber, cents: amountCents });
    else total.cents += amountCents;
  }
  return [...totals.values()].map(({ day, accountNumber, cents }) => ({
    day,
    accountNumber,
    credits: formatCents(cents),
  }));
}

/** What the rules of the structuring family have in common; amounts in cents. */
interface SubThresholdLimits {
  reportingLineCents: Cents;
  candidateMinimumCents: Cents;
  sumDays: number;
  normalRatio: number;
  businessCredits: number;
  businessEstablishedCents: Cents;
  businessDays: number;
}

/** How a day stands against the common conditions. */
export interface SubThresholdStatus {
  /** All candidates of the last `sumDays` days. */
  recentCents: Cents;
  /** The member's usual month of credits without a stated purpose. */
  normal: UsualAmount;
  /** Credits that show a business whose takings cross the line. */
  largeCredits: number;
  isMet: boolean;
}

/**
 * The accounts that are read together: all accounts of one name, but each by itself when there are more than
 * `maximumAccounts`, because then the name is probably shared by strangers.
 */
export function accountGroupsOf(
  history: MemberHistory,
  maximumAccounts: number,
): (readonly AccountHistory[])[] {
  return history.accounts.length <= maximumAccounts
    ? [history.accounts]
    : history.accounts.map((account) => [account]);
}

/**
 * Credits below the reporting line that nothing explains: no stated purpose, no return or reversal, a sender that is not
 * established. Common conditions of the family: the candidates of 14 days pass the line, they are a multiple of the
 * member's normal month, and the account is no business whose takings straddle the line.
 */
export class SubThresholdCredits {
  readonly candidates: readonly PreparedEntry[];
  readonly #limits: SubThresholdLimits;
  readonly #historyFirstDay: number;
  readonly #summedCandidates: SummedEntries;
  readonly #unexplained: SummedEntries;
  readonly #large: SummedEntries;
  /** Days on which one account received the line or more without a stated purpose. */
  readonly #daysOverLine: ReadonlySet<number>;

  constructor(accounts: readonly AccountHistory[], limits: SubThresholdLimits) {
    const { reportingLineCents, candidateMinimumCents, businessEstablishedCents } = limits;
    const unexplained = accounts.flatMap(({ entries }) => entries.filter(isUnexplainedCredit));
    if (accounts.length > 1) unexplained.sort((left, right) => compareEntries(left.entry, right.entry));
    this.candidates = unexplained.filter(
      ({ entry, isEstablished }) =>
        !isEstablished &&
        entry.amountCents >= candidateMinimumCents &&
        entry.amountCents < reportingLineCents,
    );
    const large = unexplained.filter(
      ({ entry, isEstablished }) =>
        entry.amountCents >= reportingLineCents ||
        (isEstablished && entry.amountCents >= businessEstablishedCents),
    );
    this.#limits = limits;
    this.#historyFirstDay = Math.min(...accounts.map(({ firstDay }) => firstDay ?? Infinity));
    this.#summedCandidates = new SummedEntries(this.candidates);
    this.#unexplained = new SummedEntries(unexplained);
    this.#large = new SummedEntries(large);
    this.#daysOverLine = daysOver(unexplained, reportingLineCents);
  }

  standingOn(epochDay: number): SubThresholdStatus {
    const { sumDays, normalRatio, businessCredits, businessDays, reportingLineCents } = this.#limits;
    const recentCents = this.#summedCandidates.sumBetween(epochDay - sumDays + 1, epochDay);
    const normal = usualAmount(
      this.#unexplained,
      {
        epochDay,
        skipDays: sumDays,
        historyFirstDay: this.#historyFirstDay,
      },
      DAYS_PER_MONTH,
    );
    const largeCredits = this.#large.countBetween(epochDay - businessDays, epochDay);
    const isMet =
      recentCents > reportingLineCents &&
      recentCents >= normalRatio * normal.cents &&
      largeCredits < businessCredits;
    return { recentCents, normal, largeCredits, isMet };
  }

  /** Whether one account reached the line on any of these days, both included; windows are a few days long. */
  reachedLineBetween(firstDay: number, lastDay: number): boolean {
    for (let day = firstDay; day <= lastDay; day += 1) if (this.#daysOverLine.has(day)) return true;
    return false;
  }
}

function isUnexplainedCredit({ entry, isExempt, isReturn, isReversal }: PreparedEntry): boolean {
  return entry.transactionType === 'Credit' && !isExempt && !isReturn && !isReversal;
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

/** What every rule of the structuring family lets the policy say about the credits it looks at. */
export const SUB_THRESHOLD_PARAMETERS = [
  // Set by regulation, not by the institution.
  fixedAmount('reportingLine', [10_000, 10_000, 10_000], 'the reporting line'),
  fixedAmount('candidateMinimum', [100, 500, 5000], 'least credit that is looked at'),
  days('sumDays', [7, 14, 60], 'days whose sum must pass the line'),
  ratio('normalRatio', [1, 2, 20], 'that sum against the normal month'),
  fixedCount('businessCredits', [1, 3, 50], 'large credits that show a business'),
  fixedAmount('businessEstablished', [1000, 8000, 10_000], 'large, if established'),
  days('businessDays', [30, 200, 730], 'days in which those fall'),
  fixedCount(
    'maximumAccounts',
    [1, MAX_ACCOUNTS_PER_MEMBER, MAX_ACCOUNTS_PER_MEMBER],
    'most accounts of a name read together',
  ),
] as const;

type SubThresholdParameters = Record<(typeof SUB_THRESHOLD_PARAMETERS)[number]['name'], number>;

/** The same as the preparation takes it: amounts in cents. */
export function subThresholdLimits(parameters: SubThresholdParameters): SubThresholdLimits {
  return {
    reportingLineCents: dollarsToCents(parameters.reportingLine),
    candidateMinimumCents: dollarsToCents(parameters.candidateMinimum),
    sumDays: parameters.sumDays,
    normalRatio: parameters.normalRatio,
    businessCredits: parameters.businessCredits,
    businessEstablishedCents: dollarsToCents(parameters.businessEstablished),
    businessDays: parameters.businessDays,
  };
}

/** The common conditions of the structuring family, each beside its threshold. */
export function subThresholdFigures(
  standing: SubThresholdStatus,
  parameters: SubThresholdParameters,
): EvidenceFigure[] {
  const figures = [
    moneyFigure({
      label: `Unexplained credits below the line within ${parameters.sumDays} days`,
      value: standing.recentCents,
      comparison: '>',
      threshold: dollarsToCents(parameters.reportingLine),
    }),
    countFigure({
      label: `Credits within ${parameters.businessDays} days that show a business`,
      value: standing.largeCredits,
      comparison: '<',
      threshold: parameters.businessCredits,
    }),
  ];
  if (standing.normal.cents > 0) {
    const threshold = parameters.normalRatio * standing.normal.cents;
    const label = `The same against ${parameters.normalRatio} normal months`;
    figures.push(moneyFigure({ label, value: standing.recentCents, threshold }));
  }
  return figures;
}

/** The member's usual month of credits without a stated purpose; null when there is none. */
export function subThresholdBaseline({ normal }: SubThresholdStatus): EvidenceBaseline | null {
  if (normal.cents === 0) return null;
  return moneyBaseline('Usual credits without a stated purpose, a month', normal.cents, normal);
}

/** What of the common conditions would have kept a rule of the family silent. */
export function subThresholdWouldBeSilent(
  standing: SubThresholdStatus,
  parameters: SubThresholdParameters,
): string[] {
  const missing = parameters.businessCredits - standing.largeCredits;
  const mostUsual = Math.floor(standing.recentCents / parameters.normalRatio);
  return [
    `With usual unexplained credits of more than ${formatDollars(mostUsual)} a month.`,
    `With ${missing} more ${missing === 1 ? 'credit' : 'credits'} of ${formatDollars(dollarsToCents(parameters.reportingLine))} ` +
      `or more in the ${parameters.businessDays} days before, as a business has them.`,
    'With senders that had paid into the account at least three times over 40 days before.',
  ];
}

/** What the member usually receives, for the description. */
export function describeUsualCredits({ normal }: SubThresholdStatus): string {
  return normal.cents > 0 ? `${formatDollars(normal.cents)} a month are usual` : 'such credits are not usual';
}
