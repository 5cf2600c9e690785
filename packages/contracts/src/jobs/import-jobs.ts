import { IsInt, Min } from 'class-validator';
import { defineJob, PATIENT_RETRY, QUEUES } from './job-definition.ts';

export class ImportFilePayload {
  @IsInt() @Min(1) importId!: number;
}

/** Command to ingest: read the stored file and merge it into the ledger. */
export const IMPORT_FILE = defineJob({
  name: 'import.file',
  queue: QUEUES.import,
  payload: ImportFilePayload,
  identity: ({ importId }) => `import.file-${importId}`,
  retry: PATIENT_RETRY,
});
