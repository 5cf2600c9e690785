import { Secret } from '@clearwatch/service-kit/config/secret';
import { Matches } from 'class-validator';
import { AuditCommandEnvironment } from './audit-command.environment.ts';

export class ResetAdminEnvironment extends AuditCommandEnvironment {
  @Matches(/^[0-9a-f]{64}$/, { message: 'PASSWORD_PEPPER must be 64 hex digits' })
  @Secret()
  PASSWORD_PEPPER!: string;
}
