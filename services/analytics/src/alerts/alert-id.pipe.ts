import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { PipeTransform } from '@nestjs/common';

/** The `:id` of an alert's path. */
export class AlertIdPipe implements PipeTransform<string | number, number> {
  /** Gets what the global validation made of the text: a number, or NaN. */
  transform(value: string | number): number {
    const id = Number(value);
    if (!Number.isSafeInteger(id) || id < 1)
      throw new AppError('bad_request', 'An alert is named by a whole number.');
    return id;
  }
}
