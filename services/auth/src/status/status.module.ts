import { STATUS_SOURCE } from '@clearwatch/service-kit/health/status-source';
import { Module } from '@nestjs/common';
import { AuthStatus } from './auth-status.ts';

@Module({
  providers: [{ provide: STATUS_SOURCE, useClass: AuthStatus }],
  exports: [STATUS_SOURCE],
})
export class StatusModule {}
