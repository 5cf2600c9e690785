import type { Criteria } from '../criteria.ts';
import type { Put } from '../put.ts';

/** The criteria in terms of the ledger's own entries `t`: what a match is. */
export function ledgerConditions(criteria: Criteria, put: Put): string[] {
  const { amount, days } = criteria;
  return [
    // What costs least is asked first.
    ...amount.map(({ operator, value }) => `t.amount ${operator} ${put(value, 'numeric')}`),
    ...(days === null ? [] : [`t.event_date BETWEEN ${put(days.from, 'date')} AND ${put(days.to, 'date')}`]),
    ...isOneOf('t.transaction_type::text', criteria.types, put),
    ...isOneOf('t.class', criteria.classes, put),
    ...isOneOf('t.check_tracer_number', listOf(criteria.traceNumber), put),
    ...isOneOf('t.batch', listOf(criteria.batch), put),
    ...holdsOneOf('t.transaction_code', criteria.codes, put),
    ...holdsOneOf('t.last_name', listOf(criteria.lastName), put),
    ...holdsOneOf('t.first_name', listOf(criteria.firstName), put),
    ...holdsOneOf('t.company', criteria.companies, put),
    ...holdsOneOf('t.entry_description', criteria.descriptions, put),
    ...holdsOneOf('t.addenda', listOf(criteria.addenda), put),
  ];
}

const listOf = (text: string | null): readonly string[] => (text === null ? [] : [text]);

function isOneOf(column: string, values: readonly string[], put: Put): string[] {
  return values.length === 0 ? [] : [`${column} = ANY (${put(values, 'text[]')})`];
}

function holdsOneOf(column: string, texts: readonly string[], put: Put): string[] {
  if (texts.length === 0) return [];
  const patterns = texts.map((text) => `reports.containing(${put(text, 'text')})`);
  return [`reports.folded(${column}) LIKE ANY (ARRAY[${patterns.join(', ')}])`];
}
