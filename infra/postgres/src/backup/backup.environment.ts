import { withStoredFiles } from '@clearwatch/ingest/uploads/stored-files.environment';
import { Secret } from '@clearwatch/service-kit/config/secret';
import { IsNotEmpty, Matches } from 'class-validator';
import { OwnerEnvironment } from '../owner.environment.ts';
import type { BackedUpKeys } from './backed-up-keys.ts';

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
