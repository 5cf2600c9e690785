import { memberKey } from '@clearwatch/domain/members/member-names';
import { RowReader, type SqlReader } from '@clearwatch/service-kit/database/query-rows';
import { CREDITS, DEBITS, type ImportEntries, isOfImport, KIND_COUNTS } from './ledger-sql.ts';

/**
 * A member's name depends only on the ledger: it is that of the newest entry with a name. Card and check entries have
 * no name and count only if no entry has one. Within a day the latest import counts, then the last line, then the
 * highest identity. Entries without a day are the oldest. Sorts entries that have `day` and `import_id`; an account's
 * first entry names it.
 */
export const NEWEST_NAME_FIRST = `last_name <> '' DESC, day DESC, import_id DESC, line DESC, transaction_hash DESC`;

export const DAY = `coalesce(posting_date, settlement_date, effective_date, '-infinity')`;

/**
 * The same order for the entries of one import, as a number; within one line, the identity still decides. From the
 * highest bit: one bit for a name, 31 for the day, 31 for the line.
 */
const namingPosition = (t: string) =>
  `(CASE WHEN ${t}.last_name <> '' THEN 0 ELSE -4611686018427387904 END
    + CASE WHEN isfinite(${t}.event_date) THEN (${t}.event_date - DATE '4713-11-24 BC')::bigint * 2147483648 ELSE 0 END + ${t}.line)`;

const dayOfNamingPosition = (position: string) =>
  `(DATE '4713-11-24 BC' + nullif((${position} & 4611686018427387903) / 2147483648, 0)::integer)`;

/** Columns that come from the entry that names the member. */
const NAMING_COLUMNS = [
  'company',
  'last_name',
  'first_name',
  'middle_initial',
  'original_account',
  'member_key',
  'named_on',
  'named_by',
] as const;

const hasNewerName = (newer: string, member: string) =>
  `(${newer}.last_name <> '', ${newer}.named_on, ${newer}.named_by) > (${member}.last_name <> '', ${member}.named_on, ${member}.named_by)`;

/**
 * The account's own number, then the original account numbers in its entries.
 * @param others SQL for a text array with repetitions, or NULL
 */
const accountNumbers = (account: string, others: string) =>
  `ARRAY[${account}] || ARRAY(SELECT DISTINCT other COLLATE "C" FROM unnest(${others}) other
                              WHERE other <> ${account} ORDER BY 1)`;

const MEMBERS_PER_BATCH = 10_000;

const CREATE_MEMBER_KEYS = 'CREATE TEMPORARY TABLE member_keys (account_number text, member_key text) ON COMMIT DROP';

const STORE_KEYS = `
  INSERT INTO member_keys SELECT * FROM jsonb_to_recordset($1::jsonb) AS key (account_number text, member_key text)`;

const NAMED = new RowReader({ text: ['accountNumber', 'firstName', 'lastName'] });

/**
 * Names are normalized here, not in PostgreSQL.
 * @param named a query for `account_number`, `first_name` and `last_name`
 */
export async function storeMemberKeys(ledger: SqlReader, named: string): Promise<void> {
  await ledger.query(`DECLARE named NO SCROLL CURSOR FOR ${named}`);
  for (;;) {
    const rows = await NAMED.all(ledger, `FETCH ${MEMBERS_PER_BATCH} FROM named`);
    if (rows.length === 0) break;
    const keys = rows.map((row) => ({ account_number: row.accountNumber, member_key: memberKey(row) }));
    await ledger.query(STORE_KEYS, [JSON.stringify(keys)]);
  }
  await ledger.query('CLOSE named');
}

/**
 * What an import adds to each account, computed from its inserted entries by one statement at the end, which PostgreSQL
 * can run in parallel.
 */
export const sumByAccountSql = (own: ImportEntries) => `
  CREATE TEMPORARY TABLE touched ON COMMIT DROP AS
  SELECT account_number, ${CREDITS} AS credits, ${DEBITS} AS debits, count(*) AS entries,
    max(event_date) AS last_activity_date, max(${namingPosition('t')}) AS naming_place,
    count(*) FILTER (WHERE original_account <> account_number) AS other_numbers, ${KIND_COUNTS}
  FROM ledger.transactions t WHERE ${isOfImport(own)} GROUP BY account_number;
  ANALYZE touched`;

/** Reads only the entries of one day, using the index on account and day. */
const entriesOfDaySql = (own: ImportEntries, isOfDay: string) => `
  SELECT holder.* FROM (SELECT *, ${dayOfNamingPosition('naming_place')} AS naming_day FROM touched ORDER BY account_number) n
  CROSS JOIN LATERAL (
    SELECT account_number, day, import_id, company, last_name, first_name, middle_initial, original_account
    FROM (SELECT t.*, ${DAY} AS day FROM ledger.transactions t
          WHERE t.account_number = n.account_number AND ${isOfDay}
            AND (${isOfImport(own)} AND ${namingPosition('t')} = n.naming_place) IS TRUE OFFSET 0) entry
    ORDER BY transaction_hash DESC LIMIT 1) holder`;

export const pickHoldersSql = (own: ImportEntries) => `
  CREATE TEMPORARY TABLE holder ON COMMIT DROP AS
  ${entriesOfDaySql(own, 't.event_date = n.naming_day')}
  UNION ALL
  ${entriesOfDaySql(own, 't.event_date IS NULL AND n.naming_day IS NULL')};
  ANALYZE holder;
  ${CREATE_MEMBER_KEYS}`;

export const HOLDERS_SQL = 'SELECT account_number, first_name, last_name FROM holder';

/** Usually stays empty, because most files have one number per account. */
export const CREATE_OTHER_NUMBERS =
  'CREATE TEMPORARY TABLE other_numbers (account_number text, original_account text) ON COMMIT DROP';
export const FIND_OTHER_NUMBERS = 'SELECT FROM touched WHERE other_numbers > 0 LIMIT 1';
export const storeOtherNumbersSql = (own: ImportEntries) => `
  INSERT INTO other_numbers
  SELECT DISTINCT account_number, original_account
  FROM ledger.transactions t WHERE ${isOfImport(own)} AND original_account <> account_number`;

const newestSql = (column: string) =>
  `${column} = CASE WHEN ${hasNewerName('EXCLUDED', 'member')} THEN EXCLUDED.${column} ELSE member.${column} END`;

export const UPSERT_MEMBERS = `
  WITH other AS (
    SELECT account_number, array_agg(original_account) AS numbers FROM other_numbers GROUP BY 1
  )
  INSERT INTO ledger.members AS member (
    company, last_name, first_name, middle_initial, account_number, original_account, account_numbers, member_key,
    total_credits, total_debits, transaction_count, last_activity_date, named_on, named_by)
  SELECT h.company, h.last_name, h.first_name, h.middle_initial, t.account_number, h.original_account,
    ${accountNumbers('t.account_number', 'other.numbers')},
    key.member_key, t.credits, t.debits, t.entries, t.last_activity_date, h.day, h.import_id
  FROM touched t JOIN holder h USING (account_number) LEFT JOIN other USING (account_number)
    LEFT JOIN member_keys key USING (account_number)
  ORDER BY t.account_number
  ON CONFLICT (account_number) DO UPDATE SET
    ${NAMING_COLUMNS.map(newestSql).join(', ')},
    account_numbers = CASE WHEN member.account_numbers @> EXCLUDED.account_numbers THEN member.account_numbers
      ELSE ${accountNumbers('member.account_number', 'member.account_numbers || EXCLUDED.account_numbers')} END,
    total_credits = member.total_credits + EXCLUDED.total_credits,
    total_debits = member.total_debits + EXCLUDED.total_debits,
    transaction_count = member.transaction_count + EXCLUDED.transaction_count,
    last_activity_date = greatest(member.last_activity_date, EXCLUDED.last_activity_date),
    updated_at = now()`;

const NAME_COLUMNS = NAMING_COLUMNS.filter((column) => !['member_key', 'named_on', 'named_by'].includes(column));

const RECOMPUTE_MEMBERS = `
  CREATE TEMPORARY TABLE settled ON COMMIT DROP AS
  SELECT sums.*, named.day AS named_on, named.import_id AS named_by, ${NAME_COLUMNS.map((column) => `named.${column}`).join(', ')}
  FROM (
    SELECT account_number, ${CREDITS} AS credits, ${DEBITS} AS debits, count(*) AS entries,
      max(event_date) AS last_activity_date,
      array_agg(DISTINCT original_account) FILTER (WHERE original_account <> account_number) AS other_numbers
    FROM ledger.transactions JOIN touched USING (account_number) GROUP BY account_number) sums
  JOIN (
    SELECT DISTINCT ON (account_number) account_number, day, import_id, ${NAME_COLUMNS.join(', ')}
    FROM (SELECT entry.*, ${DAY} AS day FROM ledger.transactions entry JOIN touched USING (account_number)) entry
    ORDER BY account_number, ${NEWEST_NAME_FIRST}) named USING (account_number);
  ${CREATE_MEMBER_KEYS};
  ANALYZE settled (account_number)`;

const RENAMED_MEMBERS = `
  SELECT account_number, s.first_name, s.last_name FROM settled s JOIN ledger.members m USING (account_number)
  WHERE (s.first_name, s.last_name) IS DISTINCT FROM (m.first_name, m.last_name)`;

const UPDATE_MEMBERS = `
  UPDATE ledger.members m SET
    ${NAME_COLUMNS.map((column) => `${column} = s.${column}`).join(', ')},
    named_on = s.named_on, named_by = s.named_by,
    member_key = CASE WHEN r.account_number IS NULL THEN m.member_key ELSE r.member_key END,
    account_numbers = ${accountNumbers('s.account_number', 's.other_numbers')},
    total_credits = s.credits, total_debits = s.debits, transaction_count = s.entries,
    last_activity_date = s.last_activity_date, updated_at = now()
  FROM settled s LEFT JOIN member_keys r USING (account_number) WHERE m.account_number = s.account_number`;

const DELETE_EMPTY_MEMBERS = `
  DELETE FROM ledger.members m USING touched t
  WHERE t.account_number = m.account_number
    AND NOT EXISTS (SELECT FROM settled s WHERE s.account_number = m.account_number)`;

/**
 * Computes members from the ledger again and deletes those without entries. The caller holds the ledger or the member
 * rows exclusively, and the temporary table `touched` contains each account once in `account_number`.
 */
export async function recomputeMembers(ledger: SqlReader): Promise<void> {
  await ledger.query(RECOMPUTE_MEMBERS);
  await storeMemberKeys(ledger, RENAMED_MEMBERS);
  await ledger.query(UPDATE_MEMBERS);
  await ledger.query(DELETE_EMPTY_MEMBERS);
}
