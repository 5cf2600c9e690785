import { PageQuery } from '@clearwatch/service-kit/http/request-parameters';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min, MinLength } from 'class-validator';

const LARGEST_LIMIT = 500;
/** PostgreSQL takes no NUL in text, and no account has one. */
const WITHOUT_NUL = /^[^\0]*$/;

/** Spec section 7: `?accountNumber=…&limit=10`; one entry by its number; and the pages of every list. */
export class ListTransactionsQuery extends PageQuery {
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  @Matches(WITHOUT_NUL, { message: '$property holds a character that is not text.' })
  accountNumber?: string;

  /** The one entry with this number, as lists show it: whoever looks at it whole asks for it by its address. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  id?: number;

  /** The first so many; goes before `page` and `pageSize`. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(LARGEST_LIMIT)
  limit?: number;
}
