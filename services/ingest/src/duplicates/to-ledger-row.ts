import { TRANSACTION_KINDS, TRANSACTION_TYPES } from '@clearwatch/contracts/transactions.dto';
import type { LedgerRow } from '@clearwatch/domain/ledger/ledger-row';
import { parseCents } from '@clearwatch/domain/money/cents';
import {
  dayOf,
  enumOf,
  integerOf,
  moneyOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { metadataOf } from '../transactions/metadata-of.ts';

/** Columns that `toLedgerRow` reads; days as text. */
export const LEDGER_ROW_COLUMNS = `company, last_name, first_name, middle_initial, account_number, original_account,
  transaction_code, amount, transaction_type, entry_kind, check_tracer_number, addenda, batch,
  settlement_date::text AS settlement_date, effective_date::text AS effective_date, posting_date::text AS posting_date,
  posting_minute, entry_description, class, metadata`;

/** A stored entry as it was before it was stored: its identity can be computed again. */
export function toLedgerRow(row: Row): LedgerRow {
  return {
    company: textOf(row, 'company'),
    lastName: textOf(row, 'last_name'),
    firstName: textOf(row, 'first_name'),
    middleInitial: nullable(textOf, row, 'middle_initial'),
    accountNumber: textOf(row, 'account_number'),
    originalAccount: textOf(row, 'original_account'),
    transactionCode: textOf(row, 'transaction_code'),
    amountCents: parseCents(moneyOf(row, 'amount')),
    transactionType: enumOf(TRANSACTION_TYPES, row, 'transaction_type'),
    entryKind: enumOf(TRANSACTION_KINDS, row, 'entry_kind'),
    checkTracerNumber: nullable(textOf, row, 'check_tracer_number'),
    addenda: nullable(textOf, row, 'addenda'),
    batch: nullable(textOf, row, 'batch'),
    settlementDate: nullable(dayOf, row, 'settlement_date'),
    effectiveDate: nullable(dayOf, row, 'effective_date'),
    postingDate: nullable(dayOf, row, 'posting_date'),
    postingMinute: nullable(integerOf, row, 'posting_minute'),
    entryDescription: nullable(textOf, row, 'entry_description'),
    class: nullable(textOf, row, 'class'),
    metadata: metadataOf(row),
  };
}
