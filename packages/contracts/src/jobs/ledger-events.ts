import { IsInt, Min } from 'class-validator';
import { defineJob, PATIENT_RETRY, QUEUES } from './job-definition.ts';

export class TransactionsImportedPayload {
  @IsInt() @Min(1) importId!: number;
}

/** Fact from ingest to analytics: the transactions of an import are committed. */
export const TRANSACTIONS_IMPORTED = defineJob({
  name: 'transactions.imported',
  queue: QUEUES.project,
  payload: TransactionsImportedPayload,
  identity: ({ importId }) => `transactions.imported-${importId}`,
  retry: PATIENT_RETRY,
});

export class ImportUndonePayload {
  @IsInt() @Min(1) importId!: number;
}

/** Fact from ingest to analytics: the entries of an import have left the ledger. */
export const IMPORT_UNDONE = defineJob({
  name: 'import.undone',
  queue: QUEUES.project,
  payload: ImportUndonePayload,
  identity: ({ importId }) => `import.undone-${importId}`,
  retry: PATIENT_RETRY,
});

export class EntriesPurgedPayload {
  @IsInt() @Min(1) purgeId!: number;
}

/** Fact from ingest to analytics: entries that were past their time have left the ledger. */
export const ENTRIES_PURGED = defineJob({
  name: 'entries.purged',
  queue: QUEUES.project,
  payload: EntriesPurgedPayload,
  identity: ({ purgeId }) => `entries.purged-${purgeId}`,
  retry: PATIENT_RETRY,
});
