import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import pg from 'pg';
import type { ServiceEnvironment } from '../config/service-environment.ts';
import { clientWithCircuitBreaker, IDLE_CONNECTION_TIMEOUT_MS, KEEP_ALIVE } from './database-connection.ts';
import { SnakeCaseNamingStrategy } from './entity-columns.ts';

/** Time limit for requests. Bulk work sets its own limit in its transaction. */
const STATEMENT_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 3_000;

@Module({})
export class DatabaseModule {
  /** Connects with the service's login role and exports the repository of each entity. */
  static forRoot(options: {
    service: string;
    environment: ServiceEnvironment;
    entities: (new () => object)[];
    /** Client-side limit for services with short queries. PostgreSQL's limit has no effect when the network is down. */
    queryTimeoutMs?: number;
  }): DynamicModule {
    const { service, environment, entities, queryTimeoutMs } = options;
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
          // Service roles lack the privilege. Migrations install extensions.
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
            query_timeout: queryTimeoutMs,
            idleTimeoutMillis: IDLE_CONNECTION_TIMEOUT_MS,
            ...KEEP_ALIVE,
          },
        }),
        TypeOrmModule.forFeature(entities),
      ],
      exports: [TypeOrmModule],
    };
  }
}
