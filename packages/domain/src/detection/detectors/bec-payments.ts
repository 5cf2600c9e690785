import type { RiskLevel } from '@clearwatch/contracts/alerts';
import type { Cents } from '../../money/cents.ts';
import type { CompanyTable } from '../company-table.ts';
import type { FindingDetails, ParameterValuesOf } from '../define-detector.ts';
import type { Entry } from '../detection-entry.ts';
import { days, minimumHistory, ratio, sum } from '../detector.ts';
import { SummedEntries } from '../entry-windows.ts';
import { type AccountHistory, outgoingDebits, type PreparedEntry } from '../member-history.ts';
import { UsualCompanyAmounts } from '../past-amounts.ts';

export function isCorporateClass({ class: secCode }: Entry): boolean {
  return secCode === 'CCD' || secCode === 'CTX';
}

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

/** Debits by which money left, as a range of indexes among all such debits of the account. */
interface UnrecoverableMoney {
  cents: Cents;
  from: number;
  to: number;
  debits: readonly PreparedEntry[];
}

/** Money that goes where it cannot be fetched back, beyond what the account always pays to the same companies. */
export class UnrecoverableDebits {
  readonly #debits: readonly PreparedEntry[];
  readonly #sums: SummedEntries;

  constructor(
    account: AccountHistory,
    companies: CompanyTable,
    { routineRatio, routineDays }: BecParameters,
  ) {
    const usual = new UsualCompanyAmounts(routineDays);
    this.#debits = outgoingDebits(account).filter((debit) => {
      const { entry, isEstablished, isMovable, isReversal } = debit;
      const isRoutine = entry.amountCents <= routineRatio * usual.largestBefore(debit) && isEstablished;
      return !isRoutine && !isReversal && (isMovable || !companies.isKnown(entry.companyKey));
    });
    this.#sums = new SummedEntries(this.#debits);
  }

  /** Days since 1970-01-01, both included. */
  between(firstDay: number, lastDay: number): UnrecoverableMoney {
    const [from, to] = this.#sums.rangeOf(firstDay, lastDay);
    return { cents: this.#sums.sumOfRange(from, to), from, to, debits: this.#debits };
  }

  /** The day on which the sum since `firstDay` reached so much; null when it did not by `lastDay`. */
  dayThatReaches(cents: Cents, firstDay: number, lastDay: number): number | null {
    const [from, to] = this.#sums.rangeOf(firstDay, lastDay);
    if (this.#sums.sumOfRange(from, to) < cents) return null;
    for (let at = from; at < to; at += 1)
      if (this.#sums.sumOfRange(from, at + 1) >= cents) return this.#debits[at]?.entry.epochDay ?? null;
    return null;
  }
}

/** The debits of several ranges of one account, each once, in their order. */
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

export interface SuspectPayment {
  kind: 'vendor' | 'payroll' | 'lookAlike';
  payment: PreparedEntry;
  /** Day on which the condition was complete (since 1970-01-01): that of the payment, or later when money has left. */
  completedOn: number;
  riskLevel: RiskLevel;
  outgoing: UnrecoverableMoney | null;
  /** Computed only for the payment that begins a case. `signs` is the end of "Credit of … from … on …". */
  details: () => Omit<FindingDetails, 'description'> & { signs: string };
}
