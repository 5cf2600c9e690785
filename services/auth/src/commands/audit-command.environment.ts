import { DatabaseEnvironment } from '@clearwatch/service-kit/config/database-environment';
import { Secret } from '@clearwatch/service-kit/config/secret';
import { Matches } from 'class-validator';

/** What a program needs that reads or writes the audit log; a part of the environment of the service. */
export class AuditCommandEnvironment extends DatabaseEnvironment {
  @Matches(/^[0-9a-f]{64}(,[0-9a-f]{64})*$/, {
    message: 'AUDIT_KEYS must be one or more keys of 64 hex digits, separated by commas',
  })
  @Secret()
  AUDIT_KEYS!: string;
}
