import { ImportFileError } from '@clearwatch/domain/ledger/import-file-error';
import { isDiskFull } from '@clearwatch/service-kit/database/database-errors';
import { toAppError } from '@clearwatch/service-kit/errors/app-error';
import { UnreadableArchive } from '../gzip/unreadable-archive.ts';
import { BucketAway } from '../uploads/bucket/bucket-away.ts';
import type { Failure } from './import-claims.repository.ts';

/** What staff read about an import that did not succeed. Says what is wrong and what to do, and quotes nothing. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ImportFileError || error instanceof UnreadableArchive)
    return { code: error.code, text: error.message };
  if (isMissingFile(error)) {
    return {
      code: 'file_missing',
      text: 'The uploaded file is no longer on the server. Please upload it again.',
    };
  }
  const meaning = toAppError(error);
  if (meaning.code === 'insufficient_storage') {
    return {
      code: meaning.code,
      text: 'The server has run out of disk space. Nothing of the file was stored; try it again when there is room.',
    };
  }
  if (error instanceof BucketAway) {
    return {
      code: meaning.code,
      text: 'The store of uploaded files did not answer for a while. Nothing of the file was imported; please try it again.',
    };
  }
  if (meaning.code === 'unavailable') {
    return {
      code: meaning.code,
      text: 'The database did not answer for a while. Nothing of the file was stored; please upload it again.',
    };
  }
  return {
    code: 'internal',
    text: 'Something went wrong on the server. Nothing of the file was stored; please upload it again.',
  };
}

/**
 * No second try can help: the file itself is the reason. Or none should be made without a person: each would fill the full
 * disk again, on which others work.
 */
export function isFinal(error: unknown): boolean {
  return (
    error instanceof ImportFileError ||
    error instanceof UnreadableArchive ||
    isMissingFile(error) ||
    isDiskFull(error)
  );
}

/** From the file system, not from the database or the network. */
export function isMissingFile(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ENOENT' &&
    'syscall' in error &&
    error.syscall === 'open'
  );
}
