import { createPurgeRuns, dropPurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateReportsRetention1765200000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createPurgeRuns('reports'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropPurgeRuns('reports'));
  }
}
