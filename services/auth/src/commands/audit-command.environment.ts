import { Matches } from 'class-validator';

/** What a program needs that reads or writes the audit log; a part of the environment of the service. */
export class AuditCommandEnvironment {
  @Matches(/^postgres(ql)?:\/\//, { message: 'DATABASE_URL must be a postgres:// address' })
  DATABASE_URL!: string;

  @Matches(/^[0-9a-f]{64}(,[0-9a-f]{64})*$/, {
    message: 'AUDIT_KEYS must be one or more keys of 64 hex digits, separated by commas',
  })
  AUDIT_KEYS!: string;
}
