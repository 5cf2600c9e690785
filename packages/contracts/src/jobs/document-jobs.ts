import { IsInt, Min } from 'class-validator';
import { defineJob, PATIENT_RETRY, QUEUES } from './job-definition.ts';

export class ExtractDocumentPayload {
  @IsInt() @Min(1) parseJobId!: number;
}

/** Command to ingest: read a stored document, and import the rows that are sure. */
export const EXTRACT_DOCUMENT = defineJob({
  name: 'document.extract',
  queue: QUEUES.extract,
  payload: ExtractDocumentPayload,
  identity: ({ parseJobId }) => `document.extract-${parseJobId}`,
  retry: PATIENT_RETRY,
});
