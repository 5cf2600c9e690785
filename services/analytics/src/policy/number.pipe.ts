import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { PipeTransform } from '@nestjs/common';

/** A whole number from 1 in a path: a version, a try-out, a silence. */
export class NumberPipe implements PipeTransform<string | number, number> {
  /** Gets what the global validation made of the text: a number, or NaN. */
  transform(value: string | number): number {
    const number = Number(value);
    if (!Number.isSafeInteger(number) || number < 1)
      throw new AppError('bad_request', 'The number in the path must be a whole number from 1.');
    return number;
  }
}
