import { QUEUES } from '@clearwatch/contracts/job-definition';
import { type RedisState, readRedisState } from '@clearwatch/service-kit/jobs/redis-state';
import type { Client } from 'pg';
import { about, type DoctorFinding } from './doctor-finding.ts';

const MEMORY_WARNING_SHARE = 0.8;
const REDIS_SETTINGS_ADVICE =
  'Set it in the configuration of Redis (docker-compose.yml shows the whole) and restart it.';

type FailedJobs = ReadonlyMap<string, number>;

/** Checks that Redis answers, persists its data and evicts nothing. */
export async function checkRedis(url: string): Promise<DoctorFinding[]> {
  try {
    const state = await readRedisState(url, Object.values(QUEUES));
    return [
      about('queues').ok(`Redis ${state.version} answers`),
      ...redisFindings(state),
      ...failedFindings(state.failed),
    ];
  } catch (error) {
    return [
      about('queues').problem(
        `Redis does not answer: ${error instanceof Error ? error.message : String(error)}`,
        'Start it, or correct REDIS_URL and REDIS_PASSWORD. Uploads are kept and go on when it is back.',
      ),
    ];
  }
}

export function redisFindings(state: Omit<RedisState, 'failed' | 'version'>): DoctorFinding[] {
  const findings: DoctorFinding[] = [];
  if (state.evictionPolicy !== 'noeviction')
    findings.push(
      about('queues').problem(
        `Redis throws jobs away when it is full (maxmemory-policy ${state.evictionPolicy}, not noeviction)`,
        REDIS_SETTINGS_ADVICE,
      ),
    );
  if (!state.appendOnly)
    findings.push(
      about('queues').problem(
        'Redis forgets jobs when it crashes (appendonly is off)',
        REDIS_SETTINGS_ADVICE,
      ),
    );
  if (state.maxBytes > 0 && state.usedBytes > MEMORY_WARNING_SHARE * state.maxBytes)
    findings.push(
      about('queues').note(
        `Redis holds ${Math.round((100 * state.usedBytes) / state.maxBytes)} % of what it may`,
        'Raise maxmemory, or start more workers: full, it takes no new jobs.',
      ),
    );
  return findings;
}

export async function checkPostgresQueues(client: Client): Promise<DoctorFinding[]> {
  const { rows: found } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('queue.job') IS NOT NULL AS there",
  );
  if (found[0]?.there !== true)
    return [about('queues').problem('the database has no queues', 'Start Clearwatch once; it makes them.')];
  const { rows } = await client.query<{ queue: string; failed: string }>(
    "SELECT queue, count(*) AS failed FROM queue.job WHERE state = 'failed' GROUP BY queue ORDER BY queue",
  );
  return [
    about('queues').ok('on PostgreSQL, which answers'),
    ...failedFindings(new Map(rows.map(({ queue, failed }) => [queue, Number(failed)]))),
  ];
}

function failedFindings(failed: FailedJobs): DoctorFinding[] {
  return [...failed]
    .filter(([, count]) => count > 0)
    .map(([queue, count]) =>
      about('jobs').problem(
        `${count} on the queue ${queue} ${count === 1 ? 'has' : 'have'} failed for good`,
        'The log of the service says why; what they were for shows its state on its screen, with a button to try again.',
      ),
    );
}
