import type { StoredFilesEnvironment } from '@clearwatch/ingest/uploads/stored-files.environment';
import { BucketFiles } from './bucket-files.ts';
import { FolderFiles } from './folder-files.ts';
import type { StoredFiles } from './stored-files.ts';

/** Where uploaded files are: a folder needs no more than its name. */
export type WhereFilesAre = { UPLOAD_STORE: 'folder'; DATA_DIR: string } | StoredFilesEnvironment;

export function openFiles(where: WhereFilesAre): StoredFiles {
  return where.UPLOAD_STORE === 's3' ? new BucketFiles(where) : new FolderFiles(where);
}

export const filesIn = (dataDirectory: string): WhereFilesAre => ({
  UPLOAD_STORE: 'folder',
  DATA_DIR: dataDirectory,
});
