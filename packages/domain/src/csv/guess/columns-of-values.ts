import type { CsvField } from '@clearwatch/contracts/csv/csv-fields';
import type { CsvColumn } from '@clearwatch/contracts/http/csv-mapping';
import type { ColumnValues, ValueKind } from './column-values.ts';

/** In this order, because a trace number looks like an account and an account like an amount. */
const FIELD_OF_KIND: readonly (readonly [ValueKind, CsvField])[] = [
  ['secCode', 'class'],
  ['direction', 'transactionType'],
  ['trace', 'checkTracerNumber'],
  ['routing', 'routingNumber'],
  ['date', 'postingDate'],
  ['transactionCode', 'transactionCode'],
];

/** What the columns of a table without header can be, by their values alone: a proposal to be looked at. */
export function columnsOfValues(values: readonly ColumnValues[]): CsvColumn[] {
  const columns = new Map<number, CsvField>();
  const taken = new Set<CsvField>();
  const choose = (field: CsvField, fits: (values: ColumnValues) => boolean): void => {
    const column = values.findIndex((one, index) => !columns.has(index) && fits(one));
    if (column === -1 || taken.has(field)) return;
    columns.set(column, field);
    taken.add(field);
  };
  for (const [kind, field] of FIELD_OF_KIND) choose(field, (one) => one.are(kind));
  choose('amount', (one) => one.are('amount') && one.filled.some((text) => text.includes('.')));
  choose('accountNumber', (one) => one.are('account'));
  choose('amount', (one) => one.are('amount'));
  choose('fullName', (one) => one.are('personName'));
  choose('company', (one) => one.are('text'));
  choose('fullName', (one) => one.are('text'));
  choose('entryDescription', (one) => one.are('text'));
  return [...columns]
    .map(([column, field]) => ({ column, field }))
    .toSorted((one, other) => one.column - other.column);
}
