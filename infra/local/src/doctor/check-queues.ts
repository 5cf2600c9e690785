import { QUEUES } from '@clearwatch/contracts/job-definition';
import { type RedisState, readRedisState } from '@clearwatch/service-kit/jobs/redis-state';
import type { Client } from 'pg';
import { hasTable } from './check-database.ts';
import { about, type DoctorFinding } from './doctor-finding.ts';

const { ok, note, problem } = about('queues');
const MEMORY_WARNING_SHARE = 0.8;
const REDIS_SETTINGS_ADVICE =
  'Correct the Redis configuration (docker-compose.yml contains a complete one), then restart Redis.';

export async function checkRedis(url: string): Promise<DoctorFinding[]> {
  try {
    const state = await readRedisState(url, Object.values(QUEUES));
    return [ok(`Redis ${state.version} responds`), ...redisFindings(state), ...failedFindings(state.failed)];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const remedy =
      'Start Redis, or correct REDIS_URL and REDIS_PASSWORD. Uploads are stored, and processing continues when Redis is back.';
    return [problem(`Redis is not responding: ${reason}`, remedy)];
  }
}

export function redisFindings(state: Omit<RedisState, 'failed' | 'version'>): DoctorFinding[] {
  const { evictionPolicy, appendOnly, maxBytes, usedBytes } = state;
  const findings: DoctorFinding[] = [];
  const evicts = `Redis deletes jobs when it is full (maxmemory-policy ${evictionPolicy}, not noeviction)`;
  if (evictionPolicy !== 'noeviction') findings.push(problem(evicts, REDIS_SETTINGS_ADVICE));
  if (!appendOnly)
    findings.push(problem('Redis loses jobs when it crashes (appendonly is off)', REDIS_SETTINGS_ADVICE));
  const used = `Redis is using ${Math.round((100 * usedBytes) / maxBytes)}% of its memory limit`;
  if (maxBytes > 0 && usedBytes > MEMORY_WARNING_SHARE * maxBytes)
    findings.push(note(used, 'Raise maxmemory, or start more workers: a full Redis rejects new jobs.'));
  return findings;
}

export async function checkPostgresQueues(client: Client): Promise<DoctorFinding[]> {
  if (!(await hasTable(client, 'queue.job')))
    return [problem('the database has no queues', 'Start Clearwatch once to create them.')];
  const { rows } = await client.query<{ queue: string; failed: string }>(
    "SELECT queue, count(*) AS failed FROM queue.job WHERE state = 'failed' GROUP BY queue ORDER BY queue",
  );
  return [
    ok('on PostgreSQL, which responds'),
    ...failedFindings(new Map(rows.map(({ queue, failed }) => [queue, Number(failed)]))),
  ];
}

function failedFindings(failed: ReadonlyMap<string, number>): DoctorFinding[] {
  return [...failed]
    .filter(([, count]) => count > 0)
    .map(([queue, count]) =>
      about('jobs').problem(
        `${count} in the queue ${queue} ${count === 1 ? 'has' : 'have'} failed permanently`,
        'The service log shows why. The screen for the import, report or run shows its state and a button to try again.',
      ),
    );
}
