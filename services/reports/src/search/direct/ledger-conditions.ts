import type { Criteria } from '../criteria.ts';
import type { Put } from '../put.ts';

/** Each criterion in terms of the ledger's own entries `t`, what costs least first. One that asks nothing is a type error. */
const CONDITIONS: Readonly<Record<keyof Criteria, (criteria: Criteria, put: Put) => string[]>> = {
  amount: ({ amount }, put) =>
    amount.map(({ operator, value }) => `t.amount ${operator} ${put(value, 'numeric')}`),
  days: ({ days }, put) =>
    days === null ? [] : [`t.event_date BETWEEN ${put(days.from, 'date')} AND ${put(days.to, 'date')}`],
  types: ({ types }, put) => isOneOf('t.transaction_type::text', types, put),
  classes: ({ classes }, put) => isOneOf('t.class', classes, put),
  traceNumber: ({ traceNumber }, put) => isOneOf('t.check_tracer_number', listOf(traceNumber), put),
  batch: ({ batch }, put) => isOneOf('t.batch', listOf(batch), put),
  codes: ({ codes }, put) => holdsOneOf('t.transaction_code', codes, put),
  lastName: ({ lastName }, put) => holdsOneOf('t.last_name', listOf(lastName), put),
  firstName: ({ firstName }, put) => holdsOneOf('t.first_name', listOf(firstName), put),
  companies: ({ companies }, put) => holdsOneOf('t.company', companies, put),
  descriptions: ({ descriptions }, put) => holdsOneOf('t.entry_description', descriptions, put),
  addenda: ({ addenda }, put) => holdsOneOf('t.addenda', listOf(addenda), put),
};

/** The criteria in terms of the ledger's own entries `t`: what a match is. */
export function ledgerConditions(criteria: Criteria, put: Put): string[] {
  return Object.values(CONDITIONS).flatMap((conditionsOf) => conditionsOf(criteria, put));
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
