import { POSTGRES_URL } from '@clearwatch/service-kit/config/database-environment';
import { PasswordOf } from '@clearwatch/service-kit/config/secret';
import { IsOptional, IsString, Matches } from 'class-validator';

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
