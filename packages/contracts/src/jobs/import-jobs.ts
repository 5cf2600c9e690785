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

export class UndoImportPayload {
  @IsInt() @Min(1) importId!: number;
}

/** Command to ingest: take an import out of the ledger. */
export const UNDO_IMPORT = defineJob({
  name: 'import.undo',
  queue: QUEUES.import,
  payload: UndoImportPayload,
  identity: ({ importId }) => `import.undo-${importId}`,
  retry: PATIENT_RETRY,
});
