import { applyDecorators } from '@nestjs/common';
import { IsString, Matches, MaxLength } from 'class-validator';

const LONGEST_SEARCH = 200;

/** What somebody typed into a search box. PostgreSQL takes no NUL in text, and no keyboard types it. */
export const IsSearchText = (): PropertyDecorator =>
  applyDecorators(
    IsString(),
    MaxLength(LONGEST_SEARCH),
    Matches(/^[^\0]*$/, { message: '$property holds a character that is not text.' }),
  );
