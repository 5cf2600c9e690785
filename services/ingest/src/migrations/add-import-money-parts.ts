import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What became of the money of a NACHA file, by batch and file: null for imports of before, of which it was not noted. Accounting
 * advices are counted apart from zero-dollar entries, and records that belong to no entry apart from entries.
 */
export class AccountForMoneyRead1765600000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE ledger.import_totals ADD COLUMN parts jsonb;
      ALTER TABLE ledger.imports
        ADD COLUMN parts        jsonb,
        ADD COLUMN advice_count integer NOT NULL DEFAULT 0,
        ADD COLUMN orphan_count integer NOT NULL DEFAULT 0;
      UPDATE ledger.imports i SET zero_dollar_count = zero_dollar_count - a.advices, advice_count = a.advices
        FROM (SELECT import_id, count(*) AS advices FROM ledger.transactions
               WHERE entry_kind = 'zero_dollar' AND metadata ->> 'kind' = 'advice' GROUP BY 1) a
       WHERE a.import_id = i.id;
      UPDATE ledger.imports i SET orphan_count = r.orphans
        FROM (SELECT import_id, count(*) AS orphans FROM ledger.rejected_rows
               WHERE problem = 1 AND source !~ '^6' GROUP BY 1) r
       WHERE r.import_id = i.id AND i.file_kind = 'nacha'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE ledger.imports SET zero_dollar_count = zero_dollar_count + advice_count;
      ALTER TABLE ledger.imports DROP COLUMN parts, DROP COLUMN advice_count, DROP COLUMN orphan_count;
      ALTER TABLE ledger.import_totals DROP COLUMN parts`);
  }
}
