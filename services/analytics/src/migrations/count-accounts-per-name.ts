import { sqlMigration } from '@clearwatch/service-kit/database/sql-migration';

/**
 * Counts accounts once per name: in the row of each account, a new account rewrote the rows of all its namesakes with their
 * indexes. A missing name is '' with one account. `peer_steps` counts active members by the first digits of their figures.
 *
 * New names are added to their index in bulk, and searches are slow until the pending list is merged. Reading an index alone needs
 * vacuumed pages, and autovacuum by default waits for a fifth of all rows to change. Few accounts have two entries on a day,
 * but a sample of ten million shows too few accounts and leads to a million steps in an index.
 */
export const CountBearers = sqlMigration('CountBearers1764400000004', {
  up: `
      CREATE TABLE analytics.member_bearers (
        member_key text PRIMARY KEY,
        accounts   integer NOT NULL
      );
      INSERT INTO analytics.member_bearers (member_key, accounts)
      SELECT member_key, count(*) FROM analytics.member_figures WHERE member_key IS NOT NULL GROUP BY 1
      UNION ALL VALUES ('', 1);
      CREATE INDEX member_bearers_accounts ON analytics.member_bearers (accounts, member_key);

      ALTER TABLE analytics.member_figures DROP COLUMN account_count;
      DROP INDEX analytics.member_figures_key;
      UPDATE analytics.member_figures SET member_key = '' WHERE member_key IS NULL;
      ALTER TABLE analytics.member_figures ALTER member_key SET NOT NULL;
      CREATE INDEX member_figures_key ON analytics.member_figures (member_key, member_id);

      CREATE TABLE analytics.peer_steps (
        figure text NOT NULL,
        step   numeric(18,2) NOT NULL,
        peers  integer NOT NULL,
        PRIMARY KEY (figure, step)
      );
      INSERT INTO analytics.peer_steps (figure, step, peers)
      SELECT figure, trunc(value, 3 - length(trunc(value)::text)) AS step, count(*)
        FROM analytics.list_state, analytics.member_figures f,
             LATERAL (VALUES ('credits', f.credits), ('debits', f.debits), ('transactions', f.transactions)) AS v (figure, value)
       WHERE last_day >= as_of - 365
       GROUP BY 1, 2;

      -- Only the owner of an index may do this.
      CREATE FUNCTION analytics.complete_name_search() RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = ''
      AS $$ SELECT pg_catalog.gin_clean_pending_list('analytics.member_names_search'::pg_catalog.regclass) $$;
      ALTER TABLE analytics.member_figures SET (autovacuum_vacuum_scale_factor = 0.05,
        autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
      ALTER TABLE analytics.member_names SET (autovacuum_vacuum_scale_factor = 0.05,
        autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
      ALTER TABLE analytics.account_days ALTER account_number SET (n_distinct = -0.1);
    `,
  down: `
      ALTER TABLE analytics.account_days ALTER account_number RESET (n_distinct);
      ALTER TABLE analytics.member_names RESET (autovacuum_vacuum_scale_factor,
        autovacuum_vacuum_insert_scale_factor, autovacuum_analyze_scale_factor);
      ALTER TABLE analytics.member_figures RESET (autovacuum_vacuum_scale_factor,
        autovacuum_vacuum_insert_scale_factor, autovacuum_analyze_scale_factor);
      DROP FUNCTION analytics.complete_name_search;
      DROP TABLE analytics.peer_steps;
      DROP INDEX analytics.member_figures_key;
      ALTER TABLE analytics.member_figures ALTER member_key DROP NOT NULL;
      UPDATE analytics.member_figures SET member_key = NULL WHERE member_key = '';
      CREATE INDEX member_figures_key ON analytics.member_figures (member_key);
      ALTER TABLE analytics.member_figures ADD COLUMN account_count integer NOT NULL DEFAULT 1;
      UPDATE analytics.member_figures f SET account_count = b.accounts
        FROM analytics.member_bearers b WHERE b.member_key = f.member_key;
      CREATE INDEX member_figures_accounts ON analytics.member_figures (account_count, member_id);
      DROP TABLE analytics.member_bearers;
    `,
});
