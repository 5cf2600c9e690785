import {
  type RelatedEntry,
  TRANSACTION_KINDS,
  TRANSACTION_TYPES,
  type Transaction,
  type TransactionDetail,
} from '@clearwatch/contracts/transactions.dto';
import {
  dayOf,
  enumOf,
  instantOf,
  integerOf,
  moneyOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { metadataOf } from './metadata-of.ts';

export function toTransaction(row: Row): Transaction {
  const own = nameOf(textOf(row, 'first_name'), textOf(row, 'last_name'));
  return {
    id: integerOf(row, 'id'),
    company: textOf(row, 'company'),
    lastName: textOf(row, 'last_name'),
    firstName: textOf(row, 'first_name'),
    middleInitial: nullable(textOf, row, 'middle_initial'),
    memberName: own || nameOf(textOf(row, 'member_first_name'), textOf(row, 'member_last_name')),
    accountNumber: textOf(row, 'account_number'),
    originalAccount: textOf(row, 'original_account'),
    transactionCode: textOf(row, 'transaction_code'),
    amount: moneyOf(row, 'amount'),
    transactionType: enumOf(TRANSACTION_TYPES, row, 'transaction_type'),
    entryKind: enumOf(TRANSACTION_KINDS, row, 'entry_kind'),
    returnedWith: nullable(textOf, row, 'returned_with'),
    checkTracerNumber: nullable(textOf, row, 'check_tracer_number'),
    addenda: nullable(textOf, row, 'addenda'),
    batch: nullable(textOf, row, 'batch'),
    settlementDate: nullable(dayOf, row, 'settlement_date'),
    effectiveDate: nullable(dayOf, row, 'effective_date'),
    postingDate: nullable(dayOf, row, 'posting_date'),
    entryDescription: nullable(textOf, row, 'entry_description'),
    class: nullable(textOf, row, 'class'),
    metadata: metadataOf(row),
    transactionHash: textOf(row, 'transaction_hash'),
    importId: integerOf(row, 'import_id'),
    line: integerOf(row, 'line'),
    createdAt: instantOf(row, 'created_at'),
  };
}

/** @param related what came back about the entry, and what it says came back itself */
export function toTransactionDetail(
  row: Row,
  related: { returns: RelatedEntry[]; original: RelatedEntry | null },
): TransactionDetail {
  const transaction = toTransaction(row);
  return {
    member: {
      id: integerOf(row, 'member_id'),
      firstName: textOf(row, 'member_first_name'),
      lastName: textOf(row, 'member_last_name'),
      company: textOf(row, 'member_company'),
      accountNumber: transaction.accountNumber,
      totalCredits: moneyOf(row, 'total_credits'),
      totalDebits: moneyOf(row, 'total_debits'),
    },
    transaction,
    source: {
      importId: transaction.importId,
      fileName: textOf(row, 'file_name'),
      digest: textOf(row, 'digest'),
      line: transaction.line,
    },
    returns: related.returns,
    original: related.original,
  };
}

function nameOf(firstName: string, lastName: string): string {
  return `${firstName} ${lastName}`.trim();
}
