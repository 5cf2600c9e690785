import { QUEUES } from '@clearwatch/contracts/job-definition';
import { type RedisState, readRedisState } from '@clearwatch/service-kit/jobs/redis-state';
import type { Client } from 'pg';
import { hasTable } from './check-database.ts';
import { about, type DoctorFinding } from './doctor-finding.ts';

const { ok, note, problem } = about('queues');
const MEMORY_WARNING_SHARE = 0.8;
const REDIS_SETTINGS_ADVICE =
  'Set it in the configuration of Redis (docker-compose.yml shows the whole) and restart it.';

export async function checkRedis(url: string): Promise<DoctorFinding[]> {
  try {
    const state = await readRedisState(url, Object.values(QUEUES));
    return [ok(`Redis ${state.version} answers`), ...redisFindings(state), ...failedFindings(state.failed)];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const remedy =
      'Start it, or correct REDIS_URL and REDIS_PASSWORD. Uploads are kept and go on when it is back.';
    return [problem(`Redis does not answer: ${reason}`, remedy)];
  }
}

export function redisFindings(state: Omit<RedisState, 'failed' | 'version'>): DoctorFinding[] {
  const { evictionPolicy, appendOnly, maxBytes, usedBytes } = state;
  const findings: DoctorFinding[] = [];
  const evicts = `Redis throws jobs away when it is full (maxmemory-policy ${evictionPolicy}, not noeviction)`;
  if (evictionPolicy !== 'noeviction') findings.push(problem(evicts, REDIS_SETTINGS_ADVICE));
  if (!appendOnly)
    findings.push(problem('Redis forgets jobs when it crashes (appendonly is off)', REDIS_SETTINGS_ADVICE));
  const used = `Redis holds ${Math.round((100 * usedBytes) / maxBytes)} % of what it may`;
  if (maxBytes > 0 && usedBytes > MEMORY_WARNING_SHARE * maxBytes)
    findings.push(note(used, 'Raise maxmemory, or start more workers: full, it takes no new jobs.'));
  return findings;
}

export async function checkPostgresQueues(client: Client): Promise<DoctorFinding[]> {
  if (!(await hasTable(client, 'queue.job')))
    return [problem('the database has no queues', 'Start Clearwatch once; it makes them.')];
  const { rows } = await client.query<{ queue: string; failed: string }>(
    "SELECT queue, count(*) AS failed FROM queue.job WHERE state = 'failed' GROUP BY queue ORDER BY queue",
  );
  return [
    ok('on PostgreSQL, which answers'),
    ...failedFindings(new Map(rows.map(({ queue, failed }) => [queue, Number(failed)]))),
  ];
}

function failedFindings(failed: ReadonlyMap<string, number>): DoctorFinding[] {
  return [...failed]
    .filter(([, count]) => count > 0)
    .map(([queue, count]) =>
      about('jobs').problem(
        `${count} on the queue ${queue} ${count === 1 ? 'has' : 'have'} failed for good`,
        'The log of the service says why; what they were for shows its state on its screen, with a button to try again.',
      ),
    );
}
