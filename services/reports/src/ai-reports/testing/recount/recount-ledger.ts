import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AnalyticsEnvironment } from '@clearwatch/analytics/analytics-environment';
import { defineAnalytics } from '@clearwatch/analytics/analytics-service-definition';
import { DetectionRunsRepository } from '@clearwatch/analytics/detection/detection-runs.repository';
import { ShardService } from '@clearwatch/analytics/detection/shard.service';
import { ShardPlanningService } from '@clearwatch/analytics/detection/shard-planning.service';
import { ListFiguresService } from '@clearwatch/analytics/list-figures/list-figures.service';
import { ProjectionService } from '@clearwatch/analytics/projection/projection.service';
import type { ReportType } from '@clearwatch/contracts/ai-reports';
import { createTestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { ImportFileProcessor } from '@clearwatch/ingest/import-file/import-file.processor';
import { IngestEnvironment } from '@clearwatch/ingest/ingest-environment';
import { defineIngest } from '@clearwatch/ingest/ingest-service-definition';
import { UndoImportProcessor } from '@clearwatch/ingest/undo/undo-import.processor';
import { UploadStore } from '@clearwatch/ingest/uploads/upload-store';
import {
  createServiceApplication,
  type ServiceDefinition,
  serviceModule,
} from '@clearwatch/service-kit/boot/boot-service';
import type { ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { createLogger } from '@clearwatch/service-kit/logging/logger';
import { withoutWorkers } from '@clearwatch/service-kit/testing/service-overrides';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Client } from 'pg';
import { ReportsEnvironment } from '../../../reports-environment.ts';
import { defineReports } from '../../../reports-service-definition.ts';
import { ReportWriterService } from '../../report-writer.service.ts';
import type { RawAlert } from './recount-books.ts';
import type { RawEntry } from './recount-entries.ts';

const TODAY = '2026-11-20';
const RUN = {
  attempt: 1,
  isLastAttempt: false,
  signal: new AbortController().signal,
  publish: async () => undefined,
};

/** The values that staff enter in the report form. */
export interface ReportRequest {
  type: ReportType;
  firstDay?: string;
  lastDay?: string;
  prompt?: string;
}

export type RecountLedger = Awaited<ReturnType<typeof startRecountLedger>>;

/**
 * The ingest, analytics and reports services on one database. The test runs their jobs, so the order is
 * deterministic.
 */
export async function startRecountLedger() {
  const database = await createTestDatabase();
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const folder = await mkdtemp(join(tmpdir(), 'clearwatch-recount-'));
  const common = {
    PORT: 0,
    PROCESS_ROLE: 'all' as const,
    IDENTITY_KEYS: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'silent' as const,
  };
  const logger = createLogger({ service: 'test', level: 'silent' });
  const boot = async <E extends ServiceEnvironment>(definition: ServiceDefinition<E>) => {
    const app = await createServiceApplication(serviceModule(withoutWorkers(definition), logger), {
      logger,
      name: definition.name,
    });
    await app.init();
    app.get(Today, { strict: false }).day = () => TODAY;
    return app;
  };
  const of = (name: 'ingest' | 'analytics' | 'reports') => ({
    ...common,
    DATABASE_URL: database.urlFor(name),
    QUEUE_DATABASE_URL: database.urlFor(name),
  });
  const ingest = await boot(defineIngest(Object.assign(new IngestEnvironment(), of('ingest'), { DATA_DIR: folder })));
  const analytics = await boot(
    defineAnalytics(Object.assign(new AnalyticsEnvironment(), of('analytics'), { ALERT_KEYS: common.IDENTITY_KEYS })),
  );
  const reports = await boot(defineReports(Object.assign(new ReportsEnvironment(), of('reports'))));

  async function detect(runId: number): Promise<void> {
    await analytics.get(ShardPlanningService, { strict: false }).list(runId);
    const { shards } = await analytics.get(DetectionRunsRepository, { strict: false }).openWorkOf(runId);
    for (const shard of shards)
      await analytics.get(ShardService, { strict: false }).detect({ runId, shard }, RUN.signal);
  }

  return {
    owner,
    /** Imports a file, including rollups and alerts. @returns the import ID */
    async import(entries: readonly RawEntry[]): Promise<number> {
      const bytes = Buffer.from(JSON.stringify({ transactions: entries.map(toRow) }));
      const digest = createHash('sha256').update(bytes).digest('hex');
      const store = ingest.get(UploadStore, { strict: false });
      const { path, handle } = await store.openTemporary();
      await handle.close();
      await writeFile(path, bytes);
      await store.keep(path, digest);
      const { rows } = await owner.query<{ id: string }>(
        `INSERT INTO ledger.imports (file_name, file_size, digest, state, uploaded_by_name)
         VALUES ('test.json', $1, $2, 'received', 'paula') RETURNING id`,
        [bytes.length, digest],
      );
      const importId = Number(rows[0]?.id);
      await ingest.get(ImportFileProcessor, { strict: false }).handle({ importId }, RUN);
      const projected = await analytics.get(ProjectionService, { strict: false }).project(importId);
      if (projected.outcome === 'not_stored') throw new Error('the file was not stored');
      await detect(projected.runId);
      const { rows: stored } = await owner.query<{ count: number }>(
        'SELECT transaction_count::integer AS count FROM ledger.imports WHERE id = $1',
        [importId],
      );
      if (stored[0]?.count !== entries.length)
        throw new Error(`${stored[0]?.count} of ${entries.length} entries were stored`);
      return importId;
    },
    async undo(importId: number): Promise<void> {
      await owner.query(`UPDATE ledger.imports SET state = 'undoing' WHERE id = $1`, [importId]);
      await ingest.get(UndoImportProcessor, { strict: false }).handle({ importId }, RUN);
      const undone = await analytics.get(ProjectionService, { strict: false }).takeBack(importId);
      if (undone.outcome === 'not_undone') throw new Error('the import was not undone');
      await detect(undone.runId);
    },
    /**
     * Reviews every third alert, oldest first, and all alerts on one account, with alternating outcomes.
     * Alerts are raised two days after the activity and reviewed some hours or days later.
     */
    async decideAlerts(outcomes: readonly string[], account: string): Promise<void> {
      // An undo keeps alerts that do not match their links, so the chain starts again.
      await owner.query(
        `UPDATE analytics.unusual_activities SET created_at = activity_date + interval '2 days 15 hours';
         TRUNCATE analytics.alert_links;
         SELECT analytics.append_alert_links(array_agg(id ORDER BY id), 'raised') FROM analytics.unusual_activities`,
      );
      await owner.query(
        `UPDATE analytics.unusual_activities u
            SET reviewed = true, review_outcome = ($1::text[])[1 + (place / 3) % $2], reviewed_by = 7, reviewed_by_name = 'paula',
                reviewed_at = created_at + place * interval '7 hours'
           FROM (SELECT id, row_number() OVER (ORDER BY activity_date, account_number, activity_type, id) - 1 AS place
                   FROM analytics.unusual_activities) p
          WHERE p.id = u.id AND (place % 3 = 0 OR account_number = $3)`,
        [outcomes, outcomes.length, account],
      );
    },
    /** All stored alerts, regardless of access rights. */
    async alerts(): Promise<RawAlert[]> {
      const { rows } = await owner.query<
        Omit<RawAlert, 'raised' | 'reviewedAt'> & {
          id: string;
          amount: string;
          raised: Date;
          reviewedAt: Date | null;
        }
      >(
        `SELECT id, activity_type AS type, account_number AS account, activity_date::text AS day, amount, risk_level AS risk,
                review_outcome AS outcome, reviewed, evidence, created_at AS raised, reviewed_at AS "reviewedAt",
                EXISTS (SELECT FROM ledger.transactions t WHERE t.id = transaction_id) AS "inLedger"
           FROM analytics.unusual_activities`,
      );
      return rows.map((row) => ({
        ...row,
        id: Number(row.id),
        cents: Math.round(Number(row.amount) * 100),
        raised: row.raised.toISOString(),
        reviewedAt: row.reviewedAt?.toISOString() ?? null,
      }));
    },
    /** Refreshes the member and company lists, as happens when a user opens them. */
    refreshLists: (): Promise<void> => analytics.get(ListFiguresService, { strict: false }).bringUpToDate(),
    /** The rule-written report, before a model rewrites it. */
    report({ type, firstDay, lastDay, prompt }: ReportRequest): ReturnType<ReportWriterService['compose']> {
      return reports.get(ReportWriterService, { strict: false }).compose(
        {
          id: 1,
          attempt: 'recount',
          reportType: type,
          prompt: prompt ?? null,
          dateRangeStart: firstDay ?? null,
          dateRangeEnd: lastDay ?? null,
        },
        RUN.signal,
      );
    },
    async stop(): Promise<void> {
      for (const app of [reports, analytics, ingest]) await app.close();
      await owner.end();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function toRow(entry: RawEntry): object {
  return {
    company: entry.company,
    last_name: entry.lastName,
    first_name: entry.firstName,
    account_number: entry.account,
    original_account: entry.account.padStart(17, '0'),
    transaction_code: entry.code,
    amount: (entry.cents / 100).toFixed(2),
    transaction_type: entry.side,
    posting_date: entry.day,
    entry_description: entry.description,
    class: entry.sec,
    check_tracer_number: entry.trace,
    ...(entry.addenda === null ? {} : { addenda: entry.addenda }),
  };
}
