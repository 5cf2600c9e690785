import { IsInt, Min } from 'class-validator';
import { defineJob, PATIENT_RETRY, QUEUES } from './job-definition.ts';

export class ComposeReportPayload {
  @IsInt() @Min(1) reportId!: number;
}

/** Command within reports: gather the facts of an AI report and write it. */
export const COMPOSE_REPORT = defineJob({
  name: 'compose.report',
  queue: QUEUES.compose,
  payload: ComposeReportPayload,
  identity: ({ reportId }) => `compose.report-${reportId}`,
  retry: PATIENT_RETRY,
});

export class MakeSearchablePayload {
  @IsInt() @Min(1) importId!: number;
}

/** Command within reports: bring what transaction reports search by up to date with an import, stored or undone. */
export const MAKE_SEARCHABLE = defineJob({
  name: 'search.import',
  queue: QUEUES.search,
  payload: MakeSearchablePayload,
  identity: ({ importId }) => `search.import-${importId}`,
  retry: PATIENT_RETRY,
});
