import { PasswordOf, Secret } from '@clearwatch/service-kit/config/read-environment';
import { POSTGRES_URL, ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { Type } from 'class-transformer';
import { IsInt, IsNumber, IsOptional, IsString, IsUrl, Matches, Min, ValidateIf } from 'class-validator';

const ADDRESS = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

export class ReportsEnvironment extends ServiceEnvironment {
  /** A replica of the database by streaming replication, under the same role: answers what only reads and may take long. */
  @IsOptional()
  @Matches(POSTGRES_URL, { message: 'READ_DATABASE_URL must be a postgres:// address' })
  READ_DATABASE_URL?: string;

  /** The password of that role, when the address holds none. */
  @IsOptional()
  @IsString()
  @PasswordOf('READ_DATABASE_URL')
  READ_DATABASE_PASSWORD?: string;

  /** A language model is set up when a key or an address is given; a model on the premises needs no key. */
  @IsOptional()
  @IsString()
  @Secret()
  OPENAI_API_KEY?: string;

  /** Any endpoint that speaks Chat Completions; without it that of OpenAI. */
  @IsOptional()
  @IsUrl(ADDRESS, { message: 'OPENAI_BASE_URL must be an http:// or https:// address' })
  OPENAI_BASE_URL?: string;

  /** The model's name at that endpoint; needed with a key or an address. */
  @ValidateIf(({ OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL }: ReportsEnvironment) =>
    [OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL].some((value) => value !== undefined),
  )
  @IsString({ message: 'OPENAI_MODEL must name the model when OPENAI_API_KEY or OPENAI_BASE_URL is set' })
  OPENAI_MODEL?: string;

  /** US dollars for a million tokens read; both prices or none. */
  @ValidateIf(hasPrice)
  @Type(() => Number)
  @IsNumber(
    {},
    { message: 'OPENAI_PROMPT_PRICE must be dollars for a million tokens, as must the other price' },
  )
  @Min(0, { message: 'OPENAI_PROMPT_PRICE must be 0 or more' })
  OPENAI_PROMPT_PRICE?: number;

  /** US dollars for a million tokens written. */
  @ValidateIf(hasPrice)
  @Type(() => Number)
  @IsNumber(
    {},
    { message: 'OPENAI_COMPLETION_PRICE must be dollars for a million tokens, as must the other price' },
  )
  @Min(0, { message: 'OPENAI_COMPLETION_PRICE must be 0 or more' })
  OPENAI_COMPLETION_PRICE?: number;

  /** Whose reports these are: printed on them. */
  @IsOptional()
  @IsString()
  INSTITUTION_NAME?: string;

  /** How long whoever asks for a report waits for it; afterwards the answer is 202. */
  @Type(() => Number)
  @IsInt({ message: 'REPORT_WAIT_SECONDS must be a whole number of seconds' })
  @Min(0, { message: 'REPORT_WAIT_SECONDS must be 0 or more' })
  REPORT_WAIT_SECONDS = 60;
}

function hasPrice({ OPENAI_PROMPT_PRICE, OPENAI_COMPLETION_PRICE }: ReportsEnvironment): boolean {
  return OPENAI_PROMPT_PRICE !== undefined || OPENAI_COMPLETION_PRICE !== undefined;
}
