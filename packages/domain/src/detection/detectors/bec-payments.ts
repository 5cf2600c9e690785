import type { EvidenceFact, EvidenceFigure, RiskLevel } from '@clearwatch/contracts/alerts';
import type { Cents } from '../../money/cents.ts';
import { SummedEntries } from '../baseline.ts';
import type { CompanyTable } from '../company-table.ts';
import type { FindingDetails, ParameterValuesOf } from '../define-detector.ts';
import type { Entry } from '../detection-entry.ts';
import { days, minimumHistory, ratio, sum } from '../detector.ts';
import type { AccountHistory, PreparedEntry } from '../member-history.ts';
import { UsualCompanyAmounts } from '../past-amounts.ts';
import { outgoingDebits } from '../unfamiliar-debits.ts';

/** Whether the entry is of a class that companies pay each other with (Nacha SEC codes CCD and CTX). */
export function isCorporateClass({ class: secCode }: Entry): boolean {
  return secCode === 'CCD' || secCode === 'CTX';
}

/** The parameters of bec_pattern for its three kinds of payments. */
export const BEC_PARAMETERS = [
  sum('vendorMinimum', [500, 5000, 10_000_000], 'least vendor payment'),
  days('vendorHistoryDays', [0, 20, 365], 'age of the account for vendor payments'),
  days('nameDays', [0, 20, 365], 'a name is the account’s when it was first seen longer ago than this'),
  days('goneDays', [0, 4, 30], 'days after a payment in which it may leave'),
  ratio('goneShare', [0.1, 0.5, 1], 'share of a vendor payment that leaves'),
  ratio(
    'routineRatio',
    [1, 1.25, 20],
    'debit against the largest earlier one of an old acquaintance, up to which it is routine',
  ),
  days('routineDays', [7, 30, 180], 'days ago that those earlier ones lie'),
  minimumHistory('payrollHistoryDays', [10, 60, 365], 'age of the account for redirected pay'),
  ratio('payrollHighRiskShare', [0.1, 0.7, 1], 'share of redirected pay that leaves for high risk'),
  sum('lookAlikeMinimum', [100, 1000, 10_000_000], 'least payment under a look-alike name'),
  ratio('lookAlikeRatio', [1, 1.4, 100], 'that payment against the median of the company it resembles'),
  days('payrollCoolDays', [1, 45, 365], 'redirected pay is one alert for so long'),
] as const;

/** Amounts in cents. */
export type BecParameters = ParameterValuesOf<typeof BEC_PARAMETERS>;

/** A range of debits by which money left. */
export interface UnrecoverableMoney {
  cents: Cents;
  /** Number of debits. */
  count: number;
  /** Index of the first among `debits`, and that after the last. */
  from: number;
  to: number;
  /** All debits by which money ever left the account. */
  debits: readonly PreparedEntry[];
}

/**
 * Money that goes where it cannot be fetched back: by transfer, wallet or crypto, and to companies that the institution
 * does not know, beyond what the account always pays them. Sums between any two of an account's debits cost O(log n).
 */
export class UnrecoverableDebits {
  readonly #debits: readonly PreparedEntry[];
  readonly #sums: SummedEntries;

  /**
   * @param parameters a debit to an established company up to `routineRatio` times the largest one that lies `routineDays`
   *   or longer back is routine and does not count
   */
  constructor(
    account: AccountHistory,
    companies: CompanyTable,
    { routineRatio, routineDays }: Pick<BecParameters, 'routineRatio' | 'routineDays'>,
  ) {
    const usual = new UsualCompanyAmounts(routineDays);
    this.#debits = outgoingDebits(account).filter((debit) => {
      const { entry, isEstablished, isMovable, isReversal } = debit;
      const isRoutine = entry.amountCents <= routineRatio * usual.largestBefore(debit) && isEstablished;
      return !isRoutine && !isReversal && (isMovable || !companies.isKnown(entry.companyKey));
    });
    this.#sums = new SummedEntries(this.#debits);
  }

  /** What left between two days (since 1970-01-01), both included. */
  between(firstDay: number, lastDay: number): UnrecoverableMoney {
    const [from, to] = this.#sums.rangeOf(firstDay, lastDay);
    return { cents: this.#sums.sumOfRange(from, to), count: to - from, from, to, debits: this.#debits };
  }

  /** The day on which the sum since `firstDay` reached so much; null when it did not by `lastDay`. */
  dayThatReaches(cents: Cents, firstDay: number, lastDay: number): number | null {
    const [from, to] = this.#sums.rangeOf(firstDay, lastDay);
    if (this.#sums.sumOfRange(from, to) < cents) return null;
    for (let at = from; at < to; at += 1) {
      if (this.#sums.sumOfRange(from, at + 1) >= cents) return this.#debits[at]?.entry.epochDay ?? null;
    }
    return null;
  }
}

/** The debits of several ranges of one account, each once, in their order. Linear in the result. */
export function debitsOfUnrecoverable(ranges: readonly UnrecoverableMoney[]): PreparedEntry[] {
  let next = 0;
  return ranges
    .toSorted((one, other) => one.from - other.from)
    .flatMap(({ debits, from, to }) => {
      const added = debits.slice(Math.max(from, next), Math.max(to, next));
      next = Math.max(to, next);
      return added;
    });
}

/** A payment that a fraudulent message may have sent here, by one of the three ways. */
export interface SuspectPayment {
  kind: 'vendor' | 'payroll' | 'lookAlike';
  payment: PreparedEntry;
  /** Day on which the condition was complete (since 1970-01-01): that of the payment, or later when money has left. */
  completedOn: number;
  riskLevel: RiskLevel;
  /** Where the money went, when that is part of the evidence. */
  outgoing: UnrecoverableMoney | null;
  /** Computed only for the payment that begins a case: a busy account may have thousands. */
  details: () => SuspectPaymentDetails;
}

export interface SuspectPaymentDetails extends Pick<FindingDetails, 'percentageChange' | 'baseline'> {
  /** What makes the payment suspect: the end of the sentence "Credit of … from … on …". */
  signs: string;
  figures: readonly (EvidenceFigure | null)[];
  facts: readonly EvidenceFact[];
  wouldBeSilent: readonly string[];
}
