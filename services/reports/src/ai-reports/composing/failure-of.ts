import { toAppError } from '@clearwatch/service-kit/errors/app-error';

export interface Failure {
  code: string;
  /** Shown to staff as it stands. */
  sentence: string;
}

/** What staff read about a report that could not be written. Says what to do, and quotes nothing. */
export function failureOf(error: unknown): Failure {
  const { code, kind } = toAppError(error);
  if (code === 'insufficient_storage') {
    return {
      code,
      sentence: 'The server has run out of disk space. Generate the report again when there is room.',
    };
  }
  if (kind === 'operational') {
    return {
      code,
      sentence: 'The database did not answer for a while, so there is no report. Please generate it again.',
    };
  }
  return {
    code,
    sentence:
      'Something went wrong on the server, so there is no report. Please generate it again; when that fails too, tell whoever runs Clearwatch.',
  };
}

/** No second try can help: what failed is the writing itself. */
export function isFinal(error: unknown): boolean {
  return toAppError(error).kind !== 'operational';
}
