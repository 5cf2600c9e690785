import { MAX_PERIOD_DAYS } from '@clearwatch/contracts/dashboard.dto';
import { AS_OF_HEADER } from '@clearwatch/contracts/http-headers';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import {
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  Param,
  type PipeTransform,
} from '@nestjs/common';
import type { Response } from 'express';
import { tap } from 'rxjs';

/** Replaces Nest's `ParseIntPipe`, which accepts 0, negative numbers and numbers beyond a column's range. */
export class PathIntegerPipe implements PipeTransform<string | number, number> {
  constructor(
    private readonly message: string,
    private readonly max = Number.MAX_SAFE_INTEGER,
  ) {}

  /** The global validation has already converted the text to a number or NaN. */
  transform(value: string | number): number {
    const number = Number(value);
    if (!Number.isSafeInteger(number) || number < 1 || number > this.max)
      throw new AppError('bad_request', this.message);
    return number;
  }
}

export const boundedInteger = (what: string, max: number): PathIntegerPipe =>
  new PathIntegerPipe(`The ${what} must be a whole number from 1 to ${max}.`, max);

export const AlertId = () => Param('id', new PathIntegerPipe('The alert number must be a whole number.'));

export const PeriodDaysParam = () => Param('days', boundedInteger('period in days', MAX_PERIOD_DAYS));

/** Sets a header to the last day of the figures in the response, or `none` if the ledger has no dated entry. */
export class FigureDayInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<{ asOf?: string | null }>) {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      tap(({ asOf }) => {
        if (asOf !== undefined) response.setHeader(AS_OF_HEADER, asOf ?? 'none');
      }),
    );
  }
}

/** Longer than any real name. Limits the size of requests. */
const MAX_NAME_LENGTH = 2_000;

/** Validates a name in a path: ledger texts contain no NUL, and PostgreSQL cannot search for one. */
export class NamePathPipe implements PipeTransform<unknown, string> {
  transform(value: unknown): string {
    if (typeof value !== 'string' || value.length > MAX_NAME_LENGTH || value.includes('\0'))
      throw new AppError('bad_request', 'The path contains an invalid name.');
    return value;
  }
}

export function trimmedText(what: string, text: string | undefined): string | null {
  // PostgreSQL text cannot contain NUL, and users cannot type it.
  if (text?.includes('\0')) throw new AppError('bad_request', `The ${what} contains an invalid character.`);
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
