import type { INestApplicationContext } from '@nestjs/common';
import { AuditRelay } from '../audit/audit-relay.service.ts';

/**
 * What a service under test writes down stays in its outbox. There is no auth that would take it, and to name the same twenty
 * events again after each that is written is a third of a test's work. That they arrive is tested where auth runs.
 */
export function keepAuditEvents(app: INestApplicationContext): void {
  app.get(AuditRelay, { strict: false }).relay = async () => undefined;
}
