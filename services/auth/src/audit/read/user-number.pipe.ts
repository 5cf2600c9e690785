import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { PipeTransform } from '@nestjs/common';

const LARGEST_ID = 2_147_483_647;

/** The `:id` of a user's path. */
export class UserNumberPipe implements PipeTransform<string | number, number> {
  /** Gets what the global validation made of the text: a number, or NaN. */
  transform(value: string | number): number {
    const id = Number(value);
    if (!Number.isInteger(id) || id < 1 || id > LARGEST_ID)
      throw new AppError('not_found', 'There is no such user.');
    return id;
  }
}
