import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.ts';
import { PasswordsModule } from '../passwords/passwords.module.ts';
import { TwoFactorModule } from '../two-factor/two-factor.module.ts';
import { SignInController } from './sign-in.controller.ts';
import { SignInService } from './sign-in.service.ts';

@Module({
  imports: [AccountsModule, PasswordsModule, TwoFactorModule],
  controllers: [SignInController],
  providers: [SignInService],
})
export class SignInModule {}
