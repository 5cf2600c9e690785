const isMoney = (type: string) => `FILTER (WHERE entry_kind = 'money' AND transaction_type = '${type}')`;
const PROJECTED = 'SELECT import_id FROM analytics.projected_imports';

/**
 * A narrow row per account and per company for the lists, refreshed from the daily rollups (`list-figures/`). The
 * `changed_…` tables list the rows to refresh. Triggers record changed alerts, so the code that writes alerts need not.
 */
export const CREATE_LIST_FIGURES = `
      CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;
      CREATE FUNCTION analytics.folded(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
      RETURN lower(regexp_replace(normalize(value, NFKD), '[\\u0300-\\u036f]', '', 'g'));
      -- The pattern of texts that hold this one, whose own signs are no pattern.
      CREATE FUNCTION analytics.containing(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
      RETURN '%' || regexp_replace(analytics.folded(value), '([\\\\%_])', '\\\\\\1', 'g') || '%';

      ALTER TABLE analytics.company_accounts
        ADD COLUMN credits      numeric(18,2) NOT NULL DEFAULT 0,
        ADD COLUMN debits       numeric(18,2) NOT NULL DEFAULT 0,
        ADD COLUMN credit_count integer NOT NULL DEFAULT 0,
        ADD COLUMN debit_count  integer NOT NULL DEFAULT 0,
        ADD COLUMN first_debit  date;
      UPDATE analytics.company_accounts kept
         SET credits = t.credits, debits = t.debits, credit_count = t.credit_count, debit_count = t.debit_count,
             first_debit = t.first_debit
        FROM (SELECT company, account_number, coalesce(sum(amount) ${isMoney('Credit')}, 0) AS credits,
                     coalesce(sum(amount) ${isMoney('Debit')}, 0) AS debits, count(*) ${isMoney('Credit')} AS credit_count,
                     count(*) ${isMoney('Debit')} AS debit_count, min(event_date) ${isMoney('Debit')} AS first_debit
                FROM ledger.transactions WHERE import_id IN (${PROJECTED}) GROUP BY 1, 2) t
       WHERE t.company = kept.company AND t.account_number = kept.account_number;
      CREATE INDEX company_accounts_account ON analytics.company_accounts (account_number);

      CREATE TABLE analytics.company_day_codes (
        company          text NOT NULL,
        day              date NOT NULL,
        transaction_code text NOT NULL,
        transaction_type text NOT NULL,
        transactions     integer NOT NULL,
        amount           numeric(18,2) NOT NULL,
        peak             numeric(12,2) NOT NULL,
        international    integer NOT NULL,
        PRIMARY KEY (company, day, transaction_code, transaction_type)
      );
      INSERT INTO analytics.company_day_codes
      SELECT company, coalesce(event_date, '-infinity'), transaction_code, transaction_type::text,
             count(*) FILTER (WHERE entry_kind = 'money'), coalesce(sum(amount) FILTER (WHERE entry_kind = 'money'), 0),
             coalesce(max(amount) FILTER (WHERE entry_kind = 'money'), 0), count(*) FILTER (WHERE class = 'IAT')
        FROM ledger.transactions WHERE import_id IN (${PROJECTED}) GROUP BY 1, 2, 3, 4;

      CREATE TABLE analytics.changed_accounts (account_number text NOT NULL);
      CREATE TABLE analytics.changed_companies (company text NOT NULL);
      CREATE TABLE analytics.changed_alerts (alert_id bigint NOT NULL, account_number text NOT NULL);

      CREATE FUNCTION analytics.note_changed_alerts() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO analytics.changed_alerts (alert_id, account_number) SELECT id, account_number FROM changed;
        RETURN NULL;
      END $$;
      CREATE TRIGGER alerts_added AFTER INSERT ON analytics.unusual_activities REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION analytics.note_changed_alerts();
      CREATE TRIGGER alerts_changed AFTER UPDATE ON analytics.unusual_activities REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION analytics.note_changed_alerts();
      CREATE TRIGGER alerts_removed AFTER DELETE ON analytics.unusual_activities REFERENCING OLD TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION analytics.note_changed_alerts();
      INSERT INTO analytics.changed_alerts (alert_id, account_number)
      SELECT id, account_number FROM analytics.unusual_activities;

      CREATE TABLE analytics.alert_companies (
        alert_id bigint NOT NULL,
        company  text NOT NULL,
        PRIMARY KEY (alert_id, company)
      );
      CREATE INDEX alert_companies_company ON analytics.alert_companies (company);

      CREATE TABLE analytics.list_state (
        only_row         boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        shape            integer NOT NULL,
        ledger_version   bigint NOT NULL,
        today            date NOT NULL,
        first_day        date,
        as_of            date,
        posts_on_weekends boolean NOT NULL,
        members          integer NOT NULL,
        active_this_year integer NOT NULL,
        credits          numeric(24,2) NOT NULL
      );

      -- Credits, debits and transactions are of the twelve months that end with as_of; risk is 0 low, 1 medium, 2 high.
      CREATE TABLE analytics.member_figures (
        account_number text PRIMARY KEY,
        member_id      bigint NOT NULL,
        member_key     text,
        sort_name      text NOT NULL,
        account_count  integer NOT NULL DEFAULT 1,
        credits        numeric(18,2) NOT NULL,
        debits         numeric(18,2) NOT NULL,
        debt_ratio     numeric NOT NULL,
        transactions   integer NOT NULL,
        last_day       date NOT NULL,
        risk           smallint NOT NULL DEFAULT 0
      );
      -- Apart from the figures: those change every day, and names hardly ever.
      CREATE TABLE analytics.member_names (
        account_number text PRIMARY KEY,
        search_text    text NOT NULL
      );
      CREATE INDEX member_names_search ON analytics.member_names USING gin (search_text public.gin_trgm_ops);
      CREATE UNIQUE INDEX member_figures_id ON analytics.member_figures (member_id);
      CREATE INDEX member_figures_key ON analytics.member_figures (member_key);
      CREATE INDEX member_figures_name ON analytics.member_figures (sort_name, member_id);
      CREATE INDEX member_figures_accounts ON analytics.member_figures (account_count, member_id);
      CREATE INDEX member_figures_credits ON analytics.member_figures (credits, member_id);
      CREATE INDEX member_figures_debits ON analytics.member_figures (debits, member_id);
      CREATE INDEX member_figures_ratio ON analytics.member_figures (debt_ratio, member_id);
      CREATE INDEX member_figures_transactions ON analytics.member_figures (transactions, member_id);
      CREATE INDEX member_figures_last_day ON analytics.member_figures (last_day, member_id);
      CREATE INDEX member_figures_risk ON analytics.member_figures (risk, member_id);

      -- Over all time. What only a company's own page shows is in details.
      CREATE TABLE analytics.company_figures (
        company      text PRIMARY KEY,
        sort_name    text NOT NULL,
        search_text  text NOT NULL,
        members      integer NOT NULL,
        transactions integer NOT NULL,
        credits      numeric(18,2) NOT NULL,
        debits       numeric(18,2) NOT NULL,
        score        smallint NOT NULL,
        risk         smallint NOT NULL,
        first_day    date,
        last_day     date NOT NULL,
        details      jsonb NOT NULL
      );
    `;
