import type { HealthCheck, HealthReport } from '@clearwatch/contracts/http/health';
import { TooSlow, within } from '../time/within.ts';

/** Something a service cannot work without, and how to ask it. Rejects when it is down. */
export interface HealthProbe {
  name: string;
  ask(): Promise<unknown>;
}

export const HEALTH_PROBES = Symbol('health probes');
const PATIENCE_MS = 2_000;

/** Asks everything at once; whatever has not answered after two seconds counts as down. */
export async function askAll(probes: readonly HealthProbe[]): Promise<HealthReport> {
  const checks = await Promise.all(probes.map(askOne));
  return { status: checks.every(({ state }) => state === 'up') ? 'up' : 'down', checks };
}

async function askOne(probe: HealthProbe): Promise<HealthCheck> {
  const { name } = probe;
  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started);
  try {
    await within(PATIENCE_MS, probe.ask());
    return { name, state: 'up', milliseconds: elapsed() };
  } catch (error) {
    return {
      name,
      state: 'down',
      milliseconds: elapsed(),
      reason: error instanceof TooSlow ? error.message : 'not reachable',
    };
  }
}
