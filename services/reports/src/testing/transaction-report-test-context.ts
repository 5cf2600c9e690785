import { randomBytes } from 'node:crypto';
import type { TransactionFilters } from '@clearwatch/contracts/transaction-reports.dto';
import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { createServiceApplication, serviceModule } from '@clearwatch/service-kit/boot/boot-service';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { IDENTITY_HEADER, IdentityKeys, signIdentity } from '@clearwatch/service-kit/identity/identity-token';
import { createLogger } from '@clearwatch/service-kit/logging/logger';
import { keepEventsInOutbox } from '@clearwatch/service-kit/testing/service-overrides';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Client } from 'pg';
import request from 'supertest';
import { ReportsEnvironment } from '../reports-environment.ts';
import { defineReports } from '../reports-service-definition.ts';
import { MakeSearchableHandler, SearchIndexModule, UnindexedImportsFinder } from '../search/search-index.processor.ts';
import { TextLedger } from './text-ledger-fixtures.ts';

const KEYS = randomBytes(32).toString('hex');

export interface Staff {
  id: number;
  name: string;
  role: 'User' | 'Admin';
}
export const PAULA: Staff = { id: 7, name: 'paula', role: 'User' };
export const BEN: Staff = { id: 8, name: 'ben', role: 'User' };
export const ADA: Staff = { id: 1, name: 'ada', role: 'Admin' };

/** The transaction report API with its own database; the test runs the jobs. */
export class TransactionReportTestContext {
  private constructor(
    readonly database: TestDatabase,
    readonly app: NestExpressApplication,
    readonly owner: Client,
    readonly ledger: TextLedger,
    /** The service's address. */
    readonly url: string,
  ) {}

  static async start(): Promise<TransactionReportTestContext> {
    const database = await createTestDatabase();
    const environment = readEnvironment(ReportsEnvironment, {
      PORT: '0',
      PROCESS_ROLE: 'api',
      DATABASE_URL: database.urlFor('reports'),
      QUEUE_DATABASE_URL: database.urlFor('reports'),
      IDENTITY_KEYS: KEYS,
      LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    });
    const logger = createLogger({ service: 'reports', level: environment.LOG_LEVEL });
    const service = defineReports(environment);
    const app = await createServiceApplication(
      serviceModule({ ...service, api: [...service.api, SearchIndexModule] }, logger),
      { logger, name: 'reports' },
    );
    keepEventsInOutbox(app);
    await app.listen(0, '127.0.0.1');
    const owner = new Client({ connectionString: database.ownerUrl });
    await owner.connect();
    return new TransactionReportTestContext(database, app, owner, new TextLedger(owner), await app.getUrl());
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.owner.end();
    await this.database.drop();
  }

  async identity(user: Staff = PAULA): Promise<Record<string, string>> {
    const actor = {
      userId: user.id,
      username: user.name,
      role: user.role,
      requestId: 'test-request',
      address: null,
    };
    return { [IDENTITY_HEADER]: signIdentity(actor, 'reports', new IdentityKeys(KEYS)) };
  }

  async ask(
    method: 'get' | 'post' | 'put' | 'delete',
    path: string,
    body?: object,
    user = PAULA,
  ): Promise<request.Response> {
    const http = request(this.app.getHttpServer());
    const sent = http[method](path).set(await this.identity(user));
    return body === undefined ? sent : sent.send(body);
  }

  report(filters: TransactionFilters | object, query = ''): Promise<request.Response> {
    return this.ask('post', `/api/reports/transactions${query}`, filters);
  }

  /** The complete export file. */
  export(filters: TransactionFilters | object): Promise<request.Response> {
    return this.ask('post', '/api/reports/export-csv', filters);
  }

  /** The jobs that the reconciler would queue. */
  async openWork(): Promise<number[]> {
    const open = await this.app.get(UnindexedImportsFinder, { strict: false }).findOpenWork();
    return open.map(({ importId }) => importId);
  }

  /** Runs the open jobs as a worker would. */
  async settle(imports?: readonly number[], signal = new AbortController().signal): Promise<void> {
    const handler = this.app.get(MakeSearchableHandler, { strict: false });
    for (const importId of imports ?? (await this.openWork())) await handler.handle({ importId }, { signal });
  }
}
