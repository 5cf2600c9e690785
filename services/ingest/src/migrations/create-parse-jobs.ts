import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Documents on their way into the ledger (spec "parse_jobs"), and the rows read in them. A row is in the ledger by way of an
 * import like any other: taking that import back sets its rows free again.
 */
export class CreateParseJobs1764900000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE ledger.parse_jobs (
        id                  integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        job_id              uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
        llama_parse_job_id  text,
        file_name           text NOT NULL CHECK (file_name ~ '^[0-9a-f]{64}$'),
        original_file_name  text NOT NULL,
        file_size           integer NOT NULL,
        mime_type           text NOT NULL,
        status              text NOT NULL DEFAULT 'pending'
          CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
        extractor           text NOT NULL CHECK (extractor IN ('local', 'llama_cloud')),
        extraction_agent_id text,
        result_data         jsonb,
        error_message       text,
        pages               integer,
        pages_done          integer NOT NULL DEFAULT 0,
        attempt             uuid,
        uploaded_by         integer,
        uploaded_by_name    text NOT NULL,
        created_at          timestamptz NOT NULL DEFAULT now(),
        progress_at         timestamptz,
        completed_at        timestamptz
      );
      CREATE INDEX parse_jobs_newest ON ledger.parse_jobs (created_at DESC);
      CREATE INDEX parse_jobs_open ON ledger.parse_jobs (id) WHERE status IN ('pending', 'processing');

      CREATE TABLE ledger.parsed_rows (
        parse_job_id integer NOT NULL REFERENCES ledger.parse_jobs ON DELETE CASCADE,
        row_number   integer NOT NULL,
        table_number integer NOT NULL,
        page         integer NOT NULL,
        state        text NOT NULL CHECK (state IN ('ready', 'held', 'accepted', 'discarded')),
        cells        jsonb NOT NULL,
        box          jsonb,
        doubts       jsonb NOT NULL DEFAULT '[]',
        decided_by   integer,
        decided_by_name text,
        decided_at   timestamptz,
        import_id    bigint REFERENCES ledger.imports ON DELETE SET NULL,
        PRIMARY KEY (parse_job_id, row_number)
      );
      CREATE INDEX parsed_rows_import ON ledger.parsed_rows (import_id) WHERE import_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE ledger.parsed_rows; DROP TABLE ledger.parse_jobs;');
  }
}
