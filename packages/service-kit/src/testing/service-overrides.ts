import type { INestApplicationContext } from '@nestjs/common';
import { AuditRelay } from '../audit/audit-trail.service.ts';
import type { ServiceDefinition } from '../boot/boot-service.ts';
import type { ServiceEnvironment } from '../config/service-environment.ts';

/**
 * Keeps audit events in the outbox of a service under test. Without the auth service, nothing receives them, and
 * queuing the same twenty events after each new one takes a third of the test time. Tests with auth cover the delivery.
 */
export function keepEventsInOutbox(app: INestApplicationContext): void {
  app.get(AuditRelay, { strict: false }).runNow = async () => undefined;
}

/** The service with all handlers but no workers, for tests that run each job directly and must not race a worker. */
export function withoutWorkers<E extends ServiceEnvironment>(definition: ServiceDefinition<E>): ServiceDefinition<E> {
  const { worksOn = [], sends = [] } = definition.jobs ?? {};
  return { ...definition, jobs: { worksOn: [], sends: [...sends, ...worksOn] } };
}
