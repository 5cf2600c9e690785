import { CSV_FIELDS, type CsvField } from '@clearwatch/contracts/csv/csv-fields';
import { type CsvMapping } from '@clearwatch/contracts/http/csv-mapping';

/**
 * What keeps a mapping from being used, one sentence each; empty when it can be. Dates are not required: entries without
 * one take part in the rules that need no period.
 */
export function whatIsMissing(mapping: CsvMapping): string[] {
  const has = (field: CsvField): boolean => mapping.columns.some((column) => column.field === field);
  const needs = (field: CsvField): string[] =>
    has(field) ? [] : [`Choose the column of the field "${CSV_FIELDS[field]}".`];
  return [
    ...contradictions(mapping),
    ...needs('accountNumber'),
    ...(mapping.direction === 'two_columns'
      ? [...needs('debitAmount'), ...needs('creditAmount')]
      : needs('amount')),
    ...(mapping.direction === 'type_column' ? needs('transactionType') : []),
    ...(mapping.direction === 'transaction_code' ? needs('transactionCode') : []),
    ...(has('fullName') || has('lastName')
      ? []
      : ['Choose the column of the member\'s name: "Full name", or "Last name".']),
    ...(has('company') || has('entryDescription')
      ? []
      : ['Choose the column of the company, or of a description that names it.']),
  ];
}

function contradictions({ columns, columnCount }: CsvMapping): string[] {
  const sentences = new Set<string>();
  const fields = new Set<CsvField>();
  const positions = new Set<number>();
  for (const { column, field } of columns) {
    if (fields.has(field)) sentences.add(`Choose one column only for the field "${CSV_FIELDS[field]}".`);
    if (positions.has(column)) sentences.add(`Choose one field only for column ${column + 1}.`);
    if (column >= columnCount) sentences.add(`The table has no column ${column + 1}.`);
    fields.add(field);
    positions.add(column);
  }
  if (fields.has('fullName') && (fields.has('lastName') || fields.has('firstName')))
    sentences.add('Choose either the full name, or first and last name.');
  return [...sentences];
}
