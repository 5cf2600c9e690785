import { createAuditOutbox, dropAuditOutbox } from '@clearwatch/service-kit/audit/audit-outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateLedgerAuditOutbox1763700000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createAuditOutbox('ledger'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropAuditOutbox('ledger'));
  }
}
