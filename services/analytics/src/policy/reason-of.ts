import { AppError } from '@clearwatch/service-kit/errors/app-error';

/** @throws AppError `bad_request` when there is none, or it cannot be stored */
export function reasonOf(text: string): string {
  const reason = text.trim();
  if (reason === '') throw new AppError('bad_request', 'A reason is needed.');
  // PostgreSQL's text cannot hold it, and no keyboard types it.
  if (reason.includes('\0'))
    throw new AppError('bad_request', 'The reason holds a character that is not text.');
  return reason;
}
