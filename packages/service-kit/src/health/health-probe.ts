import type { HealthCheck, HealthReport } from '@clearwatch/contracts/http/health';

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
  let timer: NodeJS.Timeout | undefined;
  try {
    const tooSlow = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('no answer in time')), PATIENCE_MS);
    });
    await Promise.race([probe.ask(), tooSlow]);
    return { name, state: 'up', milliseconds: elapsed() };
  } catch (error) {
    const timedOut = error instanceof Error && error.message === 'no answer in time';
    return {
      name,
      state: 'down',
      milliseconds: elapsed(),
      reason: timedOut ? 'no answer in time' : 'not reachable',
    };
  } finally {
    clearTimeout(timer);
  }
}
