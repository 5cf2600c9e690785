import { isOwn, type OwnEntries } from '../import-file/own-entries.sql.ts';
import { CREDITS, DEBITS, KIND_COUNTS } from './counted.sql.ts';
import { accountNumbers, DAY, dayOfPlace, NAMING, namesNewer, placeAmongNames } from './member-naming.sql.ts';
import { CREATE_MEMBER_KEYS } from './note-member-keys.ts';

/**
 * What an import adds to each account. Totals come from what was really inserted: nothing is counted twice. Made in one go at
 * the end, which several processes of PostgreSQL can do side by side.
 */
export const sumUp = (own: OwnEntries) => `
  CREATE TEMPORARY TABLE touched ON COMMIT DROP AS
  SELECT account_number, ${CREDITS} AS credits, ${DEBITS} AS debits, count(*) AS entries,
    max(event_date) AS last_activity_date, max(${placeAmongNames('t')}) AS naming_place,
    count(*) FILTER (WHERE original_account <> account_number) AS other_numbers, ${KIND_COUNTS}
  FROM ledger.transactions t WHERE ${isOwn(own)} GROUP BY account_number;
  ANALYZE touched`;

/** Through the index on account and day, of an account's entries only those of one day. */
const ofDay = (own: OwnEntries, isOfDay: string) => `
  SELECT holder.* FROM (SELECT *, ${dayOfPlace('naming_place')} AS naming_day FROM touched ORDER BY account_number) n
  CROSS JOIN LATERAL (
    SELECT account_number, day, import_id, company, last_name, first_name, middle_initial, original_account
    FROM (SELECT t.*, ${DAY} AS day FROM ledger.transactions t
          WHERE t.account_number = n.account_number AND ${isOfDay}
            AND (${isOwn(own)} AND ${placeAmongNames('t')} = n.naming_place) IS TRUE OFFSET 0) entry
    ORDER BY transaction_hash DESC LIMIT 1) holder`;

/** The entry of the import that names each account. Only of entries that stand on one line does the identity decide. */
export const pickHolders = (own: OwnEntries) => `
  CREATE TEMPORARY TABLE holder ON COMMIT DROP AS
  ${ofDay(own, 't.event_date = n.naming_day')}
  UNION ALL
  ${ofDay(own, 't.event_date IS NULL AND n.naming_day IS NULL')};
  ANALYZE holder;
  ${CREATE_MEMBER_KEYS}`;

export const HOLDERS = 'SELECT account_number, first_name, last_name FROM holder';

/** What else accounts are called; most files call each by one number. */
export const CREATE_OTHER_NUMBERS =
  'CREATE TEMPORARY TABLE other_numbers (account_number text, original_account text) ON COMMIT DROP';
export const SOME_HAVE_OTHER_NUMBERS =
  'SELECT EXISTS (SELECT FROM touched WHERE other_numbers > 0) AS has_others';
export const keepOtherNumbers = (own: OwnEntries) => `
  INSERT INTO other_numbers
  SELECT DISTINCT account_number, original_account
  FROM ledger.transactions t WHERE ${isOwn(own)} AND original_account <> account_number`;

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
    key.member_key, t.credits, t.debits, t.entries, t.last_activity_date, h.day, h.import_id
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
