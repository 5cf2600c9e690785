import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

const WHOLE_NUMBER = 'member must be a whole number from 1';

export class MemberDetailQuery {
  /** Which of several accounts of the name is meant. */
  @IsOptional()
  @Type(() => Number)
  @IsInt({ message: WHOLE_NUMBER })
  @Min(1, { message: WHOLE_NUMBER })
  @Max(Number.MAX_SAFE_INTEGER, { message: WHOLE_NUMBER })
  member?: number;
}
