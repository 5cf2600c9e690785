/** Assignments, decisions and their history, suppressions, backtests, full analyses, and the hash chain of alerts. */
export const CREATE_ALERT_REVIEW = /* cspell:ignore tryout */ `
      ALTER TABLE analytics.unusual_activities
        ADD COLUMN assignee_id   integer,
        ADD COLUMN assignee_name text,
        ADD COLUMN locked_until  timestamptz,
        ADD CONSTRAINT unusual_activities_assignee CHECK ((assignee_id IS NULL) = (assignee_name IS NULL)),
        ADD CONSTRAINT unusual_activities_lock CHECK (locked_until IS NULL OR assignee_id IS NOT NULL);
      -- Who works on an alert changes many times a day and is nothing that lists of members and companies show.
      CREATE FUNCTION analytics.note_altered_alerts() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO analytics.changed_alerts (alert_id, account_number)
        SELECT changed.id, changed.account_number FROM changed JOIN before USING (id)
         WHERE (changed.activity_type, changed.account_number, changed.activity_date, changed.risk_level, changed.reviewed,
                changed.review_outcome, changed.evidence)
               IS DISTINCT FROM
               (before.activity_type, before.account_number, before.activity_date, before.risk_level, before.reviewed,
                before.review_outcome, before.evidence);
        RETURN NULL;
      END $$;
      DROP TRIGGER alerts_changed ON analytics.unusual_activities;
      CREATE TRIGGER alerts_changed AFTER UPDATE ON analytics.unusual_activities
        REFERENCING OLD TABLE AS before NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION analytics.note_altered_alerts();
      CREATE INDEX unusual_activities_assigned ON analytics.unusual_activities (assignee_id) WHERE assignee_id IS NOT NULL;
      -- Reports that are due: suspicious and escalated alerts by the day they were detected.
      CREATE INDEX unusual_activities_reportable ON analytics.unusual_activities (created_at)
        WHERE review_outcome IN ('suspicious', 'escalated');
      -- The order in which open alerts are handed out: the riskiest first, of these what has waited longest.
      CREATE INDEX unusual_activities_queue ON analytics.unusual_activities
        ((CASE risk_level WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END), activity_date, id) WHERE NOT reviewed;
      -- Counts and totals are read from it alone: rows are wide, for evidence lies in them.
      CREATE INDEX unusual_activities_counted ON analytics.unusual_activities (reviewed, risk_level, activity_type);
      CREATE INDEX unusual_activities_day ON analytics.unusual_activities (activity_date, id);
      CREATE INDEX unusual_activities_described ON analytics.unusual_activities
        USING gin (analytics.folded(description) public.gin_trgm_ops);

      CREATE TABLE analytics.alert_steps (
        id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        alert_id bigint NOT NULL REFERENCES analytics.unusual_activities ON DELETE CASCADE,
        step     text NOT NULL CHECK (step IN ('reviewed', 'reopened', 'assigned', 'released')),
        at       timestamptz NOT NULL DEFAULT now(),
        by_id    integer NOT NULL,
        by_name  text NOT NULL,
        outcome  text CHECK (outcome IN ('false_positive', 'explained', 'suspicious', 'escalated')),
        note     text
      );
      CREATE INDEX alert_steps_alert ON analytics.alert_steps (alert_id, id);
      INSERT INTO analytics.alert_steps (alert_id, step, at, by_id, by_name, outcome, note)
      SELECT id, 'reviewed', reviewed_at, reviewed_by, reviewed_by_name, review_outcome, review_note
        FROM analytics.unusual_activities
       WHERE reviewed AND reviewed_at IS NOT NULL AND reviewed_by IS NOT NULL AND reviewed_by_name IS NOT NULL
       ORDER BY reviewed_at, id;

      -- Every alert that is raised, grows, is revised or goes leaves a link; each link holds the hash of the one before.
      CREATE TABLE analytics.alert_links (
        position bigint PRIMARY KEY CHECK (position > 0),
        alert_id bigint NOT NULL,
        event    text NOT NULL CHECK (event IN ('raised', 'grown', 'revised', 'removed')),
        digest   bytea NOT NULL CHECK (length(digest) = 32),
        previous bytea NOT NULL CHECK (length(previous) = 32),
        hash     bytea NOT NULL CHECK (length(hash) = 32),
        at       timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX alert_links_alert ON analytics.alert_links (alert_id, position);

      -- What an alert froze when it was raised or last changed, reviews left out: those are in the audit log.
      CREATE FUNCTION analytics.alert_digest(alert analytics.unusual_activities) RETURNS bytea LANGUAGE sql STABLE
      RETURN sha256(convert_to(jsonb_build_array('clearwatch alert 1', alert.activity_type, alert.account_number,
        alert.transaction_id, alert.activity_date, alert.amount, alert.percentage_change, alert.risk_level,
        alert.description, alert.evidence, alert.rule_version, alert.policy_version, alert.run_id,
        (extract(epoch FROM alert.created_at) * 1000000)::bigint)::text, 'UTF8'));
      CREATE FUNCTION analytics.alert_link_hash(previous bytea, "position" bigint, alert_id bigint, event text, digest bytea,
        at timestamptz) RETURNS bytea LANGUAGE sql STABLE
      RETURN sha256(previous || int8send("position") || int8send(alert_id) || convert_to(event, 'UTF8') || digest
        || int8send((extract(epoch FROM at) * 1000000)::bigint));
      -- Appends a link for each of these alerts, in the order of the array. The caller holds the writers' lock.
      CREATE FUNCTION analytics.append_alert_links(ids bigint[], event text) RETURNS bigint LANGUAGE sql VOLATILE AS $$
        WITH RECURSIVE wanted AS (
          SELECT row_number() OVER (ORDER BY w.n) AS n, a.id, analytics.alert_digest(a) AS digest
            FROM unnest($1) WITH ORDINALITY AS w (id, n) JOIN analytics.unusual_activities a ON a.id = w.id),
        newest AS (SELECT position, hash FROM analytics.alert_links ORDER BY position DESC LIMIT 1),
        chain (n, position, alert_id, digest, previous, hash) AS (
          SELECT 0::bigint, coalesce((SELECT position FROM newest), 0), NULL::bigint, NULL::bytea, NULL::bytea,
                 coalesce((SELECT hash FROM newest), decode(repeat('00', 32), 'hex'))
           UNION ALL
          SELECT w.n, c.position + 1, w.id, w.digest, c.hash,
                 analytics.alert_link_hash(c.hash, c.position + 1, w.id, $2, w.digest, now())
            FROM chain c JOIN wanted w ON w.n = c.n + 1),
        added AS (
          INSERT INTO analytics.alert_links (position, alert_id, event, digest, previous, hash, at)
          SELECT position, alert_id, $2, digest, previous, hash, now() FROM chain WHERE n > 0 ORDER BY n
          RETURNING 1)
        SELECT count(*) FROM added
      $$;
      -- Alerts from before there was a chain: they are what they are now.
      SELECT analytics.append_alert_links(array_agg(id ORDER BY id), 'raised') FROM analytics.unusual_activities;

      -- What the institution lent to the analysis of members when an analysis was last listed: whom a company concerns
      -- whose standing has changed since is looked at again.
      CREATE TABLE analytics.company_standings (
        company_key       text PRIMARY KEY,
        accounts          integer NOT NULL,
        first_day         date,
        arrival_span_days integer NOT NULL,
        active_months     integer NOT NULL,
        debited_accounts  integer NOT NULL,
        debited_at_once   integer NOT NULL,
        is_known          boolean NOT NULL,
        is_spray          boolean NOT NULL
      );
      CREATE TABLE analytics.institution_standing (
        only_row         boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        ledger_first_day date
      );

      -- A shard is read member by member in this order: the first ones come while the others are still being fetched.
      CREATE INDEX detection_targets_members ON analytics.detection_targets (run_id, shard, group_key, account_number);

      ALTER TABLE analytics.detection_runs
        ADD COLUMN requested_by      integer,
        ADD COLUMN requested_by_name text,
        ADD COLUMN try_out_body      jsonb,
        ADD COLUMN suppressed        integer NOT NULL DEFAULT 0,
        DROP CONSTRAINT detection_runs_kind_check,
        ADD CONSTRAINT detection_runs_kind_check CHECK (kind IN ('import', 'undo', 'full', 'tryout')),
        ADD CONSTRAINT detection_runs_try_out CHECK ((kind = 'tryout') = (try_out_body IS NOT NULL));
      -- Two who ask for an analysis of everybody at once ask for one.
      CREATE UNIQUE INDEX detection_runs_one_full ON analytics.detection_runs (kind)
        WHERE kind = 'full' AND state <> 'finished';

      CREATE TABLE analytics.try_out_counts (
        run_id              bigint NOT NULL REFERENCES analytics.detection_runs ON DELETE CASCADE,
        shard               integer NOT NULL,
        activity_type       text NOT NULL,
        now                 integer NOT NULL,
        candidate           integer NOT NULL,
        gained              integer NOT NULL,
        lost                integer NOT NULL,
        lost_suspicious     integer NOT NULL,
        lost_false_positive integer NOT NULL,
        PRIMARY KEY (run_id, shard, activity_type)
      );
      CREATE TABLE analytics.try_out_alerts (
        run_id         bigint NOT NULL REFERENCES analytics.detection_runs ON DELETE CASCADE,
        shard          integer NOT NULL,
        sample         text NOT NULL CHECK (sample IN ('gained', 'lost', 'below_the_line')),
        activity_type  text NOT NULL,
        account_number text NOT NULL,
        transaction_id bigint NOT NULL,
        activity_date  date NOT NULL,
        amount         numeric(18,2) NOT NULL,
        risk_level     text NOT NULL,
        description    text NOT NULL,
        outcome        text,
        -- Drawn from what the alert is about: the smallest of each rule make an even sample, whatever the shards.
        lot            bigint NOT NULL,
        PRIMARY KEY (run_id, sample, activity_type, account_number, transaction_id)
      );

      CREATE TABLE analytics.suppressions (
        id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        account_number  text NOT NULL,
        activity_type   text NOT NULL,
        until           date NOT NULL,
        reason          text NOT NULL,
        created_by      integer NOT NULL,
        created_by_name text NOT NULL,
        created_at      timestamptz NOT NULL DEFAULT now(),
        lifted_by_name  text,
        lifted_at       timestamptz,
        CHECK ((lifted_at IS NULL) = (lifted_by_name IS NULL))
      );
      -- Not unique: one that has run out stays beside its successor. Who adds one sees to it that one is in force.
      CREATE INDEX suppressions_account ON analytics.suppressions (account_number, activity_type);
    `;
