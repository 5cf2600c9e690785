import { AS_OF_HEADER, TOTAL_COUNT_HEADER } from '@clearwatch/contracts/http-headers';
import {
  applyDecorators,
  type CallHandler,
  type Type as Class,
  type ExecutionContext,
  type NestInterceptor,
  type PipeTransform,
  UseInterceptors,
} from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import type { Response } from 'express';
import { map } from 'rxjs';
import { AppError } from '../errors/app-error.ts';

/** `total` counts the items on all pages. */
export interface Paged<T> {
  items: T[];
  total: number;
}

class ListInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<Partial<Paged<unknown>> & { asOf?: string | null }>) {
    return next.handle().pipe(
      map(({ items, total, asOf }) => {
        const response = context.switchToHttp().getResponse<Response>();
        if (total !== undefined) response.setHeader(TOTAL_COUNT_HEADER, String(total));
        if (asOf !== undefined) response.setHeader(AS_OF_HEADER, asOf ?? 'none');
        return items;
      }),
    );
  }
}

/** For a handler that returns a list. `items` become the body; `total` and `asOf` (the figures' last day), headers. */
export const RespondsWithList = (type: Class, description = '') =>
  applyDecorators(
    UseInterceptors(ListInterceptor),
    ApiOkResponse({ type, isArray: true, ...(description !== '' && { description }) }),
  );

export const MAX_PAGE = 1_000_000;
export const MAX_PAGE_SIZE = 500;
/** Default limit, so that simple clients usually get all items. */
const DEFAULT_LIMIT = 1_000;

export class PageQuery {
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(MAX_PAGE) page?: number;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(MAX_PAGE_SIZE) pageSize?: number;
}

export interface Page {
  limit: number;
  offset: number;
}

export function pageOf({ page, pageSize }: PageQuery): Page {
  if (page === undefined && pageSize === undefined) return { limit: DEFAULT_LIMIT, offset: 0 };
  const limit = pageSize ?? MAX_PAGE_SIZE;
  return { limit, offset: ((page ?? 1) - 1) * limit };
}

/** Largest value of a PostgreSQL `integer`. */
export const MAX_INTEGER = 2_147_483_647;

/** Reads a positive integer id from the path. Anything else leads to 404. */
export class PathIdPipe implements PipeTransform<string, number> {
  constructor(
    private readonly absence: string,
    private readonly largest = Number.MAX_SAFE_INTEGER,
  ) {}

  transform(value: string): number {
    const id = /^[1-9]\d{0,15}$/.test(value) ? Number(value) : Number.NaN;
    if (!(id <= this.largest)) throw new AppError('not_found', this.absence);
    return id;
  }
}

const MAX_SEARCH_LENGTH = 200;

/** At most 200 characters, without NUL, which PostgreSQL text cannot contain. */
export const IsSearchText = (): PropertyDecorator =>
  applyDecorators(
    IsString(),
    MaxLength(MAX_SEARCH_LENGTH),
    Matches(/^[^\0]*$/, { message: '$property contains an invalid character.' }),
  );
