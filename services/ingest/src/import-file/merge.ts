import { integerOf, type Row } from '@clearwatch/service-kit/database/row';
import type { Client } from 'pg';

export interface MergeCounts {
  stored: number;
  /** Rows of the file that the ledger already had, or that the file holds twice under one trace number. */
  duplicates: number;
  rejected: number;
  /** Accounts that got at least one new entry. */
  members: number;
}

/**
 * Equal rows without a trace number can be real twins: the n-th of them in the file gets the n-th identity
 * (`occurrenceHash` of the domain computes the same).
 */
const TELL_TWINS_APART = `
  UPDATE staged SET transaction_hash = md5(staged.transaction_hash::text || ':' || twin.occurrence)::uuid
  FROM (SELECT row_number, row_number() OVER (PARTITION BY transaction_hash ORDER BY row_number) AS occurrence
        FROM staged WHERE NOT has_trace) twin
  WHERE twin.occurrence > 1 AND twin.row_number = staged.row_number`;

const CREATE_TOUCHED = `
  CREATE TEMPORARY TABLE touched (
    account_number text PRIMARY KEY, credits numeric(18,2), debits numeric(18,2),
    entries integer, last_activity_date date
  ) ON COMMIT DROP`;

/**
 * The order is the same in every import, so that two imports of the same entries wait for one another instead of
 * locking each other up (40P01). Totals come from what was really inserted: nothing is counted twice.
 */
const INSERT_NEW = `
  WITH inserted AS (
    INSERT INTO ledger.transactions (
      import_id, line, company, last_name, first_name, middle_initial, account_number, original_account,
      transaction_code, amount, transaction_type, entry_kind, check_tracer_number, addenda, batch,
      settlement_date, effective_date, posting_date, posting_minute, entry_description, class, metadata,
      transaction_hash)
    SELECT $1::bigint, line, company, last_name, first_name, middle_initial, account_number, original_account,
      transaction_code, amount, transaction_type, entry_kind, check_tracer_number, addenda, batch,
      settlement_date, effective_date, posting_date, posting_minute, entry_description, class, metadata,
      transaction_hash
    FROM staged WHERE problems IS NULL
    ORDER BY transaction_hash, row_number
    ON CONFLICT (transaction_hash) DO NOTHING
    RETURNING account_number, amount, transaction_type, entry_kind, event_date
  )
  INSERT INTO touched
  SELECT account_number,
    coalesce(sum(amount) FILTER (WHERE transaction_type = 'Credit' AND entry_kind = 'money'), 0),
    coalesce(sum(amount) FILTER (WHERE transaction_type = 'Debit' AND entry_kind = 'money'), 0),
    count(*), max(event_date)
  FROM inserted GROUP BY account_number`;

/**
 * A member's name, company and original account are those of its newest entry (of equally new ones the last in the
 * file), whatever order the files come in. `pick` packs the day and the row into one number: its maximum names the row.
 */
const UPSERT_MEMBERS = `
  WITH newest AS (
    SELECT account_number, max(
      (coalesce(coalesce(posting_date, settlement_date, effective_date) - DATE '1970-01-01', -1) + 1)::bigint
        * 2147483648 + row_number) AS pick
    FROM staged WHERE problems IS NULL GROUP BY account_number
  )
  INSERT INTO ledger.members AS member (
    company, last_name, first_name, middle_initial, account_number, original_account, account_numbers, member_key,
    total_credits, total_debits, transaction_count, last_activity_date)
  SELECT s.company, s.last_name, s.first_name, s.middle_initial, t.account_number, s.original_account,
    CASE WHEN s.original_account = t.account_number OR s.original_account = '' THEN ARRAY[t.account_number]
         ELSE ARRAY[t.account_number, s.original_account] END,
    s.member_key, t.credits, t.debits, t.entries, t.last_activity_date
  FROM touched t
  JOIN newest n USING (account_number)
  JOIN staged s ON s.row_number = (n.pick & 2147483647)::integer
  ORDER BY t.account_number
  ON CONFLICT (account_number) DO UPDATE SET
    (company, last_name, first_name, middle_initial, original_account, member_key) = (
      SELECT company, last_name, first_name, middle_initial, original_account, member_key
      FROM (VALUES
        (true, member.company, member.last_name, member.first_name, member.middle_initial, member.original_account,
         member.member_key),
        (false, EXCLUDED.company, EXCLUDED.last_name, EXCLUDED.first_name, EXCLUDED.middle_initial,
         EXCLUDED.original_account, EXCLUDED.member_key)
      ) AS choice (keep, company, last_name, first_name, middle_initial, original_account, member_key)
      WHERE keep = (coalesce(EXCLUDED.last_activity_date, '-infinity')
                    < coalesce(member.last_activity_date, '-infinity'))),
    account_numbers = CASE WHEN member.account_numbers @> EXCLUDED.account_numbers THEN member.account_numbers
                           ELSE member.account_numbers || EXCLUDED.original_account END,
    total_credits = member.total_credits + EXCLUDED.total_credits,
    total_debits = member.total_debits + EXCLUDED.total_debits,
    transaction_count = member.transaction_count + EXCLUDED.transaction_count,
    last_activity_date = greatest(member.last_activity_date, EXCLUDED.last_activity_date),
    updated_at = now()`;

const KEEP_REJECTS = `
  INSERT INTO ledger.rejected_rows (import_id, row_number, problem, line, field, value, reason)
  SELECT $1::bigint, s.row_number, p.ordinality, s.line, p.problem ->> 'field', p.problem ->> 'value', p.problem ->> 'reason'
  FROM staged s CROSS JOIN LATERAL jsonb_array_elements(s.problems) WITH ORDINALITY AS p (problem, ordinality)
  WHERE s.problems IS NOT NULL`;

const COUNT = `
  SELECT (SELECT count(*) FROM staged) AS rows,
         (SELECT count(*) FROM staged WHERE problems IS NOT NULL) AS rejected,
         (SELECT coalesce(sum(entries), 0) FROM touched) AS stored,
         (SELECT count(*) FROM touched) AS members`;

/**
 * Merges the staged rows into the ledger by a handful of set-based statements inside the caller's transaction.
 * Running it for rows that are already there changes nothing.
 */
export async function merge(client: Client, importId: number): Promise<MergeCounts> {
  // Nobody analyses temporary tables; without figures the planner expects a handful of rows.
  await client.query('ANALYZE staged (row_number, account_number, problems, has_trace)');
  await client.query(TELL_TWINS_APART);
  await client.query(CREATE_TOUCHED);
  await client.query(INSERT_NEW, [importId]);
  await client.query(UPSERT_MEMBERS);
  await client.query(KEEP_REJECTS, [importId]);
  const [counts = {}] = (await client.query<Row>(COUNT)).rows;
  const stored = integerOf(counts, 'stored');
  const rejected = integerOf(counts, 'rejected');
  return {
    stored,
    rejected,
    duplicates: integerOf(counts, 'rows') - rejected - stored,
    members: integerOf(counts, 'members'),
  };
}
