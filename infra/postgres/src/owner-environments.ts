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

/** A program that speaks to the database as the migration owner. */
export class OwnerEnvironment {
  /** PostgreSQL as the owner of all schemas, who may make roles. */
  @Matches(POSTGRES_URL, { message: 'MIGRATION_DATABASE_URL must be a postgres:// address' })
  MIGRATION_DATABASE_URL!: string;

  /** The owner's password, when the address holds none. */
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

/** A backup of a container installation: its tables, its files, its keys. */
export class BackupEnvironment extends withStoredFiles(OwnerEnvironment) {
  /** What the backup is encrypted by. */
  @IsNotEmpty({ message: 'BACKUP_KEY must be set' })
  @Secret()
  BACKUP_KEY!: string;

  /** Saved with the rest: cookies of sessions are signed by it. */
  @Matches(KEYS, keysProblem('SESSION_KEYS'))
  @Secret()
  SESSION_KEYS!: string;

  /** Saved with the rest: the services tell each other by it who is asking. */
  @Matches(KEYS, keysProblem('IDENTITY_KEYS'))
  @Secret()
  IDENTITY_KEYS!: string;

  /** Saved with the rest: without it no password is right. */
  @Matches(ONE_KEY, { message: 'PASSWORD_PEPPER must be 64 hex digits' })
  @Secret()
  PASSWORD_PEPPER!: string;

  /** Saved with the rest: without them no authenticator's code is right. */
  @Matches(KEYS, keysProblem('TWO_FACTOR_KEYS'))
  @Secret()
  TWO_FACTOR_KEYS!: string;

  /** Saved with the rest: without them nobody can tell whether the audit log was altered. */
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

/** The one-shot migration of a container installation: the owner, and the password that each login role gets. */
export class MigrationEnvironment extends OwnerEnvironment {
  /** The password of the gateway's role. */
  @IsNotEmpty({ message: 'CLEARWATCH_GATEWAY_PASSWORD must be set' })
  @Secret()
  CLEARWATCH_GATEWAY_PASSWORD!: string;

  /** The password of the auth service's role. */
  @IsNotEmpty({ message: 'CLEARWATCH_AUTH_PASSWORD must be set' })
  @Secret()
  CLEARWATCH_AUTH_PASSWORD!: string;

  /** The password of the ingest service's role. */
  @IsNotEmpty({ message: 'CLEARWATCH_INGEST_PASSWORD must be set' })
  @Secret()
  CLEARWATCH_INGEST_PASSWORD!: string;

  /** The password of the analytics service's role. */
  @IsNotEmpty({ message: 'CLEARWATCH_ANALYTICS_PASSWORD must be set' })
  @Secret()
  CLEARWATCH_ANALYTICS_PASSWORD!: string;

  /** The password of the reports service's role. */
  @IsNotEmpty({ message: 'CLEARWATCH_REPORTS_PASSWORD must be set' })
  @Secret()
  CLEARWATCH_REPORTS_PASSWORD!: string;

  /** The password of the role that sees the queues alone. */
  @IsNotEmpty({ message: 'CLEARWATCH_QUEUE_PASSWORD must be set' })
  @Secret()
  CLEARWATCH_QUEUE_PASSWORD!: string;
}

/** Passwords by role. A role whose variable is missing above gets none, and the migration refuses to go on. */
export function rolePasswordsIn(environment: MigrationEnvironment): RolePasswords {
  const values = new Map(Object.entries(environment));
  return Object.fromEntries(ROLE_NAMES.map((role) => [role, values.get(`${role.toUpperCase()}_PASSWORD`)]));
}

/** A restore into fresh containers: the roles get the passwords of these, everything else comes from the backup. */
export class RestoreEnvironment extends withStoredFiles(MigrationEnvironment) {
  /** What the backup was encrypted by. */
  @IsNotEmpty({ message: 'BACKUP_KEY must be set' })
  @Secret()
  BACKUP_KEY!: string;
}

export class PurgeEnvironment extends OwnerEnvironment {
  /** The period of the services, which remove what is older; the command only counts it. */
  @Type(() => Number)
  @IsInt({ message: RETENTION_YEARS_MESSAGE })
  @Min(MIN_RETENTION_YEARS, { message: RETENTION_YEARS_MESSAGE })
  @Max(MAX_RETENTION_YEARS, { message: RETENTION_YEARS_MESSAGE })
  TRANSACTIONS_KEPT_YEARS = DEFAULT_RETENTION_YEARS;
}
