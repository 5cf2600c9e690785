import {
  DEFAULT_RETENTION_YEARS,
  MAX_RETENTION_YEARS,
  MIN_RETENTION_YEARS,
  RETENTION_YEARS_MESSAGE,
} from '@clearwatch/contracts/retention';
import { withStoredFiles } from '@clearwatch/ingest/ingest-environment';
import { PasswordOf, Secret } from '@clearwatch/service-kit/config/read-environment';
import { POSTGRES_URL } from '@clearwatch/service-kit/config/service-environment';
import { Type } from 'class-transformer';
import { IsInt, IsNotEmpty, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import type { BackedUpKeys } from './backup/archive-entries.ts';
import { ROLE_NAMES, type RolePasswords } from './schema-owners.ts';

export class OwnerEnvironment {
  @Matches(POSTGRES_URL, { message: 'MIGRATION_DATABASE_URL must be a postgres:// address' })
  MIGRATION_DATABASE_URL!: string;

  @IsOptional()
  @IsString()
  @PasswordOf('MIGRATION_DATABASE_URL')
  MIGRATION_DATABASE_PASSWORD?: string;
}

const ONE_KEY = /^[0-9a-f]{64}$/;
const KEYS = /^[0-9a-f]{64}(,[0-9a-f]{64})*$/;
const keysProblem = (name: string) => ({
  message: `${name} must be one or more keys of 64 hex digits, separated by commas`,
});

export class BackupEnvironment extends withStoredFiles(OwnerEnvironment) {
  @IsNotEmpty({ message: 'BACKUP_KEY must be set' })
  @Secret()
  BACKUP_KEY!: string;

  @Matches(KEYS, keysProblem('SESSION_KEYS'))
  @Secret()
  SESSION_KEYS!: string;

  @Matches(KEYS, keysProblem('IDENTITY_KEYS'))
  @Secret()
  IDENTITY_KEYS!: string;

  @Matches(ONE_KEY, { message: 'PASSWORD_PEPPER must be 64 hex digits' })
  @Secret()
  PASSWORD_PEPPER!: string;

  @Matches(KEYS, keysProblem('TWO_FACTOR_KEYS'))
  @Secret()
  TWO_FACTOR_KEYS!: string;

  @Matches(KEYS, keysProblem('AUDIT_KEYS'))
  @Secret()
  AUDIT_KEYS!: string;
}

export function keysIn(environment: BackupEnvironment): BackedUpKeys {
  return {
    session: environment.SESSION_KEYS,
    identity: environment.IDENTITY_KEYS,
    passwordPepper: environment.PASSWORD_PEPPER,
    twoFactor: environment.TWO_FACTOR_KEYS,
    audit: environment.AUDIT_KEYS,
  };
}

export class MigrationEnvironment extends OwnerEnvironment {
  @IsNotEmpty({ message: 'CLEARWATCH_GATEWAY_PASSWORD must be set' })
  @Secret()
  CLEARWATCH_GATEWAY_PASSWORD!: string;

  @IsNotEmpty({ message: 'CLEARWATCH_AUTH_PASSWORD must be set' })
  @Secret()
  CLEARWATCH_AUTH_PASSWORD!: string;

  @IsNotEmpty({ message: 'CLEARWATCH_INGEST_PASSWORD must be set' })
  @Secret()
  CLEARWATCH_INGEST_PASSWORD!: string;

  @IsNotEmpty({ message: 'CLEARWATCH_ANALYTICS_PASSWORD must be set' })
  @Secret()
  CLEARWATCH_ANALYTICS_PASSWORD!: string;

  @IsNotEmpty({ message: 'CLEARWATCH_REPORTS_PASSWORD must be set' })
  @Secret()
  CLEARWATCH_REPORTS_PASSWORD!: string;

  @IsNotEmpty({ message: 'CLEARWATCH_QUEUE_PASSWORD must be set' })
  @Secret()
  CLEARWATCH_QUEUE_PASSWORD!: string;
}

/** A role without a variable above gets none, and the migration fails. */
export function rolePasswordsIn(environment: MigrationEnvironment): RolePasswords {
  const values = new Map(Object.entries(environment));
  return Object.fromEntries(ROLE_NAMES.map((role) => [role, values.get(`${role.toUpperCase()}_PASSWORD`)]));
}

export class RestoreEnvironment extends withStoredFiles(MigrationEnvironment) {
  @IsNotEmpty({ message: 'BACKUP_KEY must be set' })
  @Secret()
  BACKUP_KEY!: string;
}

export class PurgeEnvironment extends OwnerEnvironment {
  /** The services apply it; the command only counts. */
  @Type(() => Number)
  @IsInt({ message: RETENTION_YEARS_MESSAGE })
  @Min(MIN_RETENTION_YEARS, { message: RETENTION_YEARS_MESSAGE })
  @Max(MAX_RETENTION_YEARS, { message: RETENTION_YEARS_MESSAGE })
  TRANSACTIONS_KEPT_YEARS = DEFAULT_RETENTION_YEARS;
}
