import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AnalyticsEnvironment } from '@clearwatch/analytics/analytics-environment';
import { defineAnalytics } from '@clearwatch/analytics/analytics-service-definition';
import { EntriesPurgedHandler, UnprojectedPurgesFinder } from '@clearwatch/analytics/projection/projection.processor';
import { ProjectionService } from '@clearwatch/analytics/projection/projection.service';
import { createTestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { verifyLedger } from '@clearwatch/infra-postgres/verify/verify-ledger';
import { ImportFileProcessor } from '@clearwatch/ingest/import-file/import-file.processor';
import { IngestEnvironment } from '@clearwatch/ingest/ingest-environment';
import { defineIngest } from '@clearwatch/ingest/ingest-service-definition';
import { DailyPurgeFinder, PurgeLedgerProcessor } from '@clearwatch/ingest/retention/purge-ledger.processor';
import { UploadStore } from '@clearwatch/ingest/uploads/upload-store';
import { createServiceApplication, serviceModule } from '@clearwatch/service-kit/boot/boot-service';
import { IDENTITY_HEADER, IdentityKeys, signIdentity } from '@clearwatch/service-kit/identity/identity-token';
import { createLogger } from '@clearwatch/service-kit/logging/logger';
import { withoutWorkers } from '@clearwatch/service-kit/testing/service-overrides';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Client } from 'pg';

const KEYS = randomBytes(32).toString('hex');
const RUN = {
  attempt: 1,
  isLastAttempt: false,
  signal: new AbortController().signal,
  publish: async () => undefined,
};

export type RetentionTestContext = Awaited<ReturnType<typeof startRetentionTestContext>>;

/** Ingest and analytics on one database. The test sets their clock and runs their jobs. */
export async function startRetentionTestContext() {
  const database = await createTestDatabase();
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const folder = await mkdtemp(join(tmpdir(), 'clearwatch-retention-'));
  const common = {
    PORT: 0,
    PROCESS_ROLE: 'all',
    IDENTITY_KEYS: KEYS,
    LOG_LEVEL: 'silent',
  } as const;
  const logger = createLogger({ service: 'test', level: 'silent' });
  const ingest = await createServiceApplication(
    serviceModule(
      withoutWorkers(
        defineIngest(
          Object.assign(new IngestEnvironment(), common, {
            DATABASE_URL: database.urlFor('ingest'),
            QUEUE_DATABASE_URL: database.urlFor('ingest'),
            DATA_DIR: folder,
          }),
        ),
      ),
      logger,
    ),
    { logger, name: 'ingest' },
  );
  await ingest.init();
  const analytics = await createServiceApplication(
    serviceModule(
      withoutWorkers(
        defineAnalytics(
          Object.assign(new AnalyticsEnvironment(), common, {
            DATABASE_URL: database.urlFor('analytics'),
            QUEUE_DATABASE_URL: database.urlFor('analytics'),
            ALERT_KEYS: KEYS,
          }),
        ),
      ),
      logger,
    ),
    { logger, name: 'analytics' },
  );
  await analytics.listen(0, '127.0.0.1');
  const actor = { userId: 7, username: 'anna', role: 'User', requestId: 'test', address: null } as const;
  const identity = signIdentity(actor, 'analytics', new IdentityKeys(KEYS));

  return {
    owner,
    itIs(day: string): void {
      for (const app of [ingest, analytics]) app.get(Today, { strict: false }).day = () => day;
    },
    /** Imports rows into the ledger and the figures. */
    async imported(rows: readonly object[]): Promise<void> {
      const bytes = Buffer.from(JSON.stringify({ transactions: rows }));
      const digest = createHash('sha256').update(bytes).digest('hex');
      const store = ingest.get(UploadStore, { strict: false });
      const { path, handle } = await store.openTemporary();
      await handle.close();
      await writeFile(path, bytes);
      await store.keep(path, digest);
      const { rows: created } = await owner.query<{ id: string }>(
        `INSERT INTO ledger.imports (file_name, file_size, digest, state, uploaded_by_name)
         VALUES ('test.json', $1, $2, 'received', 'paula') RETURNING id`,
        [bytes.length, digest],
      );
      const importId = Number(created[0]?.id);
      await ingest.get(ImportFileProcessor, { strict: false }).handle({ importId }, RUN);
      await analytics.get(ProjectionService, { strict: false }).project(importId);
    },
    async purge(): Promise<void> {
      for (const payload of await ingest.get(DailyPurgeFinder, { strict: false }).findOpenWork())
        await ingest.get(PurgeLedgerProcessor, { strict: false }).handle(payload, RUN);
    },
    async notifyAnalytics(): Promise<void> {
      await owner.query(`UPDATE ledger.purges SET purged_at = now() - interval '1 minute'`);
      for (const payload of await analytics.get(UnprojectedPurgesFinder, { strict: false }).findOpenWork())
        await analytics.get(EntriesPurgedHandler, { strict: false }).handle(payload, RUN);
    },
    /** Of analytics. */
    async get(path: string): Promise<unknown> {
      const answer = await fetch(new URL(path, await analytics.getUrl()), {
        headers: { [IDENTITY_HEADER]: identity },
      });
      return answer.json();
    },
    async wrongFigures(): Promise<unknown[]> {
      const { checks } = await verifyLedger(owner);
      return checks.flatMap(({ check, first }) => first.map((figure) => ({ check, ...figure })));
    },
    async stop(): Promise<void> {
      await analytics.close();
      await ingest.close();
      await owner.end();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
