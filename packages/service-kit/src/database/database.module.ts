import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import pg from 'pg';
import type { ServiceEnvironment } from '../config/service-environment.ts';
import { clientWithCircuitBreaker, KEEP_ALIVE } from './database-connection.ts';
import { SnakeCaseNamingStrategy } from './entity-columns.ts';

/** No request may hold a connection longer than this; bulk work sets its own limit in its own transaction. */
const STATEMENT_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 3_000;

@Module({})
export class DatabaseModule {
  /**
   * PostgreSQL under the service's own login role; tables come from migrations, never from entities. Every provider of the
   * service can inject the repository of each entity.
   */
  static forRoot(options: {
    service: string;
    environment: ServiceEnvironment;
    entities: (new () => object)[];
    /**
     * Milliseconds after which the program itself stops waiting for any answer, for a service whose every question is
     * short: PostgreSQL's own limit is of no use when PostgreSQL cannot be heard.
     */
    answerLimitMs?: number;
  }): DynamicModule {
    const { service, environment, entities, answerLimitMs } = options;
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        TypeOrmModule.forRoot({
          type: 'postgres',
          driver: pg,
          url: environment.DATABASE_URL,
          applicationName: `clearwatch-${service}`,
          entities,
          namingStrategy: new SnakeCaseNamingStrategy(),
          synchronize: false,
          // Roles of services may not, and migrations have what they need.
          installExtensions: false,
          migrationsRun: false,
          logging: false,
          retryAttempts: 30,
          retryDelay: 1_000,
          poolSize: environment.DATABASE_POOL,
          connectTimeoutMS: CONNECT_TIMEOUT_MS,
          extra: {
            Client: clientWithCircuitBreaker(),
            statement_timeout: STATEMENT_TIMEOUT_MS,
            query_timeout: answerLimitMs,
            ...KEEP_ALIVE,
          },
        }),
        TypeOrmModule.forFeature(entities),
      ],
      exports: [TypeOrmModule],
    };
  }
}
