import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

const LARGEST_PAGE = 500;
/** Without parameters a list answers its first thousand, so that simple clients see everything that is usual. */
const WITHOUT_PARAMETERS = 1_000;

/** `page` (from 1) and `pageSize` of a list. */
export class PageQuery {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  page?: number;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(LARGEST_PAGE)
  pageSize?: number;
}

export interface Page {
  limit: number;
  offset: number;
}

export function pageOf({ page, pageSize }: PageQuery): Page {
  if (page === undefined && pageSize === undefined) return { limit: WITHOUT_PARAMETERS, offset: 0 };
  const limit = pageSize ?? LARGEST_PAGE;
  return { limit, offset: ((page ?? 1) - 1) * limit };
}
