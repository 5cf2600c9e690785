import { Gauge } from '@prometheus-io/client';
import { askAll, type HealthProbe } from '../health/health-probe.ts';

/** Whether what a process cannot work without answers it, asked anew each time. */
export function watchDependencies(probes: readonly HealthProbe[]): void {
  const gauge = new Gauge({
    name: 'clearwatch_dependency_up',
    help: '1 when the process reaches what it needs, 0 when not.',
    labelNames: ['dependency'],
    collect: async () => {
      const { checks } = await askAll(probes);
      for (const { name, state } of checks) gauge.set({ dependency: name }, state === 'up' ? 1 : 0);
    },
  });
}
