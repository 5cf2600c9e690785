import { PasswordOf, Secret } from '@clearwatch/service-kit/config/read-environment';
import { IsIntegerSetting, POSTGRES_URL, ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { IsOutboundUrl } from '@clearwatch/service-kit/http/outbound-client';
import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsNumber, IsOptional, IsString, Matches, Min, ValidateIf } from 'class-validator';

/** US dollars per million tokens; each price requires the other. */
const IsPrice = (name: string): PropertyDecorator =>
  applyDecorators(
    ValidateIf(({ OPENAI_PROMPT_PRICE: prompt, OPENAI_COMPLETION_PRICE: completion }: ReportsEnvironment) =>
      [prompt, completion].some((price) => price !== undefined),
    ),
    Type(() => Number),
    IsNumber({}, { message: `${name} must be dollars per million tokens; set both prices or neither` }),
    Min(0, { message: `${name} must be 0 or more` }),
  );

export class ReportsEnvironment extends ServiceEnvironment {
  /** A streaming replica for long reads, with the same database role. */
  @IsOptional()
  @Matches(POSTGRES_URL, { message: 'READ_DATABASE_URL must be a postgres:// address' })
  READ_DATABASE_URL?: string;

  /** Required when READ_DATABASE_URL has no password. */
  @IsOptional()
  @IsString()
  @PasswordOf('READ_DATABASE_URL')
  READ_DATABASE_PASSWORD?: string;

  /** A key or an address enables the language model. A local model needs no key. */
  @IsOptional()
  @IsString()
  @Secret()
  OPENAI_API_KEY?: string;

  /** A Chat Completions endpoint; OpenAI by default. */
  @IsOptional()
  @IsOutboundUrl()
  OPENAI_BASE_URL?: string;

  /** The model's name at the endpoint; required with a key or an address. */
  @ValidateIf(({ OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL }: ReportsEnvironment) =>
    [OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL].some((value) => value !== undefined),
  )
  @IsString({ message: 'OPENAI_MODEL must name the model when OPENAI_API_KEY or OPENAI_BASE_URL is set' })
  OPENAI_MODEL?: string;

  /** US dollars per million prompt tokens. */
  @IsPrice('OPENAI_PROMPT_PRICE')
  OPENAI_PROMPT_PRICE?: number;

  /** US dollars per million completion tokens. */
  @IsPrice('OPENAI_COMPLETION_PRICE')
  OPENAI_COMPLETION_PRICE?: number;

  /** Institution name printed on reports. */
  @IsOptional()
  @IsString()
  INSTITUTION_NAME?: string;

  /** How long a request waits for its report before it returns 202. */
  @IsIntegerSetting('a whole number of seconds', [0, '0 or more'])
  REPORT_WAIT_SECONDS = 60;
}
