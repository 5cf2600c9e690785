import type { Fact, ReportDocument } from '@clearwatch/contracts/ai-reports';
import type { ReportDetail } from '@clearwatch/contracts/ai-reports.dto';
import { QUEUES } from '@clearwatch/contracts/job-definition';
import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { createServiceApplication, serviceModule } from '@clearwatch/service-kit/boot/boot-service';
import type { ProcessRole } from '@clearwatch/service-kit/config/service-environment';
import { IDENTITY_HEADER, IdentityKeys, signIdentity } from '@clearwatch/service-kit/identity/identity-token';
import { openQueue, type QueueBackendName, queueEnvironment } from '@clearwatch/service-kit/testing/queue-fixtures';
import { keepEventsInOutbox } from '@clearwatch/service-kit/testing/service-overrides';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Client } from 'pg';
import { pino } from 'pino';
import request from 'supertest';
import { ReportsEnvironment } from '../../reports-environment.ts';
import { defineReports } from '../../reports-service-definition.ts';
import type { ReportDefinition } from '../queries/ledger-facts.ts';
import { ReportWriterService } from '../report-writer.service.ts';

export const TEST_TODAY = '2026-11-20';

interface TestUser {
  id: number;
  name: string;
  role: 'User' | 'Admin' | 'Gateway';
}
export const PAULA: TestUser = { id: 7, name: 'paula', role: 'User' };
export const BEN: TestUser = { id: 8, name: 'ben', role: 'User' };
export const ADA: TestUser = { id: 1, name: 'ada', role: 'Admin' };

interface AiReportTestOptions {
  backend?: QueueBackendName;
  redisDatabase?: number;
  role?: ProcessRole;
  settings?: Partial<ReportsEnvironment>;
}

/**
 * The running service with its own database and ledger days from the test. The current day is `TEST_TODAY`.
 */
export class AiReportTestContext {
  private constructor(
    readonly app: NestExpressApplication,
    readonly database: TestDatabase,
    readonly environment: ReportsEnvironment,
    /** Connects as the migration owner, for reading stored rows. */
    readonly owner: Client,
    private readonly isFirst: boolean,
  ) {}

  static async start(options: AiReportTestOptions = {}): Promise<AiReportTestContext> {
    const database = await createTestDatabase();
    const owner = new Client({ connectionString: database.ownerUrl });
    await owner.connect();
    return AiReportTestContext.on({ database, owner, isFirst: true }, options);
  }

  private static async on(
    { database, owner, isFirst }: { database: TestDatabase; owner: Client; isFirst: boolean },
    options: AiReportTestOptions,
  ): Promise<AiReportTestContext> {
    const environment = Object.assign(
      new ReportsEnvironment(),
      queueEnvironment(options.backend ?? 'postgres', {
        databaseUrl: database.urlFor('reports'),
        queueUrl: database.urlFor('reports'),
        redisDatabase: options.redisDatabase ?? 0,
      }),
      { PROCESS_ROLE: options.role ?? 'all', REPORT_WAIT_SECONDS: 20, ...options.settings },
    );
    if (isFirst && options.backend === 'redis') await emptyQueue(environment);
    const logger = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' });
    const app = await createServiceApplication(serviceModule(defineReports(environment), logger), {
      logger,
      name: 'reports',
    });
    app.get(Today, { strict: false }).day = () => TEST_TODAY;
    keepEventsInOutbox(app);
    await app.listen(0, '127.0.0.1');
    return new AiReportTestContext(app, database, environment, owner, isFirst);
  }

  /** A second instance of the service on the same tables and queues. */
  another(options: AiReportTestOptions = {}): Promise<AiReportTestContext> {
    return AiReportTestContext.on({ database: this.database, owner: this.owner, isFirst: false }, options);
  }

  async stop(): Promise<void> {
    await this.app.close();
    if (!this.isFirst) return;
    await this.owner.end();
    await this.database.drop();
  }

  /** Replaces the writer of a report type. */
  writes(type: ReportDefinition['type'], write: ReportDefinition['write']): void {
    const reports = this.app.get(ReportWriterService, { strict: false });
    reports.kinds = { ...reports.kinds, [type]: { type, purpose: 'a test', write } };
  }

  /** Adds ledger days with entries. */
  async posted(...days: readonly string[]): Promise<void> {
    await this.owner.query(
      `INSERT INTO analytics.ledger_days (day, credits, debits, credit_count, debit_count, entries)
       SELECT day::date, 100, 50, 1, 1, 2 FROM unnest($1::text[]) AS d (day)`,
      [days],
    );
  }

  async forget(): Promise<void> {
    // Takes no locks on tables that a canceled report may still read.
    await this.owner.query('DELETE FROM analytics.ledger_days');
    await this.owner.query('TRUNCATE reports.ai_reports RESTART IDENTITY; TRUNCATE reports.audit_outbox');
  }

  /** Audit entries, oldest first. */
  async trail(): Promise<{ action: string; actor_name: string; subject_id: string | null; detail: object }[]> {
    const { rows } = await this.owner.query(
      'SELECT action, actor_name, subject_id, detail FROM reports.audit_outbox ORDER BY at, action',
    );
    return rows;
  }

  async get(path: string, user = PAULA): Promise<request.Response> {
    return this.http()
      .get(path)
      .set(await identity(user));
  }

  async post(path: string, body: object = {}, user = PAULA): Promise<request.Response> {
    return this.http()
      .post(path)
      .set(await identity(user))
      .send(body);
  }

  async delete(path: string, user = PAULA): Promise<request.Response> {
    return this.http()
      .delete(path)
      .set(await identity(user));
  }

  async report(id: number): Promise<ReportDetail> {
    return (await this.get(`/api/reports/${id}`)).body;
  }

  http(): ReturnType<typeof request> {
    return request(this.app.getHttpServer());
  }
}

async function identity(user: TestUser): Promise<Record<string, string>> {
  const actor = {
    userId: user.id,
    username: user.name,
    role: user.role,
    requestId: 'test-request',
    address: '192.0.2.1',
  };
  return { [IDENTITY_HEADER]: signIdentity(actor, 'reports', new IdentityKeys('0'.repeat(64))) };
}

/** A killed earlier run may have left jobs for a dropped database. */
async function emptyQueue(environment: ReportsEnvironment): Promise<void> {
  for (const name of [QUEUES.compose, QUEUES.search]) {
    const queue = openQueue(name, environment);
    await queue.waitUntilReady();
    await queue.obliterate({ force: true });
    await queue.close();
  }
}

/** The report type for tests that do not depend on the type. */
export const SMALL_TYPE = 'executive_summary';

/** A report with a single figure. */
export const SMALL_REPORT: { document: ReportDocument; facts: Fact[] } = {
  document: {
    headline: [{ text: 'Credits came to ' }, { text: '$123.45', fact: 'F1' }, { text: '.' }],
    sections: [{ title: 'What happened', blocks: [{ kind: 'paragraph', spans: [{ text: 'Nothing else.' }] }] }],
  },
  facts: [{ id: 'F1', label: 'Credits', value: { kind: 'money', cents: 12_345 }, source: 'counted by hand' }],
};

export function requestReport(
  context: AiReportTestContext,
  more: object = {},
  user: TestUser = PAULA,
): Promise<request.Response> {
  return context.post('/api/generate-report', { reportType: SMALL_TYPE, ...more }, user);
}
