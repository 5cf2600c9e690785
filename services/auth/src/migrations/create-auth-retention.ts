import { createPurgeRuns, dropPurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When months of the audit log were last looked at whose time is over, and whether an operator has asked for it. */
export class CreateAuthRetention1765300000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createPurgeRuns('auth'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropPurgeRuns('auth'));
  }
}
