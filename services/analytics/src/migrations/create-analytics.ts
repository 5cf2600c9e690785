/**
 * Rollups, detection runs, alerts. Entries without any date are rolled up under the day '-infinity': no period
 * contains it, and the sum over all days still equals the ledger.
 */
export const CREATE_ANALYTICS = `
      CREATE TABLE analytics.projected_imports (
        import_id    bigint PRIMARY KEY,
        entries      integer NOT NULL,
        projected_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE analytics.ledger_state (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        version  bigint NOT NULL
      );
      INSERT INTO analytics.ledger_state (version) VALUES (0);

      CREATE TABLE analytics.ledger_days (
        day          date PRIMARY KEY,
        credits      numeric(18,2) NOT NULL,
        debits       numeric(18,2) NOT NULL,
        credit_count integer NOT NULL,
        debit_count  integer NOT NULL,
        entries      integer NOT NULL
      );

      CREATE TABLE analytics.account_days (
        account_number text NOT NULL,
        day            date NOT NULL,
        credits        numeric(18,2) NOT NULL,
        debits         numeric(18,2) NOT NULL,
        credit_count   integer NOT NULL,
        debit_count    integer NOT NULL,
        entries        integer NOT NULL,
        PRIMARY KEY (account_number, day)
      );
      CREATE INDEX account_days_day ON analytics.account_days USING brin (day) WITH (pages_per_range = 32, autosummarize = on);

      CREATE TABLE analytics.company_days (
        company      text NOT NULL,
        day          date NOT NULL,
        credits      numeric(18,2) NOT NULL,
        debits       numeric(18,2) NOT NULL,
        credit_count integer NOT NULL,
        debit_count  integer NOT NULL,
        entries      integer NOT NULL,
        PRIMARY KEY (company, day)
      );

      CREATE TABLE analytics.company_accounts (
        company        text NOT NULL,
        account_number text NOT NULL,
        first_day      date,
        last_day       date,
        entries        integer NOT NULL,
        PRIMARY KEY (company, account_number)
      );

      CREATE TABLE analytics.figures (
        name           text PRIMARY KEY,
        ledger_version bigint NOT NULL,
        today          date NOT NULL,
        body           jsonb NOT NULL,
        computed_at    timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE analytics.detection_policies (
        version    integer PRIMARY KEY,
        body       jsonb NOT NULL,
        reason     text NOT NULL,
        created_by text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE analytics.detection_runs (
        id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        kind             text NOT NULL CHECK (kind IN ('import', 'full')),
        import_id        bigint UNIQUE,
        policy_version   integer NOT NULL REFERENCES analytics.detection_policies,
        state            text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'finished')),
        alerts_generated integer NOT NULL DEFAULT 0,
        created_at       timestamptz NOT NULL DEFAULT now(),
        finished_at      timestamptz,
        CHECK ((kind = 'import') = (import_id IS NOT NULL))
      );
      CREATE INDEX detection_runs_open ON analytics.detection_runs (id) WHERE state <> 'finished';

      CREATE TABLE analytics.detection_shards (
        run_id      bigint NOT NULL REFERENCES analytics.detection_runs ON DELETE CASCADE,
        shard       integer NOT NULL,
        shards      integer NOT NULL,
        finished_at timestamptz,
        PRIMARY KEY (run_id, shard)
      );

      -- Which accounts a shard reads, decided once: a shard that is done again after a kill reads the same ones.
      CREATE TABLE analytics.detection_targets (
        run_id         bigint NOT NULL,
        shard          integer NOT NULL,
        account_number text NOT NULL,
        group_key      text NOT NULL,
        member_key     text,
        PRIMARY KEY (run_id, shard, account_number),
        FOREIGN KEY (run_id, shard) REFERENCES analytics.detection_shards ON DELETE CASCADE
      );

      CREATE TABLE analytics.unusual_activities (
        id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        activity_type     text NOT NULL,
        account_number    text NOT NULL,
        transaction_id    bigint NOT NULL,
        activity_date     date NOT NULL,
        amount            numeric(18,2) NOT NULL CHECK (amount <> 'NaN'),
        percentage_change numeric(5,2) CHECK (percentage_change <> 'NaN'),
        risk_level        text NOT NULL DEFAULT 'low' CHECK (risk_level IN ('low', 'medium', 'high')),
        description       text NOT NULL,
        evidence          jsonb NOT NULL,
        rule_version      integer NOT NULL,
        policy_version    integer NOT NULL,
        run_id            bigint REFERENCES analytics.detection_runs,
        reviewed          boolean NOT NULL DEFAULT false,
        review_outcome    text CHECK (review_outcome IN ('false_positive', 'explained', 'suspicious', 'escalated')),
        review_note       text,
        reviewed_by       integer,
        reviewed_by_name  text,
        reviewed_at       timestamptz,
        created_at        timestamptz NOT NULL DEFAULT now(),
        UNIQUE (activity_type, account_number, transaction_id)
      );
      CREATE INDEX unusual_activities_account ON analytics.unusual_activities (account_number, activity_type);
      -- The order in which alerts are worked: open ones first, the riskiest first, the newest first.
      CREATE INDEX unusual_activities_worklist ON analytics.unusual_activities
        (reviewed, (CASE risk_level WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END), activity_date DESC, id DESC);
      CREATE INDEX unusual_activities_open ON analytics.unusual_activities (risk_level) WHERE NOT reviewed;
    `;
