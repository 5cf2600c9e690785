import { createAuditOutbox, dropAuditOutbox } from '@clearwatch/service-kit/audit/audit-outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAnalyticsAuditOutbox1763700000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createAuditOutbox('analytics'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropAuditOutbox('analytics'));
  }
}
