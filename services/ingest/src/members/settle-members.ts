import type { Ask } from './ask.ts';
import { CREDITS, DEBITS } from './counted.sql.ts';
import { accountNumbers, DAY, NAMING, NEWEST_NAME_FIRST } from './member-naming.sql.ts';
import { CREATE_MEMBER_KEYS, noteMemberKeys } from './note-member-keys.ts';

const SAID = NAMING.filter((column) => !['member_key', 'named_on', 'named_by'].includes(column));

const SETTLE = `
  CREATE TEMPORARY TABLE settled ON COMMIT DROP AS
  SELECT sums.*, named.day AS named_on, named.import_id AS named_by, ${SAID.map((column) => `named.${column}`).join(', ')}
  FROM (
    SELECT account_number, ${CREDITS} AS credits, ${DEBITS} AS debits, count(*) AS entries,
      max(event_date) AS last_activity_date,
      array_agg(DISTINCT original_account) FILTER (WHERE original_account <> account_number) AS other_numbers
    FROM ledger.transactions JOIN touched USING (account_number) GROUP BY account_number) sums
  JOIN (
    SELECT DISTINCT ON (account_number) account_number, day, import_id, ${SAID.join(', ')}
    FROM (SELECT entry.*, ${DAY} AS day FROM ledger.transactions entry JOIN touched USING (account_number)) entry
    ORDER BY account_number, ${NEWEST_NAME_FIRST}) named USING (account_number);
  ${CREATE_MEMBER_KEYS};
  ANALYZE settled (account_number)`;

const RENAMED = `
  SELECT account_number, s.first_name, s.last_name FROM settled s JOIN ledger.members m USING (account_number)
  WHERE (s.first_name, s.last_name) IS DISTINCT FROM (m.first_name, m.last_name)`;

const UPDATE = `
  UPDATE ledger.members m SET
    ${SAID.map((column) => `${column} = s.${column}`).join(', ')},
    named_on = s.named_on, named_by = s.named_by,
    member_key = CASE WHEN r.account_number IS NULL THEN m.member_key ELSE r.member_key END,
    account_numbers = ${accountNumbers('s.account_number', 's.other_numbers')},
    total_credits = s.credits, total_debits = s.debits, transaction_count = s.entries,
    last_activity_date = s.last_activity_date, updated_at = now()
  FROM settled s LEFT JOIN member_keys r USING (account_number) WHERE m.account_number = s.account_number`;

const DELETE_EMPTY = `
  DELETE FROM ledger.members m USING touched t
  WHERE t.account_number = m.account_number
    AND NOT EXISTS (SELECT FROM settled s WHERE s.account_number = m.account_number)`;

/**
 * Makes members anew from the ledger: totals, days, numbers and names. Whoever has no entry any more is no member.
 *
 * Nobody else may be storing entries of these accounts: the caller holds the ledger to itself, or the members' rows.
 * `touched`, a temporary table, holds the accounts in its `account_number`, each once.
 */
export async function settleMembers(ask: Ask): Promise<void> {
  await ask(SETTLE);
  await noteMemberKeys(ask, RENAMED);
  await ask(UPDATE);
  await ask(DELETE_EMPTY);
}
