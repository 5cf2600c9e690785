import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.ts';
import { AuditLogModule } from '../audit/audit-log.module.ts';
import { ChangePasswordController } from './change-password.controller.ts';
import { ChangePasswordService } from './change-password.service.ts';
import { PasswordCheck } from './password-check.service.ts';
import { PasswordHasher } from './password-hasher.service.ts';

@Module({
  imports: [AccountsModule, AuditLogModule],
  controllers: [ChangePasswordController],
  providers: [ChangePasswordService, PasswordCheck, PasswordHasher],
  exports: [PasswordCheck, PasswordHasher],
})
export class PasswordsModule {}
