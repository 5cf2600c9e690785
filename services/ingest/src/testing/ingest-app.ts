import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QUEUES } from '@clearwatch/contracts/job-definition';
import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { createServiceApplication, serviceModule } from '@clearwatch/service-kit/boot/boot-service';
import { IDENTITY_HEADER, IdentityKeys, signIdentity } from '@clearwatch/service-kit/identity/identity-token';
import { connectQueues } from '@clearwatch/service-kit/jobs/queue-connection';
import { type QueueBackendName, queueEnvironment } from '@clearwatch/service-kit/testing/queue-fixtures';
import { keepEventsInOutbox, withoutWorkers } from '@clearwatch/service-kit/testing/service-overrides';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Queue } from 'bullmq';
import { Client } from 'pg';
import { pino } from 'pino';
import request from 'supertest';
import { IngestEnvironment } from '../environment.ts';
import { defineIngest } from '../ingest.service-definition.ts';

export interface IngestApp {
  app: NestExpressApplication;
  database: TestDatabase;
  environment: IngestEnvironment;
  /** The migration owner, for looking at what is really stored. */
  owner: Client;
  stop(): Promise<void>;
}

/** The whole service on a database and a folder of its own. */
export async function startIngest(options: {
  backend: QueueBackendName;
  redisDatabase: number;
  /** `instantly` stands in for analytics: what is stored counts as projected at once. */
  projects?: 'instantly' | 'never';
  /** `left`: nobody takes jobs, and nobody looks after imports that the test brings in itself. */
  jobs?: 'worked on' | 'left';
  settings?: Partial<IngestEnvironment>;
}): Promise<IngestApp> {
  const database = await createTestDatabase();
  const dataDirectory = await mkdtemp(join(tmpdir(), 'clearwatch-ingest-'));
  const environment = Object.assign(
    new IngestEnvironment(),
    queueEnvironment(options.backend, {
      databaseUrl: database.urlFor('ingest'),
      queueUrl: database.queueUrl,
      redisDatabase: options.redisDatabase,
    }),
    { DATA_DIR: dataDirectory, UPLOAD_WAIT_SECONDS: 20, ...options.settings },
  );
  if (options.backend === 'redis') await emptyQueues(environment);
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  if (options.projects !== 'never') await projectInstantly(owner);
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

/** An earlier run that was killed may have left jobs for imports of a database that is gone. */
async function emptyQueues(environment: IngestEnvironment): Promise<void> {
  const { producer: connection } = connectQueues(environment);
  for (const name of Object.values(QUEUES)) {
    const queue = new Queue(name, { connection });
    await queue.waitUntilReady();
    await queue.obliterate({ force: true });
    await queue.close();
  }
}

async function projectInstantly(owner: Client): Promise<void> {
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

/** The header of a signed-in member of staff. */
export async function identity(role: 'User' | 'Admin' = 'User'): Promise<Record<string, string>> {
  const actor = { userId: 7, username: 'paula', role, requestId: 'test-request', address: '192.0.2.1' };
  return { [IDENTITY_HEADER]: signIdentity(actor, 'ingest', new IdentityKeys('0'.repeat(64))) };
}

/** Sends a file as the browser does. */
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
