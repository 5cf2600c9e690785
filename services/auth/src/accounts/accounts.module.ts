import { Module } from '@nestjs/common';
import { AuditLogModule } from '../audit/audit-log.module.ts';
import { AccountRepository } from './accounts.repository.ts';
import { FailedAttempts } from './failed-attempts.service.ts';

@Module({
  imports: [AuditLogModule],
  providers: [AccountRepository, FailedAttempts],
  exports: [AccountRepository, FailedAttempts],
})
export class AccountsModule {}
