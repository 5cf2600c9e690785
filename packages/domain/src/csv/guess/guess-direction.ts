import type { CsvField } from '@clearwatch/contracts/csv/csv-fields';
import type { CsvDirection } from '@clearwatch/contracts/csv/csv-settings';
import type { ColumnValues } from './column-values.ts';

const NEGATIVE = /^[^\d]*[-(]|-$/;
const SIDE = /\d[)-]?\s*(?:CR|DR)$/i;

/** What says which rows are credits. Only the sign alone is unsure: institutions and members see it from opposite sides. */
export function guessDirection(valuesOf: (field: CsvField) => ColumnValues | null): {
  direction: CsvDirection;
  isSure: boolean;
} {
  if (valuesOf('debitAmount') !== null && valuesOf('creditAmount') !== null)
    return { direction: 'two_columns', isSure: true };
  if (valuesOf('transactionType') !== null) return { direction: 'type_column', isSure: true };
  const amounts = valuesOf('amount')?.filled ?? [];
  if (amounts.length > 0 && amounts.every((amount) => SIDE.test(amount)))
    return { direction: 'negative_is_debit', isSure: true };
  if (valuesOf('transactionCode')?.are('transactionCode') === true)
    return { direction: 'transaction_code', isSure: true };
  if (amounts.some((amount) => NEGATIVE.test(amount)))
    return { direction: 'negative_is_debit', isSure: false };
  return { direction: 'type_column', isSure: true };
}
