import { RECORD_AUDIT_EVENT } from '@clearwatch/contracts/jobs/audit-jobs';
import { AuditModule } from '@clearwatch/service-kit/audit/audit.module';
import { KitModule } from '@clearwatch/service-kit/boot/kit.module';
import { DatabaseModule } from '@clearwatch/service-kit/database/database.module';
import { ErrorFilter } from '@clearwatch/service-kit/errors/error.filter';
import { JobsModule } from '@clearwatch/service-kit/jobs/jobs.module';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { Logger } from 'pino';
import { DocsModule } from '../docs/docs.module.ts';
import type { GatewayEnvironment } from '../environment.ts';
import { EventsModule } from '../events/events.module.ts';
import { HealthModule } from '../health/health.module.ts';
import { SharedCounts } from '../limits/shared-counts.service.ts';
import { ProxyModule } from '../proxy/proxy.module.ts';
import { AccessDenials } from '../routes/access-denials.service.ts';
import { cookiePolicy } from '../sessions/cookie-policy.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { SignInModule } from '../sign-in/sign-in.module.ts';
import { StaffSessionsModule } from '../staff-sessions/staff-sessions.module.ts';
import { SystemModule } from '../system/system.module.ts';
import { COOKIE_POLICY } from './cookie-policy.token.ts';

/** Sessions and counters are found by their keys. Everybody waits for them, so nobody may wait for long. */
const DATABASE_PATIENCE_MS = 5_000;

@Global()
@Module({})
export class GatewayModule {
  static forRoot(options: { environment: GatewayEnvironment; logger: Logger }): DynamicModule {
    const { environment, logger } = options;
    return {
      module: GatewayModule,
      imports: [
        KitModule.forRoot({ environment, logger }),
        DatabaseModule.forRoot({
          service: 'gateway',
          environment,
          entities: [],
          answerLimitMs: DATABASE_PATIENCE_MS,
        }),
        JobsModule.forRoot({ environment, worksOn: [], sends: [RECORD_AUDIT_EVENT] }),
        AuditModule.forRoot({ source: 'gateway', schema: 'sessions' }),
        ProxyModule,
        SessionsModule,
        StaffSessionsModule,
        SignInModule,
        HealthModule,
        SystemModule,
        EventsModule,
        DocsModule,
      ],
      providers: [
        AccessDenials,
        SharedCounts,
        { provide: APP_FILTER, useFactory: () => new ErrorFilter(logger) },
        { provide: COOKIE_POLICY, useFactory: () => cookiePolicy(environment) },
      ],
      exports: [COOKIE_POLICY],
    };
  }
}
