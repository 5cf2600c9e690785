import { IsInt, Min } from 'class-validator';
import { defineJob, PATIENT_RETRY, QUEUES } from './job-definition.ts';

export class PurgePayload {
  @IsInt() @Min(1) runId!: number;
}

/** Command within ingest: take out of the ledger what is past its time, as of the day of the run. */
export const PURGE_LEDGER = defineJob({
  name: 'ledger.purge',
  queue: QUEUES.purge,
  payload: PurgePayload,
  identity: ({ runId }) => `ledger.purge-${runId}`,
  retry: PATIENT_RETRY,
});

/** Command within analytics: delete decided alerts that are past their time. */
export const PURGE_ALERTS = defineJob({
  name: 'alerts.purge',
  queue: QUEUES.project,
  payload: PurgePayload,
  identity: ({ runId }) => `alerts.purge-${runId}`,
  retry: PATIENT_RETRY,
});
