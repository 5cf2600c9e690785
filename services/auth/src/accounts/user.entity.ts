import type { Role } from '@clearwatch/contracts/users';
import { bigintAsNumber, timestampAsText } from '@clearwatch/service-kit/database/entity-columns';
import {
  Column,
  CreateDateColumn,
  Entity,
  type FindOperator,
  type FindOptionsWhere,
  IsNull,
  Or,
  PrimaryGeneratedColumn,
  Raw,
  UpdateDateColumn,
  VirtualColumn,
} from 'typeorm';

/** Contains credentials and must never leave this service. */
@Entity({ schema: 'auth', name: 'users' })
export class UserEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('text')
  username!: string;

  /** bcrypt over a keyed hash of the password. */
  @Column('text', { name: 'password' })
  passwordHash!: string;

  @Column('text', { default: 'User' })
  role!: Role;

  /** Encrypted. Also present while setup is pending. */
  @Column('text', { nullable: true })
  twoFactorSecret!: string | null;

  @Column('boolean', { default: false })
  twoFactorEnabled!: boolean;

  /** Time step of the last accepted authenticator code, because each code is accepted only once. */
  @Column('bigint', { default: 0, transformer: bigintAsNumber })
  twoFactorLastStep!: number;

  @Column('boolean', { default: true })
  isActive!: boolean;

  @Column('timestamptz', { nullable: true, transformer: timestampAsText })
  lastLogin!: string | null;

  /** Failures that count toward a lock. The count restarts after a sign-in and after a lock. */
  @Column('integer', { default: 0 })
  failedLoginAttempts!: number;

  /** May be in the past; see `isLocked`. */
  @Column('timestamptz', { nullable: true, transformer: timestampAsText })
  lockedUntil!: string | null;

  /** At the time of the query, by the database clock. */
  @VirtualColumn('boolean', { query: (alias) => `coalesce(${alias}.locked_until > now(), false)` })
  isLocked!: boolean;

  @Column('timestamptz', { nullable: true, transformer: timestampAsText })
  lastFailedLogin!: string | null;

  @Column('text', { nullable: true })
  passwordResetToken!: string | null;

  @Column('timestamptz', { nullable: true, transformer: timestampAsText })
  passwordResetExpires!: string | null;

  @Column('boolean', { default: false })
  forcePasswordReset!: boolean;

  /** Keyed hash of the code that the next sign-in needs after a two-factor reset. */
  @Column('text', { nullable: true })
  activationCodeHash!: string | null;

  @Column('timestamptz', { nullable: true, transformer: timestampAsText })
  activationCodeExpires!: string | null;

  /** Incremented by every change that must end the user's sessions. */
  @Column('integer', { default: 1 })
  sessionVersion!: number;

  /** All failures since the last sign-in. */
  @Column('integer', { default: 0 })
  failuresSinceLogin!: number;

  @CreateDateColumn({ type: 'timestamptz', transformer: timestampAsText })
  createdAt!: string;

  @UpdateDateColumn({ type: 'timestamptz', transformer: timestampAsText })
  updatedAt!: string;
}

/** Ignores case, like the unique index. */
export function sameUsername(username: string): FindOperator<string> {
  return Raw((column) => `lower(${column}) = lower(:username)`, { username });
}

/** A password change discards an unfinished setup. */
export const FINISHED_TWO_FACTOR_SECRET = () => 'CASE WHEN two_factor_enabled THEN two_factor_secret END';
export const NEXT_SESSION_VERSION = () => 'session_version + 1';

/** Condition in every statement that admits a user, so that a concurrent lock applies. */
export const CAN_SIGN_IN = {
  isActive: true,
  lockedUntil: Or(
    IsNull(),
    Raw((column) => `${column} <= now()`),
  ),
} satisfies FindOptionsWhere<UserEntity>;

@Entity({ schema: 'auth', name: 'recovery_codes' })
export class RecoveryCodeEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('integer')
  userId!: number;

  @Column('text')
  codeHash!: string;

  @Column('timestamptz', { nullable: true, transformer: timestampAsText })
  usedAt!: string | null;
}

export const AUTH_ENTITIES = [UserEntity, RecoveryCodeEntity];
