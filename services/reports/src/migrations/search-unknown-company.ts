import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Companies that earlier versions read from descriptions are no longer in the ledger (ingest's `RecomputeIdentities`). What the
 * search keeps is made anew, import by import, as after an import; until then searches read the ledger itself.
 */
export class SearchUnknownCompany1765500000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const changed = (await runner.query(
      `SELECT 1 FROM ledger.transactions WHERE company = 'Unknown originator' LIMIT 1`,
    )) as unknown[];
    if (changed.length === 0) return;
    await runner.query(`
      TRUNCATE reports.search_imports, reports.search_entries, reports.search_days, reports.search_streams,
        reports.search_stream_days, reports.search_first_names, reports.search_last_names, reports.search_descriptions,
        reports.search_addenda, reports.search_batches`);
  }

  /** An earlier version keeps the same of the same ledger. */
  async down(): Promise<void> {}
}
