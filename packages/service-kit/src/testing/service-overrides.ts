import type { INestApplicationContext } from '@nestjs/common';
import { AuditRelay } from '../audit/audit-trail.service.ts';
import type { ServiceDefinition } from '../boot/boot-service.ts';
import type { ServiceEnvironment } from '../config/service-environment.ts';

/**
 * What a service under test writes down stays in its outbox. There is no auth that would take it, and to name the same twenty
 * events again after each that is written is a third of a test's work. That they arrive is tested where auth runs.
 */
export function keepEventsInOutbox(app: INestApplicationContext): void {
  app.get(AuditRelay, { strict: false }).runNow = async () => undefined;
}

/** The same service, handlers and all, which sends jobs and takes none: for a test that runs each itself and must not race a worker. */
export function withoutWorkers<E extends ServiceEnvironment>(
  definition: ServiceDefinition<E>,
): ServiceDefinition<E> {
  const { worksOn = [], sends = [] } = definition.jobs ?? {};
  return { ...definition, jobs: { worksOn: [], sends: [...sends, ...worksOn] } };
}
