import { AppError } from '@clearwatch/service-kit/errors/app-error';

/** What somebody wrote, without blanks around it; null for nothing. @throws AppError `bad_request` */
export function plainText(what: string, text: string | undefined): string | null {
  // PostgreSQL's text cannot hold it, and no keyboard types it.
  if (text?.includes('\0'))
    throw new AppError('bad_request', `The ${what} holds a character that is not text.`);
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
