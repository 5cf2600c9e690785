import type { HealthCheck, HealthReport } from '@clearwatch/contracts/http/health';
import { isStarting } from '../database/database-failure.ts';
import { TooSlow, within } from '../time/within.ts';

/** Something a service cannot work without, and how to ask it. Rejects when it is down, with Recovering when it recovers. */
export interface HealthProbe {
  name: string;
  ask(): Promise<unknown>;
}

export const HEALTH_PROBES = Symbol('health probes');
const PATIENCE_MS = 2_000;

/** What was asked waits for a database that recovers. */
export class Recovering extends Error {}

export const WAITS_FOR_DATABASE =
  'The database is starting or recovering from a crash. What was saved is not lost, and Clearwatch answers again by itself.';

/** Asks everything at once; whatever has not answered after two seconds counts as down. */
export async function askAll(probes: readonly HealthProbe[]): Promise<HealthReport> {
  const checks = await Promise.all(probes.map(askOne));
  if (checks.every(({ state }) => state === 'up')) return { status: 'up', checks };
  if (checks.some(({ state }) => state === 'recovering')) {
    return { status: 'recovering', waitsFor: WAITS_FOR_DATABASE, checks };
  }
  return { status: 'down', checks };
}

async function askOne(probe: HealthProbe): Promise<HealthCheck> {
  const { name } = probe;
  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started);
  try {
    await within(PATIENCE_MS, probe.ask());
    return { name, state: 'up', milliseconds: elapsed() };
  } catch (error) {
    if (isStarting(error) || error instanceof Recovering) {
      return { name, state: 'recovering', milliseconds: elapsed(), reason: 'starting or recovering' };
    }
    return {
      name,
      state: 'down',
      milliseconds: elapsed(),
      reason: error instanceof TooSlow ? error.message : 'not reachable',
    };
  }
}
