import { memberKey } from '@clearwatch/domain/members/member-key';
import { type Row, textOf } from '@clearwatch/service-kit/database/row';
import { CREDITS, DEBITS } from './counted.sql.ts';
import { accountNumbers, DAY, NAMING, NEWEST_NAME_FIRST } from './member-naming.sql.ts';

/** Runs a statement inside the caller's transaction; only what a SELECT answers is read. */
export type Ask = (sql: string, values?: unknown[]) => Promise<Row[]>;

/** Members held in this process at a time: an undo can give hundreds of thousands another name. */
const AT_ONCE = 10_000;
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
  CREATE TEMPORARY TABLE renamed (account_number text, member_key text) ON COMMIT DROP;
  ANALYZE settled (account_number)`;

const FIND_RENAMED = `
  DECLARE misnamed NO SCROLL CURSOR FOR
  SELECT account_number, s.first_name, s.last_name FROM settled s JOIN ledger.members m USING (account_number)
  WHERE (s.first_name, s.last_name) IS DISTINCT FROM (m.first_name, m.last_name)`;

const NOTE_KEYS = `
  INSERT INTO renamed SELECT * FROM jsonb_to_recordset($1::jsonb) AS key (account_number text, member_key text)`;

const UPDATE = `
  UPDATE ledger.members m SET
    ${SAID.map((column) => `${column} = s.${column}`).join(', ')},
    named_on = s.named_on, named_by = s.named_by,
    member_key = CASE WHEN r.account_number IS NULL THEN m.member_key ELSE r.member_key END,
    account_numbers = ${accountNumbers('s.account_number', 's.other_numbers')},
    total_credits = s.credits, total_debits = s.debits, transaction_count = s.entries,
    last_activity_date = s.last_activity_date, updated_at = now()
  FROM settled s LEFT JOIN renamed r USING (account_number) WHERE m.account_number = s.account_number`;

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
  await noteNewKeys(ask);
  await ask(UPDATE);
  await ask(DELETE_EMPTY);
}

async function noteNewKeys(ask: Ask): Promise<void> {
  await ask(FIND_RENAMED);
  for (;;) {
    const renamed = await ask(`FETCH ${AT_ONCE} FROM misnamed`);
    if (renamed.length === 0) break;
    await ask(NOTE_KEYS, [JSON.stringify(renamed.map(keyed))]);
  }
  await ask('CLOSE misnamed');
}

function keyed(row: Row): { account_number: string; member_key: string | null } {
  return {
    account_number: textOf(row, 'account_number'),
    member_key: memberKey({ firstName: textOf(row, 'first_name'), lastName: textOf(row, 'last_name') }),
  };
}
