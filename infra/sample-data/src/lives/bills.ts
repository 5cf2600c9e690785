import type { Stream } from '../draft.ts';
import {
  AUTO_LOANS,
  CARDS,
  INSURERS,
  MORTGAGES,
  RENT,
  SAVINGS_TRANSFER,
  SUBSCRIPTIONS,
  TELECOMS,
  UTILITIES,
} from '../world/companies.ts';
import type { Originator } from '../world/originators.ts';
import { recurring } from './recurring.ts';

interface Bill {
  companies: readonly Originator[];
  /** Median amount in dollars and sigma of its logarithm between members. */
  median: number;
  spread: number;
  /** From month to month, as a fraction of the usual amount. */
  stray: number;
  /** Earliest and latest due day; the member's own is fixed. */
  due: readonly [number, number];
}

function monthly({ companies, median, spread, stray, due }: Bill): Stream {
  return ({ random, calendar }) =>
    recurring({
      random,
      days: calendar.monthly(random.int(due[0], due[1]), 'after'),
      originator: random.pick(companies),
      direction: 'Debit',
      cents: random.cents(median, spread),
      stray,
    });
}

export const mortgage = monthly({ companies: MORTGAGES, median: 1_480, spread: 0.35, stray: 0, due: [1, 5] });
export const rent = monthly({ companies: RENT, median: 1_150, spread: 0.3, stray: 0, due: [1, 3] });
export const utility = monthly({ companies: UTILITIES, median: 118, spread: 0.4, stray: 0.35, due: [5, 26] });
export const telecom = monthly({ companies: TELECOMS, median: 84, spread: 0.3, stray: 0.02, due: [8, 28] });
export const cardPayment = monthly({ companies: CARDS, median: 420, spread: 0.7, stray: 0.5, due: [10, 28] });
export const insurance = monthly({ companies: INSURERS, median: 145, spread: 0.4, stray: 0, due: [3, 24] });
export const autoLoan = monthly({ companies: AUTO_LOANS, median: 385, spread: 0.3, stray: 0, due: [6, 22] });
export const subscription = monthly({
  companies: SUBSCRIPTIONS,
  median: 15,
  spread: 0.4,
  stray: 0,
  due: [1, 28],
});

/** The payday sweep into savings elsewhere. */
export const savingsTransfer: Stream = ({ random, calendar }) =>
  recurring({
    random,
    days: calendar.monthly(16, 'after'),
    originator: SAVINGS_TRANSFER,
    direction: 'Debit',
    cents: random.pick([5_000, 10_000, 15_000, 25_000, 50_000]),
  });
