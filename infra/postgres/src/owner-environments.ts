import {
  DEFAULT_RETENTION_YEARS,
  MAX_RETENTION_YEARS,
  MIN_RETENTION_YEARS,
  RETENTION_YEARS_MESSAGE,
} from '@clearwatch/contracts/retention';
import { withStoredFiles } from '@clearwatch/ingest/ingest-environment';
import { PasswordOf, Secret } from '@clearwatch/service-kit/config/read-environment';
import { HexKeys, POSTGRES_URL } from '@clearwatch/service-kit/config/service-environment';
import { Type } from 'class-transformer';
import { IsInt, IsNotEmpty, Matches, Max, Min } from 'class-validator';
import type { BackedUpKeys } from './backup/archive-entries.ts';
import { ROLE_NAMES, type RolePasswords } from './schema-owners.ts';

export class OwnerEnvironment {
  @Matches(POSTGRES_URL, { message: 'MIGRATION_DATABASE_URL must be a postgres:// address' })
  MIGRATION_DATABASE_URL!: string;

  @PasswordOf('MIGRATION_DATABASE_URL')
  MIGRATION_DATABASE_PASSWORD?: string;
}

const RequiredSecret = (): PropertyDecorator => (target, name) => {
  IsNotEmpty({ message: `${String(name)} must be set` })(target, name);
  Secret()(target, name);
};

export class BackupEnvironment extends withStoredFiles(OwnerEnvironment) {
  @RequiredSecret() BACKUP_KEY!: string;

  @HexKeys() SESSION_KEYS!: string;

  @HexKeys() IDENTITY_KEYS!: string;

  @Matches(/^[0-9a-f]{64}$/, { message: 'PASSWORD_PEPPER must be 64 hex digits' })
  @Secret()
  PASSWORD_PEPPER!: string;

  @HexKeys() TWO_FACTOR_KEYS!: string;

  @HexKeys() AUDIT_KEYS!: string;

  @HexKeys() ALERT_KEYS!: string;
}

export function keysIn(environment: BackupEnvironment): BackedUpKeys {
  return {
    session: environment.SESSION_KEYS,
    identity: environment.IDENTITY_KEYS,
    passwordPepper: environment.PASSWORD_PEPPER,
    twoFactor: environment.TWO_FACTOR_KEYS,
    audit: environment.AUDIT_KEYS,
    alert: environment.ALERT_KEYS,
  };
}

const passwordSettingOf = (role: string) => `${role.toUpperCase()}_PASSWORD`;

export class MigrationEnvironment extends OwnerEnvironment {}
for (const role of ROLE_NAMES) RequiredSecret()(MigrationEnvironment.prototype, passwordSettingOf(role));

export function rolePasswordsIn(environment: MigrationEnvironment): RolePasswords {
  const values = new Map(Object.entries(environment));
  return Object.fromEntries(ROLE_NAMES.map((role) => [role, values.get(passwordSettingOf(role))]));
}

export class RestoreEnvironment extends withStoredFiles(MigrationEnvironment) {
  @RequiredSecret() BACKUP_KEY!: string;
}

export class PurgeEnvironment extends OwnerEnvironment {
  /** The services apply the retention period; this command uses it only for its counts. */
  @Type(() => Number)
  @IsInt({ message: RETENTION_YEARS_MESSAGE })
  @Min(MIN_RETENTION_YEARS, { message: RETENTION_YEARS_MESSAGE })
  @Max(MAX_RETENTION_YEARS, { message: RETENTION_YEARS_MESSAGE })
  TRANSACTIONS_KEPT_YEARS = DEFAULT_RETENTION_YEARS;
}
