import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '@clearwatch/infra-local/embedded-postgres';
import { startTestRedis } from '@clearwatch/infra-local/test-servers';
import { prepareDatabase } from '@clearwatch/infra-postgres/prepare-database';
import { ROLE_NAMES, roleDatabaseUrl } from '@clearwatch/infra-postgres/schema-owners';
import { type BenchResult, limitOf } from './bench-table.ts';
import type { BenchSite } from './import-benchmarks.ts';

const PROGRAM = join(import.meta.dirname, 'queue-throughput.process.js');
const PASSWORD = 'only-for-benchmarks';
/** At least 80% of the jobs per second that BullMQ alone runs. */
const GOAL = 1.25;

export async function benchQueues({ scratch, say }: BenchSite): Promise<BenchResult[]> {
  say('Running jobs through queues on PostgreSQL ...');
  const postgres = await startEmbeddedPostgres({
    directory: join(scratch, 'queues'),
    password: PASSWORD,
    logFile: join(scratch, 'queues.log'),
  });
  const lines: BenchResult[] = [];
  try {
    const passwords = Object.fromEntries(ROLE_NAMES.map((role) => [role, PASSWORD]));
    await prepareDatabase(postgres.ownerUrl(), passwords);
    const url = roleDatabaseUrl(postgres.ownerUrl(), 'clearwatch_gateway', passwords);
    lines.push(await benchQueue('PostgreSQL', { QUEUE_DATABASE_URL: url }));
  } finally {
    await postgres.stop();
  }
  say('Running jobs through queues on Redis ...');
  const redis = await startTestRedis();
  try {
    lines.push(await benchQueue('Redis', { REDIS_URL: redis.url }));
  } finally {
    await redis.stop();
  }
  return lines;
}

async function benchQueue(backend: string, address: Record<string, string>): Promise<BenchResult> {
  const bare = await runThroughput('bare', address);
  const kit = await runThroughput('kit', address);
  const what = `empty jobs, queue on ${backend}`;
  const limit = limitOf('BullMQ alone', bare.milliseconds);
  return { what, rows: kit.jobs, milliseconds: kit.milliseconds, limit, goal: GOAL };
}

/** Starts a process for each measurement, because a process can use only one BullMQ backend. */
async function runThroughput(what: 'kit' | 'bare', address: Record<string, string>) {
  const env = {
    PATH: process.env['PATH'] ?? '',
    PORT: '0',
    // The process never connects to it.
    DATABASE_URL: 'postgres://nobody@127.0.0.1/nothing',
    IDENTITY_KEYS: '0'.repeat(64),
    LOG_LEVEL: 'silent',
    ...address,
  };
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, what], { env });
  return JSON.parse(stdout) as { jobs: number; milliseconds: number };
}
