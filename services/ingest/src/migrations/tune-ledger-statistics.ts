import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The block range index on imports says nothing of pages that nobody has summarised, which vacuuming does: whoever asks for
 * an import's rows reads these as well. Left to itself PostgreSQL waits until a fifth of the ledger is new, and analyses at
 * a tenth. A fiftieth is a day's files; vacuuming after insertions alone reads only the pages that are new.
 */
export class KeepLedgerFiguresFresh1764300000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE ledger.transactions
        SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE ledger.transactions
        RESET (autovacuum_vacuum_insert_scale_factor, autovacuum_analyze_scale_factor)`);
  }
}
