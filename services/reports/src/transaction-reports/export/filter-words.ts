import type { TransactionFilters } from '@clearwatch/contracts/transaction-reports.dto';
import type { Criteria } from '../../search/criteria.ts';

/** By the names that the API gives them. A filter without its words is a type error: none is asked for and not written down. */
const WORDS: Readonly<Record<keyof TransactionFilters, (criteria: Criteria) => string | null>> = {
  firstName: ({ firstName }) => firstName,
  lastName: ({ lastName }) => lastName,
  company: ({ companies }) => listed(companies),
  transactionType: ({ types }) => listed(types),
  class: ({ classes }) => listed(classes),
  transactionCode: ({ codes }) => listed(codes),
  entryDescription: ({ descriptions }) => listed(descriptions),
  addenda: ({ addenda }) => addenda,
  checkTracerNumber: ({ traceNumber }) => traceNumber,
  batch: ({ batch }) => batch,
  amount: ({ amount }) => listed(amount.map(({ operator, value }) => `${operator} ${value}`)),
  dateRange: ({ days }) => (days === null ? null : `${days.from} to ${days.to}`),
};

/**
 * Filters as the audit log keeps them: one line of text each. What was asked for is the point of the entry, so names are
 * kept as they were given.
 */
export function filterWords(criteria: Criteria): Record<string, string> {
  return Object.fromEntries(
    Object.entries(WORDS).flatMap(([name, wordsOf]) => {
      const words = wordsOf(criteria);
      return words === null ? [] : [[name, words]];
    }),
  );
}

function listed(values: readonly string[]): string | null {
  return values.length === 0 ? null : values.join('; ');
}
