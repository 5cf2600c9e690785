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
  sum(
    'vendorMinimum',
    [500, 5000, 10_000_000],
    'Minimum vendor payment checked',
    'with $5,000, a $4,999 payment is not checked',
  ),
  days(
    'vendorHistoryDays',
    [0, 20, 365],
    'Minimum account age in days for vendor payments',
    'with 20, a 19-day-old account is not checked',
  ),
  days(
    'nameDays',
    [0, 20, 365],
    'Days after which a receiver name is known on the account',
    'with 20, a name first seen 21 days ago is known',
  ),
  days(
    'goneDays',
    [0, 4, 30],
    'Days after a payment within which the money leaves',
    'with 4, a payment on Monday and money out by Friday',
  ),
  ratio('goneShare', [0.1, 0.5, 1], 'Minimum share of a vendor payment that leaves', 'with 0.5, $3,000 of $6,000'),
  ratio(
    'routineRatio',
    [1, 1.25, 20],
    'Multiple of the largest earlier debit up to which a debit by an established company is routine',
    'with 1.25, up to $250 if $200 was the largest',
  ),
  days(
    'routineDays',
    [7, 30, 180],
    'Minimum age in days for an earlier debit to count as routine',
    'with 30, a debit from 30 or more days ago',
  ),
  minimumHistory(
    'payrollHistoryDays',
    [10, 60, 365],
    'Minimum account age in days for redirected pay',
    'with 60, a 59-day-old account is not checked',
  ),
  ratio(
    'payrollHighRiskShare',
    [0.1, 0.7, 1],
    'Minimum share of redirected pay that leaves for high risk',
    'with 0.7, $1,400 of $2,000',
  ),
  sum(
    'lookAlikeMinimum',
    [100, 1000, 10_000_000],
    'Minimum payment checked under a look-alike name',
    'with $1,000, a $999 payment is not checked',
  ),
  ratio(
    'lookAlikeRatio',
    [1, 1.4, 100],
    'Multiple of the median payment for the company that the name resembles',
    'with 1.4, $2,800 if the median is $2,000',
  ),
  days(
    'payrollCoolDays',
    [1, 45, 365],
    'Days within which redirected pay belongs to one alert',
    'with 45, pay on March 1 and April 15 is one alert',
  ),
] as const;

/** Amounts are in cents. */
export type BecParameters = ParameterValuesOf<typeof BEC_PARAMETERS>;

/** Debits through which money left, as an index range within all such debits on the account. */
interface UnrecoverableMoney {
  cents: Cents;
  from: number;
  to: number;
  debits: readonly PreparedEntry[];
}

/** Debits that send money where it cannot be recovered and exceed the usual payments to the same companies. */
export class UnrecoverableDebits {
  readonly #debits: readonly PreparedEntry[];
  readonly #sums: SummedEntries;

  constructor(account: AccountHistory, companies: CompanyTable, { routineRatio, routineDays }: BecParameters) {
    const usual = new UsualCompanyAmounts(routineDays);
    this.#debits = outgoingDebits(account).filter((debit) => {
      const { entry, isEstablished, isMovable, isReversal } = debit;
      const isRoutine = entry.amountCents <= routineRatio * usual.largestBefore(debit) && isEstablished;
      return !isRoutine && !isReversal && (isMovable || !companies.isKnown(entry.companyKey));
    });
    this.#sums = new SummedEntries(this.#debits);
  }

  /** Takes days since 1970-01-01, inclusive. */
  between(firstDay: number, lastDay: number): UnrecoverableMoney {
    const [from, to] = this.#sums.rangeOf(firstDay, lastDay);
    return { cents: this.#sums.sumOfRange(from, to), from, to, debits: this.#debits };
  }

  /** The day on which the sum since `firstDay` reached `cents`; null if it did not by `lastDay`. */
  dayThatReaches(cents: Cents, firstDay: number, lastDay: number): number | null {
    const [from, to] = this.#sums.rangeOf(firstDay, lastDay);
    if (this.#sums.sumOfRange(from, to) < cents) return null;
    for (let at = from; at < to; at += 1)
      if (this.#sums.sumOfRange(from, at + 1) >= cents) return this.#debits[at]?.entry.epochDay ?? null;
    return null;
  }
}

/** Returns the debits in several ranges on one account, in order and without duplicates. */
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
  /** Day on which the condition was met (since 1970-01-01): the payment day, or the later day when the money had left. */
  completedOn: number;
  riskLevel: RiskLevel;
  outgoing: UnrecoverableMoney | null;
  /** Computed only for the payment that begins a case. `signs` follows "Credit of … from … on …: ". */
  details: () => Omit<FindingDetails, 'description'> & { signs: string };
}
