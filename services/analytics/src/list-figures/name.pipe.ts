import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { PipeTransform } from '@nestjs/common';

/** Names are shorter; the limit only keeps questions a sane size. */
const LONGEST_NAME = 2_000;

/** A name in a path, as PostgreSQL can look for it: no text of the ledger holds NUL. */
export class NamePipe implements PipeTransform<unknown, string> {
  transform(value: unknown): string {
    if (typeof value !== 'string' || value.length > LONGEST_NAME || value.includes('\0'))
      throw new AppError('bad_request', 'The path holds something that is no name.');
    return value;
  }
}
