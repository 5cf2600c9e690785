import type { HealthCheck, HealthReport } from '@clearwatch/contracts/system-status.dto';
import type { DataSource } from 'typeorm';
import { isDatabaseStarting } from '../database/database-errors.ts';
import type { JobProducer } from '../jobs/job-producer.ts';
import { TimeoutError, withTimeout } from '../time/async-timing.ts';

/** A required dependency. `check` rejects when it is down, and with RecoveringError while it recovers. */
export interface HealthProbe {
  name: string;
  check(): Promise<unknown>;
}

export function probesOf(database: Pick<DataSource, 'query'>, queues?: JobProducer): HealthProbe[] {
  return [
    { name: 'database', check: () => database.query('SELECT 1') },
    ...(queues === undefined ? [] : [{ name: 'queue', check: () => queues.checkQueues() }]),
  ];
}

export const HEALTH_PROBES = Symbol('health probes');
const PROBE_TIMEOUT_MS = 2_000;

export class RecoveringError extends Error {}

export const DATABASE_RECOVERING_MESSAGE =
  'The database is starting or recovering from a crash. Saved data is safe, and Clearwatch will be available again shortly.';

export async function checkHealth(probes: readonly HealthProbe[]): Promise<HealthReport> {
  const checks = await Promise.all(probes.map(checkProbe));
  if (checks.every(({ state }) => state === 'up')) return { status: 'up', checks };
  if (checks.some(({ state }) => state === 'recovering')) {
    return { status: 'recovering', waitsFor: DATABASE_RECOVERING_MESSAGE, checks };
  }
  return { status: 'down', checks };
}

async function checkProbe(probe: HealthProbe): Promise<HealthCheck> {
  const { name } = probe;
  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started);
  try {
    await withTimeout(PROBE_TIMEOUT_MS, probe.check());
    return { name, state: 'up', milliseconds: elapsed() };
  } catch (error) {
    const milliseconds = elapsed();
    if (isDatabaseStarting(error) || error instanceof RecoveringError)
      return { name, state: 'recovering', milliseconds, reason: 'starting or recovering' };
    const reason = error instanceof TimeoutError ? error.message : 'not reachable';
    return { name, state: 'down', milliseconds, reason };
  }
}
