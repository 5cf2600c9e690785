import { PasswordOf, Secret } from '@clearwatch/service-kit/config/read-environment';
import {
  IsIntegerSetting,
  POSTGRES_URL,
  ServiceEnvironment,
} from '@clearwatch/service-kit/config/service-environment';
import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsNumber, IsOptional, IsString, IsUrl, Matches, Min, ValidateIf } from 'class-validator';

const ADDRESS = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/** Dollars for a million tokens; required with the other price. */
const IsPrice = (name: string): PropertyDecorator =>
  applyDecorators(
    ValidateIf(({ OPENAI_PROMPT_PRICE: prompt, OPENAI_COMPLETION_PRICE: completion }: ReportsEnvironment) =>
      [prompt, completion].some((price) => price !== undefined),
    ),
    Type(() => Number),
    IsNumber({}, { message: `${name} must be dollars for a million tokens, as must the other price` }),
    Min(0, { message: `${name} must be 0 or more` }),
  );

export class ReportsEnvironment extends ServiceEnvironment {
  /** A streaming replica under the same role, for long reads. */
  @IsOptional()
  @Matches(POSTGRES_URL, { message: 'READ_DATABASE_URL must be a postgres:// address' })
  READ_DATABASE_URL?: string;

  /** Needed when the address has no password. */
  @IsOptional()
  @IsString()
  @PasswordOf('READ_DATABASE_URL')
  READ_DATABASE_PASSWORD?: string;

  /** A key or an address sets up the language model; a model on the premises needs no key. */
  @IsOptional()
  @IsString()
  @Secret()
  OPENAI_API_KEY?: string;

  /** An endpoint for Chat Completions; by default that of OpenAI. */
  @IsOptional()
  @IsUrl(ADDRESS, { message: 'OPENAI_BASE_URL must be an http:// or https:// address' })
  OPENAI_BASE_URL?: string;

  /** The model's name at that endpoint; needed with a key or an address. */
  @ValidateIf(({ OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL }: ReportsEnvironment) =>
    [OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL].some((value) => value !== undefined),
  )
  @IsString({ message: 'OPENAI_MODEL must name the model when OPENAI_API_KEY or OPENAI_BASE_URL is set' })
  OPENAI_MODEL?: string;

  /** US dollars for a million tokens read. */
  @IsPrice('OPENAI_PROMPT_PRICE')
  OPENAI_PROMPT_PRICE?: number;

  /** US dollars for a million tokens written. */
  @IsPrice('OPENAI_COMPLETION_PRICE')
  OPENAI_COMPLETION_PRICE?: number;

  /** Printed on reports. */
  @IsOptional()
  @IsString()
  INSTITUTION_NAME?: string;

  /** How long a request waits for its report before the answer 202. */
  @IsIntegerSetting('a whole number of seconds', [0, '0 or more'])
  REPORT_WAIT_SECONDS = 60;
}
