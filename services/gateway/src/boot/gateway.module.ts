import { KitModule } from '@clearwatch/service-kit/boot/kit.module';
import { DatabaseModule } from '@clearwatch/service-kit/database/database.module';
import { ErrorFilter } from '@clearwatch/service-kit/errors/error.filter';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { Logger } from 'pino';
import { DocsModule } from '../docs/docs.module.ts';
import type { GatewayEnvironment } from '../environment.ts';
import { EventsModule } from '../events/events.module.ts';
import { HealthModule } from '../health/health.module.ts';
import { ProxyModule } from '../proxy/proxy.module.ts';
import { cookiePolicy } from '../sessions/cookie-policy.ts';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { SignInModule } from '../sign-in/sign-in.module.ts';
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
        ProxyModule,
        SessionsModule,
        SignInModule,
        HealthModule,
        EventsModule,
        DocsModule,
      ],
      providers: [
        { provide: APP_FILTER, useFactory: () => new ErrorFilter(logger) },
        { provide: COOKIE_POLICY, useFactory: () => cookiePolicy(environment) },
      ],
      exports: [COOKIE_POLICY],
    };
  }
}
