import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.ts';
import { AuditLogModule } from '../audit/audit-log.module.ts';
import { Clock, SystemClock } from './clock.ts';
import { RecoveryCodeRepository } from './recovery-code.repository.ts';
import { SecondFactorService } from './second-factor.service.ts';
import { SetUpTwoFactorService } from './set-up-two-factor.service.ts';
import { TwoFactorController } from './two-factor.controller.ts';

@Module({
  imports: [AccountsModule, AuditLogModule],
  controllers: [TwoFactorController],
  providers: [
    RecoveryCodeRepository,
    SecondFactorService,
    SetUpTwoFactorService,
    { provide: Clock, useClass: SystemClock },
  ],
  exports: [SecondFactorService],
})
export class TwoFactorModule {}
