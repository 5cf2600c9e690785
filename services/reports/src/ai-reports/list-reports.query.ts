import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

/** Answered when no page is asked for. */
const FIRST_REPORTS = 1_000;
const MAX_PAGE_SIZE = 500;
const MAX_PAGE = 1_000_000;

/** What `GET /api/reports` may be asked; anything else is refused, not ignored. */
export class ListReportsQuery {
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(MAX_PAGE) page?: number;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(MAX_PAGE_SIZE) pageSize?: number;
}

/** First row (from 0) and number of rows. */
export function sliceOf({ page, pageSize }: ListReportsQuery): { offset: number; limit: number } {
  if (page === undefined && pageSize === undefined) return { offset: 0, limit: FIRST_REPORTS };
  const limit = pageSize ?? MAX_PAGE_SIZE;
  return { offset: ((page ?? 1) - 1) * limit, limit };
}
