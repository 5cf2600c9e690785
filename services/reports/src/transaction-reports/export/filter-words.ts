import type { Criteria } from '../../search/criteria.ts';

/**
 * Filters as the audit log keeps them: one line of text each. What was asked for is the point of the entry, so names are
 * kept as they were given.
 */
export function filterWords(criteria: Criteria): Record<string, string> {
  const { amount, days } = criteria;
  const texts: [name: string, value: string | null][] = [
    ['firstName', criteria.firstName],
    ['lastName', criteria.lastName],
    ['company', listed(criteria.companies)],
    ['transactionType', listed(criteria.types)],
    ['class', listed(criteria.classes)],
    ['transactionCode', listed(criteria.codes)],
    ['entryDescription', listed(criteria.descriptions)],
    ['addenda', criteria.addenda],
    ['checkTracerNumber', criteria.traceNumber],
    ['batch', criteria.batch],
    ['amount', listed(amount.map(({ operator, value }) => `${operator} ${value}`))],
    ['dateRange', days === null ? null : `${days.from} to ${days.to}`],
  ];
  return Object.fromEntries(texts.filter((pair): pair is [string, string] => pair[1] !== null));
}

function listed(values: readonly string[]): string | null {
  return values.length === 0 ? null : values.join('; ');
}
