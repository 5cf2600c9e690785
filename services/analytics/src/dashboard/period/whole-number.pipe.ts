import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { PipeTransform } from '@nestjs/common';

/** A whole number in a path, from 1 to `max`; anything else is the caller's mistake, said in words. */
export class WholeNumberPipe implements PipeTransform<string | number, number> {
  constructor(private readonly options: { what: string; max: number }) {}

  /** Gets what the global validation made of the text: a number, or NaN. */
  transform(value: string | number): number {
    const number = Number(value);
    const { what, max } = this.options;
    if (!Number.isInteger(number) || number < 1 || number > max)
      throw new AppError('bad_request', `The ${what} must be a whole number from 1 to ${max}.`);
    return number;
  }
}
