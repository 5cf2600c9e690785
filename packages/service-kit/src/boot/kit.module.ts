import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import type { ServiceEnvironment } from '../config/service-environment.ts';
import { LOGGER } from '../logging/logger.ts';
import { Today } from '../time/calendar-day.ts';

export const ENVIRONMENT = Symbol('environment');

@Global()
@Module({})
export class KitModule {
  static forRoot(options: { environment: ServiceEnvironment; logger: Logger }): DynamicModule {
    return {
      module: KitModule,
      providers: [
        Today,
        { provide: LOGGER, useValue: options.logger },
        { provide: ENVIRONMENT, useValue: options.environment },
      ],
      exports: [LOGGER, ENVIRONMENT, Today],
    };
  }
}
