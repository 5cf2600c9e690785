import { RECORD_AUDIT_EVENT } from '@clearwatch/contracts/jobs.dto';
import { AuditTrailModule } from '@clearwatch/service-kit/audit/audit-trail.module';
import { KitModule } from '@clearwatch/service-kit/boot/kit.module';
import { DatabaseModule } from '@clearwatch/service-kit/database/database.module';
import { ErrorFilter } from '@clearwatch/service-kit/errors/app-error';
import { JobsModule } from '@clearwatch/service-kit/jobs/jobs.module';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { Logger } from 'pino';
import { DocsModule } from './docs/docs.module.ts';
import { EventsModule } from './events/events.module.ts';
import type { GatewayEnvironment } from './gateway-environment.ts';
import { SharedRequestCounts } from './http/request-limits.ts';
import { ProxyModule } from './proxy/upstreams.ts';
import { AccessDenialLog } from './routes/check-access.ts';
import { GATEWAY_ENTITIES } from './sessions/session.entity.ts';
import { COOKIE_POLICY, cookiePolicy } from './sessions/session-cookie.ts';
import { SessionsModule } from './sessions/sessions.module.ts';
import { SignInModule } from './sign-in/sign-in.module.ts';
import { SystemModule } from './system/system.module.ts';

/** Short, because every request waits for these queries, which use primary keys. */
const DATABASE_TIMEOUT_MS = 5_000;

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
          entities: GATEWAY_ENTITIES,
          queryTimeoutMs: DATABASE_TIMEOUT_MS,
        }),
        JobsModule.forRoot({ environment, worksOn: [], sends: [RECORD_AUDIT_EVENT] }),
        AuditTrailModule.forRoot({ source: 'gateway', schema: 'sessions' }),
        ProxyModule,
        SessionsModule,
        SignInModule,
        SystemModule,
        EventsModule,
        DocsModule,
      ],
      providers: [
        AccessDenialLog,
        SharedRequestCounts,
        { provide: APP_FILTER, useFactory: () => new ErrorFilter(logger) },
        { provide: COOKIE_POLICY, useFactory: () => cookiePolicy(environment) },
      ],
      exports: [COOKIE_POLICY],
    };
  }
}
