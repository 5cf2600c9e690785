import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.ts';
import { ChangePasswordController } from './change-password.controller.ts';
import { ChangePasswordService } from './change-password.service.ts';
import { PasswordHasher } from './password-hasher.service.ts';

@Module({
  imports: [AccountsModule],
  controllers: [ChangePasswordController],
  providers: [ChangePasswordService, PasswordHasher],
  exports: [PasswordHasher],
})
export class PasswordsModule {}
