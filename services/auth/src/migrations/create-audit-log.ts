import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The audit log. The service's role may insert events and seals and read them, never change or delete them (owners.ts,
 * append-only); only `expire_audit_month` removes, and only whole sealed months older than the retention. The head is
 * the one row that moves: it says how far the chain goes, so that cutting off its end is seen.
 */
export class CreateAuditLog1763700000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE auth.users ADD failures_since_login integer NOT NULL DEFAULT 0;

      CREATE TABLE auth.audit_events (
        seq           bigint PRIMARY KEY,
        id            uuid NOT NULL UNIQUE,
        at            timestamptz NOT NULL,
        recorded_at   timestamptz NOT NULL,
        actor_id      integer,
        actor_name    text NOT NULL,
        actor_role    text NOT NULL,
        address       text,
        request_id    text,
        action        text NOT NULL,
        subject_type  text NOT NULL,
        subject_id    text,
        subject_label text,
        detail        jsonb NOT NULL,
        previous_hash text NOT NULL,
        key_id        text NOT NULL,
        hash          text NOT NULL,
        -- What our programs cannot read would hide behind their errors: numbers they have, years of four digits.
        CONSTRAINT audit_events_readable CHECK (
          seq <= 9007199254740991
          AND at BETWEEN '1000-01-01 00:00+00' AND '9999-12-31 00:00+00'
          AND recorded_at BETWEEN '1000-01-01 00:00+00' AND '9999-12-31 00:00+00')
      );
      CREATE INDEX audit_events_at ON auth.audit_events (at);
      CREATE INDEX audit_events_actor ON auth.audit_events (actor_id, seq);
      CREATE INDEX audit_events_subject ON auth.audit_events (subject_type, subject_id, seq);
      CREATE INDEX audit_events_action ON auth.audit_events (action, seq);

      CREATE TABLE auth.audit_head (
        id     boolean PRIMARY KEY DEFAULT true CHECK (id),
        seq    bigint NOT NULL,
        hash   text NOT NULL,
        recorded_at timestamptz NOT NULL,
        key_id text NOT NULL,
        mac    text NOT NULL
      );

      CREATE TABLE auth.audit_seals (
        month         date PRIMARY KEY CHECK (extract(day FROM month) = 1),
        first_seq     bigint NOT NULL,
        last_seq      bigint NOT NULL,
        events        bigint NOT NULL CHECK (events = last_seq - first_seq + 1),
        previous_hash text NOT NULL,
        last_hash     text NOT NULL,
        sealed_at     timestamptz NOT NULL,
        -- Digest of the seal before it, so that a new seal vouches for older ones whose key has been retired.
        previous_seal text NOT NULL,
        key_id        text NOT NULL,
        mac           text NOT NULL
      );

      CREATE TABLE auth.audit_expiries (
        month      date PRIMARY KEY REFERENCES auth.audit_seals,
        expired_at timestamptz NOT NULL DEFAULT now()
      );

      -- The only way events leave. It runs with its owner's rights, so it checks everything itself: oldest month first,
      -- sealed, older than a year, of that month alone, and as many as were sealed. A clock that runs ahead for an hour
      -- makes every month old: the log itself must have gone on for twelve.
      CREATE FUNCTION auth.expire_audit_month(which date) RETURNS bigint
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
      DECLARE
        sealed auth.audit_seals;
        deleted bigint;
      BEGIN
        SELECT * INTO sealed FROM auth.audit_seals WHERE month = which;
        IF NOT FOUND THEN RAISE EXCEPTION 'month % is not sealed', which; END IF;
        IF which + interval '13 months' > now() THEN
          RAISE EXCEPTION 'month % is not older than a year', which;
        END IF;
        IF EXISTS (SELECT 1 FROM auth.audit_events WHERE seq < sealed.first_seq) THEN
          RAISE EXCEPTION 'months before % have not expired yet', which;
        END IF;
        -- A seal is only as honest as whoever wrote it: it must not take newer events along.
        IF EXISTS (
          SELECT 1 FROM auth.audit_events
          WHERE seq BETWEEN sealed.first_seq AND sealed.last_seq
            AND (recorded_at < which OR recorded_at >= which + interval '1 month')
        ) THEN
          RAISE EXCEPTION 'the seal of % covers events of other months', which;
        END IF;
        IF (SELECT count(*) FROM auth.audit_seals WHERE month > which) < 12 THEN
          RAISE EXCEPTION 'month % is not followed by twelve sealed months', which;
        END IF;
        DELETE FROM auth.audit_events WHERE seq BETWEEN sealed.first_seq AND sealed.last_seq;
        GET DIAGNOSTICS deleted = ROW_COUNT;
        IF deleted <> sealed.events THEN
          RAISE EXCEPTION 'month % holds % events instead of %', which, deleted, sealed.events;
        END IF;
        INSERT INTO auth.audit_expiries (month) VALUES (which);
        RETURN deleted;
      END $$;
      REVOKE ALL ON FUNCTION auth.expire_audit_month FROM PUBLIC;

      -- Other services see which of their events have arrived, and nothing else.
      CREATE VIEW auth.recorded_audit_events AS SELECT id FROM auth.audit_events;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW auth.recorded_audit_events;
      DROP FUNCTION auth.expire_audit_month;
      DROP TABLE auth.audit_expiries, auth.audit_seals, auth.audit_head, auth.audit_events;
      ALTER TABLE auth.users DROP failures_since_login;
    `);
  }
}
