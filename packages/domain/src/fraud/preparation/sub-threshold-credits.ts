import type { Cents } from '../../money/cents.ts';
import type { AccountHistory, MemberHistory } from './account-history.ts';
import { entryOrder } from './entry-order.ts';
import { type NormalMonth, normalMonth } from './normal-month.ts';
import type { PreparedEntry } from './prepared-entry.ts';
import { SummedEntries } from './summed-entries.ts';

/** What the rules of the structuring family have in common; amounts in cents. */
export interface SubThresholdLimits {
  reportingLineCents: Cents;
  candidateMinimumCents: Cents;
  sumDays: number;
  normalRatio: number;
  businessCredits: number;
  businessEstablishedCents: Cents;
  businessDays: number;
}

/** How a day stands against the common conditions. */
export interface SubThresholdStanding {
  /** All candidates of the last `sumDays` days. */
  recentCents: Cents;
  /** The member's usual month of credits without a stated purpose. */
  normal: NormalMonth;
  /** Credits that show a business whose takings cross the line. */
  largeCredits: number;
  isMet: boolean;
}

/**
 * The accounts that are read together: all accounts of one name, but each by itself when there are more than
 * `maximumAccounts`, because then the name is probably shared by strangers.
 */
export function scopesOf(history: MemberHistory, maximumAccounts: number): (readonly AccountHistory[])[] {
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
    if (accounts.length > 1) unexplained.sort((left, right) => entryOrder(left.entry, right.entry));
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

  standingOn(epochDay: number): SubThresholdStanding {
    const { sumDays, normalRatio, businessCredits, businessDays, reportingLineCents } = this.#limits;
    const recentCents = this.#summedCandidates.sumBetween(epochDay - sumDays + 1, epochDay);
    const normal = normalMonth(this.#unexplained, {
      epochDay,
      skipDays: sumDays,
      historyFirstDay: this.#historyFirstDay,
    });
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
