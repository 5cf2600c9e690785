import { createAuditOutbox, dropAuditOutbox } from '@clearwatch/service-kit/audit/audit-outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateReportsAuditOutbox1764600000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createAuditOutbox('reports'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropAuditOutbox('reports'));
  }
}
