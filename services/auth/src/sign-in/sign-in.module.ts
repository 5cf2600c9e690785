import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.ts';
import { AuditLogModule } from '../audit/audit-log.module.ts';
import { PasswordsModule } from '../passwords/passwords.module.ts';
import { TwoFactorModule } from '../two-factor/two-factor.module.ts';
import { Admission } from './admission.service.ts';
import { SignInController } from './sign-in.controller.ts';
import { SignInService } from './sign-in.service.ts';

@Module({
  imports: [AccountsModule, AuditLogModule, PasswordsModule, TwoFactorModule],
  controllers: [SignInController],
  providers: [Admission, SignInService],
})
export class SignInModule {}
