import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '@clearwatch/infra-local/embedded-postgres';
import { startRedisForTests } from '@clearwatch/infra-local/redis-for-tests';
import { QUEUE_ROLE } from '@clearwatch/infra-postgres/owners';
import { prepareDatabase } from '@clearwatch/infra-postgres/prepare-database';
import { addressFor, ROLE_NAMES } from '@clearwatch/infra-postgres/role-address';
import type { Site } from '../import-lines.ts';
import type { BenchLine } from '../line.ts';

const PROGRAM = join(import.meta.dirname, 'put-jobs-through.js');
const PASSWORD = 'only-for-benchmarks';
/** At least 0.8 of the jobs per second. */
const GOAL = 1.25;

/** Jobs that do nothing through queue and worker of the kit, against BullMQ alone, on both backends. */
export async function queueLines({ scratch, say }: Pick<Site, 'scratch' | 'say'>): Promise<BenchLine[]> {
  say('Putting jobs through queues on PostgreSQL ...');
  const postgres = await startEmbeddedPostgres({
    directory: join(scratch, 'queues'),
    password: PASSWORD,
    logFile: join(scratch, 'queues.log'),
  });
  const lines: BenchLine[] = [];
  try {
    const passwords = Object.fromEntries(ROLE_NAMES.map((role) => [role, PASSWORD]));
    await prepareDatabase(postgres.ownerUrl(), passwords);
    const url = addressFor(postgres.ownerUrl(), QUEUE_ROLE, passwords);
    lines.push(await queueLine('PostgreSQL', { QUEUE_DATABASE_URL: url }));
  } finally {
    await postgres.stop();
  }
  say('Putting jobs through queues on Redis ...');
  const redis = await startRedisForTests();
  try {
    lines.push(await queueLine('Redis', { REDIS_URL: redis.url }));
  } finally {
    await redis.stop();
  }
  return lines;
}

async function queueLine(backend: string, address: Record<string, string>): Promise<BenchLine> {
  const bare = await putThrough('bare', address);
  const kit = await putThrough('kit', address);
  return {
    what: `jobs that do nothing, queue on ${backend}`,
    rows: kit.jobs,
    milliseconds: kit.milliseconds,
    limit: { what: 'BullMQ alone', milliseconds: bare.milliseconds },
    goal: GOAL,
    peakMegabytes: null,
  };
}

/** In a process of its own: which backend BullMQ has is said once for a process. */
async function putThrough(
  what: 'kit' | 'bare',
  address: Record<string, string>,
): Promise<{ jobs: number; milliseconds: number }> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    PORT: '0',
    // Never asked: nothing here has tables.
    DATABASE_URL: 'postgres://nobody@127.0.0.1/nothing',
    IDENTITY_KEYS: '0'.repeat(64),
    LOG_LEVEL: 'silent',
    ...address,
  };
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, what], { env });
  return JSON.parse(stdout) as { jobs: number; milliseconds: number };
}
