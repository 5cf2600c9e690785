import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = [
  'streams_company',
  'first_names_text',
  'last_names_text',
  'descriptions_text',
  'addenda_text',
];

/**
 * Texts are written into their indexes in bulk, which leaves a list of those that are not in them yet: every search would look
 * through megabytes of it. Only the owner of an index may complete it.
 */
export class CompleteSearchTexts1764700000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION reports.complete_search_texts() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = ''
      AS $$ ${INDEXES.map((index) => `SELECT pg_catalog.gin_clean_pending_list('reports.search_${index}'::pg_catalog.regclass);`).join(' ')} $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION reports.complete_search_texts');
  }
}
