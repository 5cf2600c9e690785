import type { CsvField } from '@clearwatch/contracts/csv/csv-fields';
import type { CsvColumn } from '@clearwatch/contracts/http/csv-mapping';
import type { ColumnValues, ValueKind } from './column-values.ts';
import { fieldOfHeader } from './field-synonyms.ts';

/** What the values of a column must look like for the field that its header names. */
const EXPECTED: Partial<Record<CsvField, ValueKind>> = {
  amount: 'amount',
  debitAmount: 'amount',
  creditAmount: 'amount',
  transactionType: 'direction',
  transactionCode: 'transactionCode',
  class: 'secCode',
  postingDate: 'date',
  settlementDate: 'date',
  effectiveDate: 'date',
};
/** "Type" and "Code" are called so by everybody and mean one of these. */
const BY_VALUES: readonly (readonly [ValueKind, CsvField])[] = [
  ['transactionCode', 'transactionCode'],
  ['secCode', 'class'],
  ['direction', 'transactionType'],
];
const DECIDED_BY_VALUES: ReadonlySet<CsvField> = new Set(['transactionType', 'transactionCode', 'class']);

/** The columns as their headers and values say; of two columns for one field the one with the surer name. */
export function columnsOfHeader(
  header: readonly string[],
  values: readonly ColumnValues[],
): { columns: CsvColumn[]; doubtful: CsvField[] } {
  const chosen = new Map<CsvField, { column: number; rank: number; isDoubtful: boolean }>();
  for (const [column, name] of header.entries()) {
    const named = fieldOfHeader(name);
    const found = values[column];
    if (named === null || found === undefined) continue;
    const { field, isDoubtful } = checked(named.field, found);
    if (field === null) continue;
    const other = chosen.get(field);
    const rank = named.rank + (isDoubtful ? 1_000 : 0) + (found.filled.length === 0 ? 500 : 0);
    if (other === undefined || rank < other.rank) chosen.set(field, { column, rank, isDoubtful });
  }
  withoutContradictions(chosen);
  const columns = [...chosen].map(([field, { column }]) => ({ column, field }));
  const doubtful = [...chosen].filter(([, { isDoubtful }]) => isDoubtful).map(([field]) => field);
  return { columns: columns.toSorted((one, other) => one.column - other.column), doubtful };
}

function checked(field: CsvField, values: ColumnValues): { field: CsvField | null; isDoubtful: boolean } {
  const expected = EXPECTED[field];
  if (expected === undefined || values.filled.length === 0 || values.are(expected))
    return { field, isDoubtful: false };
  if (!DECIDED_BY_VALUES.has(field)) return { field, isDoubtful: true };
  const byValues = BY_VALUES.find(([kind]) => values.are(kind));
  if (byValues !== undefined) return { field: byValues[1], isDoubtful: false };
  // Any class is kept as it is written; a type or code that says nothing is no use.
  const isOfUse = field === 'class' || values.areMostly(expected);
  return { field: isOfUse ? field : null, isDoubtful: true };
}

function withoutContradictions(
  chosen: Map<CsvField, { column: number; rank: number; isDoubtful: boolean }>,
): void {
  if (chosen.has('lastName')) chosen.delete('fullName');
  else if (chosen.has('fullName')) chosen.delete('firstName');
  if (chosen.has('debitAmount') && chosen.has('creditAmount')) chosen.delete('amount');
  else if (chosen.has('amount')) {
    chosen.delete('debitAmount');
    chosen.delete('creditAmount');
  }
  const member = chosen.get('memberId');
  if (!chosen.has('accountNumber') && member !== undefined) {
    chosen.set('accountNumber', { ...member, isDoubtful: true });
    chosen.delete('memberId');
  }
}
