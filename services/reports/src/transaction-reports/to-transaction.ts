import {
  TRANSACTION_KINDS,
  TRANSACTION_TYPES,
  type Transaction,
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

/** An entry as the ledger's own lists show it (services/ingest/src/transactions/to-transaction.ts). */
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

function nameOf(firstName: string, lastName: string): string {
  return `${firstName} ${lastName}`.trim();
}

/** Metadata are flat texts; what else a hand put there is left out. */
function metadataOf(row: Row): Record<string, string> | null {
  const value = row['metadata'];
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(
    Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}
