import { MAX_PERIOD_DAYS } from '@clearwatch/contracts/dashboard.dto';
import { AS_OF_HEADER } from '@clearwatch/contracts/http-headers';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { Param, type PipeTransform } from '@nestjs/common';
import type { Response } from 'express';

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

/** Says on which day the figures of an answer end; `none` while the ledger holds no dated entry. */
export function setAsOfHeader(response: Response, asOf: string | null): void {
  response.setHeader(AS_OF_HEADER, asOf ?? 'none');
}

/** A whole number in a path, from 1 to `max`; anything else is the caller's mistake, said in words. */
export class BoundedIntegerPipe implements PipeTransform<string | number, number> {
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

/** The `:days` of a path: length of the period that is asked for. */
export const PeriodDaysParam = () =>
  Param('days', new BoundedIntegerPipe({ what: 'period in days', max: MAX_PERIOD_DAYS }));

/** Names are shorter; the limit only keeps questions a sane size. */
const MAX_NAME_LENGTH = 2_000;

/** A name in a path, as PostgreSQL can look for it: no text of the ledger holds NUL. */
export class NamePathPipe implements PipeTransform<unknown, string> {
  transform(value: unknown): string {
    if (typeof value !== 'string' || value.length > MAX_NAME_LENGTH || value.includes('\0'))
      throw new AppError('bad_request', 'The path holds something that is no name.');
    return value;
  }
}

/** A whole number from 1 in a path: a version, a try-out, a silence. */
export class PositiveIntegerPipe implements PipeTransform<string | number, number> {
  /** Gets what the global validation made of the text: a number, or NaN. */
  transform(value: string | number): number {
    const number = Number(value);
    if (!Number.isSafeInteger(number) || number < 1)
      throw new AppError('bad_request', 'The number in the path must be a whole number from 1.');
    return number;
  }
}
