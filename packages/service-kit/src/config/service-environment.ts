import {
  DEFAULT_RETENTION_YEARS,
  MAX_RETENTION_YEARS,
  MIN_RETENTION_YEARS,
  RETENTION_YEARS_MESSAGE,
} from '@clearwatch/contracts/retention';
import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  Validate,
  type ValidationArguments,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { isPrivateRoute } from '../http/outbound-client.ts';
import { PasswordOf, Secret } from './read-environment.ts';

export const POSTGRES_URL = /^postgres(ql)?:\/\//;

export class DatabaseEnvironment {
  @Matches(POSTGRES_URL, { message: 'DATABASE_URL must be a postgres:// address' })
  DATABASE_URL!: string;

  @PasswordOf('DATABASE_URL')
  DATABASE_PASSWORD?: string;
}

export function HexKeys(): PropertyDecorator {
  const message = '$property must be one or more comma-separated keys of 64 hex digits';
  return applyDecorators(Matches(/^[0-9a-f]{64}(,[0-9a-f]{64})*$/, { message }), Secret());
}

type Limit = readonly [value: number, text: string];

/** For example `@IsIntegerSetting('a number of proxies', [0, '0 or more'], [5, '5 or less'])`. */
export function IsIntegerSetting(meaning: string, [min, minText]: Limit, max?: Limit): PropertyDecorator {
  return applyDecorators(
    ...(max === undefined ? [] : [Max(max[0], { message: `$property must be ${max[1]}` })]),
    Min(min, { message: `$property must be ${minText}` }),
    IsInt({ message: `$property must be ${meaning}` }),
    Type(() => Number),
  );
}

const IsPort = () => IsIntegerSetting('a port number', [0, '0 (any free port) or more'], [65_535, '65535 or less']);

const PROCESS_ROLES = ['api', 'worker', 'all'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

@ValidatorConstraint()
class PrivateRouteToCollector implements ValidatorConstraintInterface {
  validate(_headers: unknown, { object }: ValidationArguments): boolean {
    const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = object as ServiceEnvironment;
    return endpoint === undefined || isPrivateRoute(endpoint);
  }

  defaultMessage(): string {
    return 'OTEL_EXPORTER_OTLP_HEADERS need an https:// collector, or an http:// collector on this machine';
  }
}

export class ServiceEnvironment extends DatabaseEnvironment {
  /** Loopback by default, because these ports carry member data. */
  @IsString()
  HOST = '127.0.0.1';

  @IsPort()
  PORT!: number;

  /** `api` answers requests, `worker` runs jobs, `all` does both (one machine). */
  @IsIn(PROCESS_ROLES, { message: `PROCESS_ROLE must be one of ${PROCESS_ROLES.join(', ')}` })
  PROCESS_ROLE: ProcessRole = 'all';

  @IsIntegerSetting('a number of connections', [1, 'at least 1'])
  DATABASE_POOL = 10;

  /** Queues on Redis when set; otherwise on PostgreSQL through QUEUE_DATABASE_URL. */
  @IsOptional()
  @Matches(/^rediss?:\/\//, { message: 'REDIS_URL must be a redis:// or rediss:// address' })
  REDIS_URL?: string;

  @PasswordOf('REDIS_URL')
  REDIS_PASSWORD?: string;

  /** PostgreSQL for the queues, with the service's role, when REDIS_URL is not set. */
  @IsOptional()
  @Matches(POSTGRES_URL, { message: 'QUEUE_DATABASE_URL must be a postgres:// address' })
  QUEUE_DATABASE_URL?: string;

  @PasswordOf('QUEUE_DATABASE_URL')
  QUEUE_DATABASE_PASSWORD?: string;

  /** Comma-separated, 64 hex digits each. The first signs and all are accepted, so keys can rotate without downtime. */
  @HexKeys()
  IDENTITY_KEYS!: string;

  /** Serves Prometheus metrics at `/metrics` on this port; off by default. */
  @IsOptional()
  @IsPort()
  METRICS_PORT?: number;

  /** Loopback by default, regardless of HOST. */
  @IsString()
  METRICS_HOST = '127.0.0.1';

  /** Collector for traces, sent with OTLP over HTTP; off by default. */
  @IsOptional()
  @Matches(/^https?:\/\/\S+$/, { message: 'OTEL_EXPORTER_OTLP_ENDPOINT must be an http(s):// address' })
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;

  /** Headers for the collector: `name=value`, comma-separated. They may contain a key. */
  @IsOptional()
  @Validate(PrivateRouteToCollector)
  @Matches(/^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*$/, {
    message: 'OTEL_EXPORTER_OTLP_HEADERS must be comma-separated name=value pairs',
  })
  @Secret()
  OTEL_EXPORTER_OTLP_HEADERS?: string;

  /** Share of requests that are traced, 0 to 1. */
  @Type(() => Number)
  @IsNumber({}, { message: 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1' })
  @Min(0, { message: 'OTEL_TRACES_SAMPLER_ARG must be 0 or more' })
  @Max(1, { message: 'OTEL_TRACES_SAMPLER_ARG must be 1 or less' })
  OTEL_TRACES_SAMPLER_ARG = 1;

  /** Older entries, alerts, files and audit events are removed daily. All services need the same period. */
  @Type(() => Number)
  @IsInt({ message: RETENTION_YEARS_MESSAGE })
  @Min(MIN_RETENTION_YEARS, { message: RETENTION_YEARS_MESSAGE })
  @Max(MAX_RETENTION_YEARS, { message: RETENTION_YEARS_MESSAGE })
  TRANSACTIONS_KEPT_YEARS = DEFAULT_RETENTION_YEARS;

  @IsIn(LOG_LEVELS, { message: `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}` })
  LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';
}

export function runsApi(environment: Pick<ServiceEnvironment, 'PROCESS_ROLE'>): boolean {
  return environment.PROCESS_ROLE !== 'worker';
}

export function runsWorkers(environment: Pick<ServiceEnvironment, 'PROCESS_ROLE'>): boolean {
  return environment.PROCESS_ROLE !== 'api';
}
