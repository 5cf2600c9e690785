import { IsInt, Min } from 'class-validator';
import { defineJob, PATIENT_RETRY, QUEUES } from './job-definition.ts';

export class DetectRunPayload {
  @IsInt() @Min(1) runId!: number;
}

/** Command within analytics: cut a detection run into shards of members. */
export const DETECT_RUN = defineJob({
  name: 'detect.run',
  queue: QUEUES.detect,
  payload: DetectRunPayload,
  identity: ({ runId }) => `detect.run-${runId}`,
  retry: PATIENT_RETRY,
});

export class DetectAccountsPayload {
  @IsInt() @Min(1) runId!: number;
  @IsInt() @Min(0) shard!: number;
}

/** Command within analytics: run all detectors over the members of one shard. */
export const DETECT_ACCOUNTS = defineJob({
  name: 'detect.accounts',
  queue: QUEUES.detect,
  payload: DetectAccountsPayload,
  identity: ({ runId, shard }) => `detect.accounts-${runId}-${shard}`,
  retry: PATIENT_RETRY,
});
