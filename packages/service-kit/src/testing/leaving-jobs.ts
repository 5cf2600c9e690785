import type { ServiceDefinition } from '../boot/service-module.ts';
import type { ServiceEnvironment } from '../config/service-environment.ts';

/** The same service, handlers and all, which sends jobs and takes none: for a test that runs each itself and must not race a worker. */
export function leavingJobs<E extends ServiceEnvironment>(
  definition: ServiceDefinition<E>,
): ServiceDefinition<E> {
  const { worksOn = [], sends = [] } = definition.jobs ?? {};
  return { ...definition, jobs: { worksOn: [], sends: [...sends, ...worksOn] } };
}
