import type { DuplicateRow } from '@clearwatch/contracts/imports.dto';
import { TRANSACTION_TYPES } from '@clearwatch/contracts/transactions.dto';
import {
  booleanOf,
  dayOf,
  enumOf,
  integerOf,
  moneyOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';

export function toDuplicateRow(row: Row): DuplicateRow {
  return {
    row: integerOf(row, 'row_number'),
    line: integerOf(row, 'line'),
    case: booleanOf(row, 'in_file') ? 'in_file' : 'in_ledger',
    twin: {
      transactionId: integerOf(row, 'twin_id'),
      importId: integerOf(row, 'twin_import_id'),
      fileName: textOf(row, 'twin_file_name'),
      line: integerOf(row, 'twin_line'),
    },
    company: textOf(row, 'company'),
    memberName: textOf(row, 'member_name'),
    accountNumber: textOf(row, 'account_number'),
    amount: moneyOf(row, 'amount'),
    transactionType: enumOf(TRANSACTION_TYPES, row, 'transaction_type'),
    day: nullable(dayOf, row, 'day'),
    kept: booleanOf(row, 'kept'),
  };
}
