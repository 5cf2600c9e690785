import { accountNumbers, DAY, NAMING, NEWEST_NAME_FIRST, namesNewer } from './member-naming.sql.ts';
import { CREATE_MEMBER_KEYS } from './note-member-keys.ts';

/** The newest entry of each account and slice, which says how the holder is called; and what else an account is called. */
export const CREATE_HOLDERS = `
  CREATE TEMPORARY TABLE holders (
    account_number text, day date, import_id bigint, line integer, transaction_hash uuid, company text, last_name text,
    first_name text, middle_initial text, original_account text, member_key text
  ) ON COMMIT DROP;
  CREATE TEMPORARY TABLE other_numbers (account_number text, original_account text) ON COMMIT DROP;
  ${CREATE_MEMBER_KEYS}`;

/**
 * Entries that were copied straight into the ledger, as a source of holders. The ledger has no member keys: they are found
 * at the end, for those who are left.
 * @param isOwn whether an entry `t` is one of them
 */
export const ownHolders = (isOwn: string) => `(
  SELECT line, transaction_hash, company, last_name, first_name, middle_initial, account_number, original_account,
    posting_date, settlement_date, effective_date, NULL::text AS member_key
  FROM ledger.transactions t WHERE ${isOwn}) own`;

/** Each account's holder, of those that its slices had. */
export const PICK_HOLDERS = `
  CREATE TEMPORARY TABLE holder ON COMMIT DROP AS
  SELECT DISTINCT ON (account_number) * FROM holders ORDER BY account_number, ${NEWEST_NAME_FIRST};
  ANALYZE holder`;

export const KEYLESS_HOLDERS =
  'SELECT account_number, first_name, last_name FROM holder WHERE member_key IS NULL';

/** Of rows that were stored: one that the ledger has already names its holder as it did, under its own import. */
export const keepHolders = (rows: string, isStored: string) => `
  INSERT INTO holders
  SELECT DISTINCT ON (account_number) account_number, day, import_id, line, transaction_hash, company, last_name,
    first_name, middle_initial, original_account, member_key
  FROM (SELECT *, ${DAY} AS day, $1::bigint AS import_id FROM ${rows}) stored WHERE ${isStored}
  ORDER BY account_number, ${NEWEST_NAME_FIRST}`;

export const NOT_SKIPPED = `NOT EXISTS (SELECT FROM ledger.duplicate_rows d
  WHERE d.import_id = stored.import_id AND d.row_number = stored.row_number)`;

export const keepOtherNumbers = (rows: string) => `
  INSERT INTO other_numbers
  SELECT DISTINCT account_number, original_account
  FROM (SELECT account_number, original_account FROM ${rows}) named WHERE original_account <> account_number`;

const newest = (column: string) =>
  `${column} = CASE WHEN ${namesNewer('EXCLUDED', 'member')} THEN EXCLUDED.${column} ELSE member.${column} END`;

/** An import's accounts, summed up in `touched`, become members or add to theirs. */
export const UPSERT_MEMBERS = `
  WITH other AS (
    SELECT account_number, array_agg(original_account) AS numbers FROM other_numbers GROUP BY 1
  )
  INSERT INTO ledger.members AS member (
    company, last_name, first_name, middle_initial, account_number, original_account, account_numbers, member_key,
    total_credits, total_debits, transaction_count, last_activity_date, named_on, named_by)
  SELECT h.company, h.last_name, h.first_name, h.middle_initial, t.account_number, h.original_account,
    ${accountNumbers('t.account_number', 'other.numbers')},
    coalesce(h.member_key, key.member_key), t.credits, t.debits, t.entries, t.last_activity_date, h.day, h.import_id
  FROM touched t JOIN holder h USING (account_number) LEFT JOIN other USING (account_number)
    LEFT JOIN member_keys key USING (account_number)
  ORDER BY t.account_number
  ON CONFLICT (account_number) DO UPDATE SET
    ${NAMING.map(newest).join(', ')},
    account_numbers = CASE WHEN member.account_numbers @> EXCLUDED.account_numbers THEN member.account_numbers
      ELSE ${accountNumbers('member.account_number', 'member.account_numbers || EXCLUDED.account_numbers')} END,
    total_credits = member.total_credits + EXCLUDED.total_credits,
    total_debits = member.total_debits + EXCLUDED.total_debits,
    transaction_count = member.transaction_count + EXCLUDED.transaction_count,
    last_activity_date = greatest(member.last_activity_date, EXCLUDED.last_activity_date),
    updated_at = now()`;
