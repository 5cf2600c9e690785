import { applyDecorators } from '@nestjs/common';
import { IsString, Matches, MaxLength } from 'class-validator';

const LONGEST_SEARCH = 200;

/** What somebody typed into a search box. PostgreSQL takes no NUL in text, and no keyboard types it. */
export const IsSearchText = (): PropertyDecorator =>
  applyDecorators(
    IsString({ message: '$property must be given once' }),
    MaxLength(LONGEST_SEARCH, { message: `$property must be at most ${LONGEST_SEARCH} characters` }),
    Matches(/^[^\0]*$/, { message: '$property must not hold NUL' }),
  );
