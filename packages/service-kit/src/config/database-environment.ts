import { IsOptional, IsString, Matches } from 'class-validator';
import { PasswordOf } from './secret.ts';

export const POSTGRES_URL = /^postgres(ql)?:\/\//;

/** A program that speaks to PostgreSQL. */
export class DatabaseEnvironment {
  /** PostgreSQL under this service's own login role. */
  @Matches(POSTGRES_URL, { message: 'DATABASE_URL must be a postgres:// address' })
  DATABASE_URL!: string;

  /** The password of that role, when the address holds none. */
  @IsOptional()
  @IsString()
  @PasswordOf('DATABASE_URL')
  DATABASE_PASSWORD?: string;
}
