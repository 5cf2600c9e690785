import { PageQuery } from '@clearwatch/service-kit/http/page-query';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min, MinLength } from 'class-validator';

const LARGEST_LIMIT = 500;
const LIMIT = `limit must be a whole number from 1 to ${LARGEST_LIMIT}`;
const ID = 'id must be the number of a transaction';
/** PostgreSQL takes no NUL in text, and no account has one. */
const WITHOUT_NUL = /^[^\0]*$/;

/** Spec section 7: `?accountNumber=…&limit=10`; one entry by its number; and the pages of every list. */
export class ListTransactionsQuery extends PageQuery {
  @IsOptional()
  @IsString({ message: 'accountNumber must be given once' })
  @MinLength(1, { message: 'accountNumber must not be empty' })
  @MaxLength(200, { message: 'accountNumber must be at most 200 characters' })
  @Matches(WITHOUT_NUL, { message: 'accountNumber must not hold NUL' })
  accountNumber?: string;

  /** The one entry with this number, as lists show it: whoever looks at it whole asks for it by its address. */
  @IsOptional()
  @Type(() => Number)
  @IsInt({ message: ID })
  @Min(1, { message: ID })
  @Max(Number.MAX_SAFE_INTEGER, { message: ID })
  id?: number;

  /** The first so many; goes before `page` and `pageSize`. */
  @IsOptional()
  @Type(() => Number)
  @IsInt({ message: LIMIT })
  @Min(1, { message: LIMIT })
  @Max(LARGEST_LIMIT, { message: LIMIT })
  limit?: number;
}
