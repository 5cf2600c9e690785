import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

const LARGEST_PAGE = 500;
/** Without parameters a list answers its first thousand, so that simple clients see everything that is usual. */
const WITHOUT_PARAMETERS = 1_000;

const PAGE_SIZE = `pageSize must be a whole number from 1 to ${LARGEST_PAGE}`;

/** `page` (from 1) and `pageSize` of a list. */
export class PageQuery {
  @IsOptional()
  @Type(() => Number)
  @IsInt({ message: 'page must be a whole number from 1' })
  @Min(1, { message: 'page must be a whole number from 1' })
  @Max(1_000_000, { message: 'page must be 1000000 or less' })
  page?: number;

  @IsOptional()
  @Type(() => Number)
  @IsInt({ message: PAGE_SIZE })
  @Min(1, { message: PAGE_SIZE })
  @Max(LARGEST_PAGE, { message: PAGE_SIZE })
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
