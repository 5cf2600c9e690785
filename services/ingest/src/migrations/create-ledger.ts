/**
 * The ledger. `numeric(12,2)` accepts NaN, so money columns exclude it. Totals are wider than entries, so that large
 * entries do not overflow a member's totals and fail the import. `transactions.import_id` is not a foreign key:
 * checking a million equal references costs as much as an index.
 */
export const CREATE_LEDGER = `
      CREATE TYPE ledger.transaction_type AS ENUM ('Credit', 'Debit');
      CREATE TYPE ledger.entry_kind AS ENUM ('money', 'zero_dollar', 'prenote', 'notification_of_change', 'return');

      CREATE TABLE ledger.imports (
        id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        file_name         text NOT NULL,
        file_size         bigint NOT NULL,
        digest            text NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'),
        state             text NOT NULL CHECK (state IN ('received', 'importing', 'stored', 'failed')),
        uploaded_by       integer,
        uploaded_by_name  text NOT NULL,
        attempt           uuid,
        bytes_read        bigint NOT NULL DEFAULT 0,
        transaction_count integer NOT NULL DEFAULT 0,
        member_count      integer NOT NULL DEFAULT 0,
        duplicate_count   integer NOT NULL DEFAULT 0,
        rejected_count    integer NOT NULL DEFAULT 0,
        failure_code      text,
        failure           text,
        created_at        timestamptz NOT NULL DEFAULT now(),
        started_at        timestamptz,
        progress_at       timestamptz,
        finished_at       timestamptz
      );
      CREATE INDEX imports_open ON ledger.imports (id) WHERE state IN ('received', 'importing', 'stored');

      CREATE TABLE ledger.rejected_rows (
        import_id  bigint NOT NULL REFERENCES ledger.imports ON DELETE CASCADE,
        row_number integer NOT NULL,
        problem    smallint NOT NULL,
        line       integer NOT NULL,
        field      text NOT NULL,
        value      text NOT NULL,
        reason     text NOT NULL,
        PRIMARY KEY (import_id, row_number, problem)
      );

      CREATE TABLE ledger.transactions (
        id                  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        import_id           bigint NOT NULL,
        line                integer NOT NULL,
        company             text NOT NULL,
        last_name           text NOT NULL,
        first_name          text NOT NULL,
        middle_initial      text,
        account_number      text NOT NULL,
        original_account    text NOT NULL,
        transaction_code    text NOT NULL,
        amount              numeric(12,2) NOT NULL CHECK (amount <> 'NaN' AND amount >= 0),
        transaction_type    ledger.transaction_type NOT NULL,
        entry_kind          ledger.entry_kind NOT NULL,
        check_tracer_number text,
        addenda             text,
        batch               text,
        settlement_date     date,
        effective_date      date,
        posting_date        date,
        posting_minute      smallint CHECK (posting_minute BETWEEN 0 AND 1439),
        event_date          date GENERATED ALWAYS AS (coalesce(posting_date, settlement_date, effective_date)) STORED,
        entry_description   text,
        class               text,
        metadata            jsonb,
        transaction_hash    uuid NOT NULL,
        created_at          timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX transactions_hash ON ledger.transactions (transaction_hash);
      CREATE INDEX transactions_account ON ledger.transactions (account_number, event_date);
      -- An import's rows lie together on disk: a block range index finds them at almost no cost.
      CREATE INDEX transactions_import ON ledger.transactions USING brin (import_id) WITH (pages_per_range = 16, autosummarize = on);

      CREATE TABLE ledger.members (
        id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        company            text NOT NULL,
        last_name          text NOT NULL,
        first_name         text NOT NULL,
        middle_initial     text,
        account_number     text NOT NULL UNIQUE,
        original_account   text NOT NULL,
        account_numbers    text[] NOT NULL,
        member_key         text,
        total_credits      numeric(18,2) NOT NULL DEFAULT 0 CHECK (total_credits <> 'NaN'),
        total_debits       numeric(18,2) NOT NULL DEFAULT 0 CHECK (total_debits <> 'NaN'),
        transaction_count  integer NOT NULL DEFAULT 0,
        last_activity_date date,
        created_at         timestamptz NOT NULL DEFAULT now(),
        updated_at         timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX members_key ON ledger.members (member_key);
    `;
