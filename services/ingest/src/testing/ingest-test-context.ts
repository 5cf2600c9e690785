import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CsvMappingProposal } from '@clearwatch/contracts/csv-mapping.dto';
import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import { QUEUES } from '@clearwatch/contracts/job-definition';
import type { ServerEvent } from '@clearwatch/contracts/server-event';
import { createTestDatabase, emptyTables, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import {
  type Disagreement,
  type LedgerVerification,
  verifyLedger,
} from '@clearwatch/infra-postgres/verify/verify-ledger';
import { createServiceApplication, serviceModule } from '@clearwatch/service-kit/boot/boot-service';
import { IDENTITY_HEADER, IdentityKeys, signIdentity } from '@clearwatch/service-kit/identity/identity-token';
import type { JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { connectQueues } from '@clearwatch/service-kit/jobs/queue-connection';
import { type QueueBackendName, queueEnvironment } from '@clearwatch/service-kit/testing/queue-fixtures';
import { keepEventsInOutbox, withoutWorkers } from '@clearwatch/service-kit/testing/service-overrides';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Queue } from 'bullmq';
import { Client } from 'pg';
import { pino } from 'pino';
import request from 'supertest';
import { ImportFileProcessor } from '../import-file/import-file.processor.ts';
import { IngestEnvironment } from '../ingest-environment.ts';
import { defineIngest } from '../ingest-service-definition.ts';
import { UploadStore } from '../uploads/upload-store.ts';

export interface IngestApp {
  app: NestExpressApplication;
  database: TestDatabase;
  environment: IngestEnvironment;
  /** Connection of the migration owner, to inspect the tables. */
  owner: Client;
  stop(): Promise<void>;
}

/** The whole service with its own database and folder. */
export async function startIngest(options: {
  backend: QueueBackendName;
  redisDatabase: number;
  /** `instantly`: stored imports are treated as projected immediately, without analytics. */
  projects?: 'instantly' | 'never';
  /** `left`: no worker takes jobs and no reconciler runs. */
  jobs?: 'worked on' | 'left';
  settings?: Partial<IngestEnvironment>;
}): Promise<IngestApp> {
  const database = await createTestDatabase();
  const dataDirectory = await mkdtemp(join(tmpdir(), 'clearwatch-ingest-'));
  const environment = Object.assign(
    new IngestEnvironment(),
    queueEnvironment(options.backend, {
      databaseUrl: database.urlFor('ingest'),
      queueUrl: database.urlFor('ingest'),
      redisDatabase: options.redisDatabase,
    }),
    { DATA_DIR: dataDirectory, UPLOAD_WAIT_SECONDS: 20, ...options.settings },
  );
  if (options.backend === 'redis') await emptyQueues(environment);
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  if (options.projects !== 'never') await projectImmediately(owner);
  const logger = pino({ level: 'silent' });
  const definition = defineIngest(environment);
  const service = options.jobs === 'left' ? withoutWorkers(definition) : definition;
  const app = await createServiceApplication(serviceModule(service, logger), { logger, name: 'ingest' });
  keepEventsInOutbox(app);
  await app.listen(0, '127.0.0.1');
  return {
    app,
    database,
    environment,
    owner,
    stop: async () => {
      await app.close();
      await owner.end();
      await database.drop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** An earlier run that was killed may have left jobs for imports in a deleted database. */
async function emptyQueues(environment: IngestEnvironment): Promise<void> {
  const { producer: connection } = connectQueues(environment);
  for (const name of Object.values(QUEUES)) {
    const queue = new Queue(name, { connection });
    await queue.waitUntilReady();
    await queue.obliterate({ force: true });
    await queue.close();
  }
}

async function projectImmediately(owner: Client): Promise<void> {
  await owner.query(`
    CREATE FUNCTION analytics.project_instantly() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      INSERT INTO analytics.projected_imports (import_id, entries) VALUES (NEW.id, NEW.transaction_count)
      ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $$;
    CREATE TRIGGER project_instantly AFTER UPDATE ON ledger.imports
      FOR EACH ROW WHEN (NEW.state = 'stored') EXECUTE FUNCTION analytics.project_instantly();`);
}

/** The header for a signed-in user. */
export async function identity(role: 'User' | 'Admin' = 'User'): Promise<Record<string, string>> {
  const actor = { userId: 7, username: 'paula', role, requestId: 'test-request', address: '192.0.2.1' };
  return { [IDENTITY_HEADER]: signIdentity(actor, 'ingest', new IdentityKeys('0'.repeat(64))) };
}

/** Sends a file as a browser does. */
export async function upload(
  { app }: Pick<IngestApp, 'app'>,
  content: string | Buffer,
  fileName = 'transactions.json',
): Promise<request.Response> {
  return request(app.getHttpServer())
    .post('/api/upload-transactions')
    .set(await identity())
    .attach('file', Buffer.from(content), fileName);
}

export async function get({ app }: Pick<IngestApp, 'app'>, path: string): Promise<request.Response> {
  return request(app.getHttpServer())
    .get(path)
    .set(await identity());
}

export async function post({ app }: Pick<IngestApp, 'app'>, path: string): Promise<request.Response> {
  return request(app.getHttpServer())
    .post(path)
    .set(await identity());
}

/** Names of all files below the upload folder. */
export async function storedFiles({ environment }: Pick<IngestApp, 'environment'>): Promise<string[]> {
  const folder = join(environment.DATA_DIR, 'uploads');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

export const CSV_HEADER = 'Account,Name,Company,Type,Amount,Date';
export const CSV_ROWS = `100000017,"SAMPLE, PAULA J",ACME PAYROLL,Credit,"1,250.00",03/16/2026
100000017,"SAMPLE, PAULA J",GAS & LIGHT,Debit,84.10,03/17/2026
100000025,"SAMPLE, OTTO",GAS & LIGHT,Debit,84.10,03/17/2026
`;
export const CSV_TABLE = `${CSV_HEADER}\n${CSV_ROWS}`;

export const csvTable = (rows: string): string => `${CSV_HEADER}\n${rows}`;

/** The steps a user takes with a CSV file. */
export interface CsvTestContext {
  send(method: 'put' | 'post' | 'delete', path: string, body?: object): Promise<request.Response>;
  proposalOf(importId: number): Promise<CsvMappingProposal>;
  summaryOf(importId: number): Promise<ImportSummary>;
  /** Waits until the import is over. */
  finished(importId: number): Promise<ImportSummary>;
  /** Uploads a file whose header is not known yet. */
  waiting(content: string | Buffer): Promise<number>;
  /** Uploads a file and accepts the proposed mapping despite open questions. */
  accepted(content: string | Buffer): Promise<number>;
}

export function csvTestContext(ingest: IngestApp): CsvTestContext {
  const context: CsvTestContext = {
    send: async (method, path, body) => {
      const server = request(ingest.app.getHttpServer());
      return server[method](path)
        .set(await identity())
        .send(body);
    },
    proposalOf: async (importId) => (await get(ingest, `/api/imports/${importId}/mapping`)).body,
    summaryOf: async (importId) => (await get(ingest, `/api/imports/${importId}`)).body,
    finished: async (importId) => {
      const isOver = async () => ['completed', 'failed'].includes((await context.summaryOf(importId)).state);
      await waitUntil(`import ${importId} is over`, isOver);
      return context.summaryOf(importId);
    },
    waiting: async (content) => {
      const { status, body, text } = await upload(ingest, content, 'march.csv');
      if (status !== 202 || body.state !== 'needs_mapping') throw new Error(`it does not wait: ${text}`);
      return body.importId;
    },
    accepted: async (content) => {
      const importId = await context.waiting(content);
      const { mapping } = await context.proposalOf(importId);
      const { status, text } = await context.send('put', `/api/imports/${importId}/mapping`, mapping);
      if (status !== 200) throw new Error(`its mapping was refused: ${text}`);
      return importId;
    },
  };
  return context;
}

/** One handler run, as the router starts it; collects what it publishes. */
export function runJob(
  options: { isLastAttempt?: boolean; signal?: AbortSignal } = {},
): JobRun & { published: ServerEvent[] } {
  const published: ServerEvent[] = [];
  return {
    attempt: 1,
    isLastAttempt: options.isLastAttempt ?? false,
    signal: options.signal ?? new AbortController().signal,
    publish: async (event) => void published.push(event),
    published,
  };
}

/** Stores a file as the API does, without a job: the test runs the handler itself. */
export async function receiveFile({ app, owner }: IngestApp, content: string | Buffer): Promise<number> {
  const bytes = Buffer.from(content);
  const digest = createHash('sha256').update(bytes).digest('hex');
  const store = app.get(UploadStore, { strict: false });
  const { path, handle } = await store.openTemporary();
  await handle.close();
  await writeFile(path, bytes);
  await store.keep(path, digest);
  const { rows } = await owner.query<{ id: string }>(
    `INSERT INTO ledger.imports (file_name, file_size, digest, state, uploaded_by_name)
     VALUES ('test.json', $1, $2, 'received', 'paula') RETURNING id`,
    [bytes.length, digest],
  );
  return Number(rows[0]?.id);
}

export function importProcessorOf({ app }: IngestApp): ImportFileProcessor {
  return app.get(ImportFileProcessor, { strict: false });
}

/** Receives and imports a file; returns its row of the imports table. */
export async function importFile(ingest: IngestApp, content: string | Buffer): Promise<ImportRow> {
  const importId = await receiveFile(ingest, content);
  await importProcessorOf(ingest).handle({ importId }, runJob());
  return importRow(ingest, importId);
}

export interface ImportRow {
  id: number;
  state: string;
  stored: number;
  members: number;
  duplicates: number;
  rejected: number;
  failure_code: string | null;
  failure: string | null;
}

export async function importRow({ owner }: IngestApp, importId: number): Promise<ImportRow> {
  const { rows } = await owner.query<ImportRow>(
    `SELECT id::integer AS id, state, transaction_count AS stored, member_count AS members,
       duplicate_count AS duplicates, rejected_count AS rejected, failure_code, failure
     FROM ledger.imports WHERE id = $1`,
    [importId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`there is no import ${importId}`);
  return row;
}

export async function countTransactions({ owner }: IngestApp): Promise<number> {
  const { rows } = await owner.query<{ total: number }>('SELECT count(*)::integer AS total FROM ledger.transactions');
  return rows[0]?.total ?? 0;
}

const OF_IMPORTS = [
  'ledger.transactions',
  'ledger.members',
  'ledger.rejected_rows',
  'ledger.imports',
  'ledger.duplicate_rows',
  'ledger.import_totals',
  'ledger.import_warnings',
  'ledger.csv_mappings',
  'ledger.import_csv_mappings',
  'ledger.entry_returns',
  'analytics.projected_imports',
];

/** Ids continue. Otherwise jobs for a deleted import would match a new one. */
export async function emptyLedger({ owner }: IngestApp): Promise<void> {
  await emptyTables(owner, OF_IMPORTS, { ids: 'go on' });
}

/** Member rows that differ from a recount of the transactions; none are expected. */
export async function inconsistentMembers({ owner }: IngestApp): Promise<unknown[]> {
  const { rows } = await owner.query(`
    SELECT account_number, m.*, t.* FROM ledger.members m FULL JOIN (
      SELECT account_number, count(*)::integer AS n, max(event_date) AS last_day,
        coalesce(sum(amount) FILTER (WHERE transaction_type = 'Credit' AND entry_kind = 'money'), 0) AS credits,
        coalesce(sum(amount) FILTER (WHERE transaction_type = 'Debit' AND entry_kind = 'money'), 0) AS debits
      FROM ledger.transactions GROUP BY account_number) t USING (account_number)
    WHERE (m.transaction_count, m.total_credits, m.total_debits) IS DISTINCT FROM (t.n, t.credits, t.debits)
      OR m.last_activity_date IS DISTINCT FROM t.last_day`);
  return rows;
}

export const counts = ({ stored, duplicates, rejected, members }: ImportRow) => ({
  stored,
  duplicates,
  rejected,
  members,
});

/** A recount of what an import left in the tables. */
export async function recountOf({ owner }: IngestApp, importId: number): Promise<Record<string, unknown>> {
  const { rows } = await owner.query(
    `SELECT count(*)::integer AS stored,
       count(*) FILTER (WHERE entry_kind = 'zero_dollar')::integer AS "zeroDollar",
       count(*) FILTER (WHERE entry_kind = 'prenote')::integer AS prenotes,
       count(*) FILTER (WHERE entry_kind = 'return')::integer AS returns,
       count(*) FILTER (WHERE entry_kind = 'notification_of_change')::integer AS notices,
       coalesce(sum(amount) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Credit'), 0.00)::text AS credits,
       coalesce(sum(amount) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Debit'), 0.00)::text AS debits,
       (SELECT count(*)::integer FROM ledger.duplicate_rows WHERE import_id = $1) AS duplicates,
       (SELECT count(DISTINCT row_number)::integer FROM ledger.rejected_rows WHERE import_id = $1) AS rejected
     FROM ledger.transactions WHERE import_id = $1`,
    [importId],
  );
  return rows[0];
}

/** Inconsistencies between entries, members, imports, skipped rows and identities; none are expected. */
export async function ledgerDisagreements({ owner }: Pick<IngestApp, 'owner'>): Promise<Disagreement[]> {
  const { checks }: LedgerVerification = await verifyLedger(owner);
  return checks.flatMap(({ first }) => first);
}
