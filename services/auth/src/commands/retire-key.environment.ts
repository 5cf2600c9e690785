import { Secret } from '@clearwatch/service-kit/config/secret';
import { Matches } from 'class-validator';
import { AuditCommandEnvironment } from './audit-command.environment.ts';

export class RetireKeyEnvironment extends AuditCommandEnvironment {
  @Matches(/^[0-9a-f]{64}(,[0-9a-f]{64})*$/, {
    message: 'TWO_FACTOR_KEYS must be one or more keys of 64 hex digits, separated by commas',
  })
  @Secret()
  TWO_FACTOR_KEYS!: string;
}
