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
