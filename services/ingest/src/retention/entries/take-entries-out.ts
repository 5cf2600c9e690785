import { integerOf } from '@clearwatch/service-kit/database/row-readers';
import type { Ask } from '../../members/ask.ts';
import { CREDIT_COUNT, CREDITS, DEBIT_COUNT, DEBITS } from '../../members/counted.sql.ts';
import { settleMembers } from '../../members/settle-members.ts';
import { findLeavingSql, HOLD_IMPORTS } from './leaving-entries.sql.ts';
import { RECOUNT_PURGED } from './recount-purged.sql.ts';

/** As analytics adds up what comes: dateless entries have a day of their own. */
const NOTE_CHANGES = `
  INSERT INTO ledger.purge_changes (purge_id, account_number, company, day, credits, debits, credit_count, debit_count,
    entries)
  SELECT $1::bigint, t.account_number, company, coalesce(event_date, '-infinity'), ${CREDITS}, ${DEBITS},
    ${CREDIT_COUNT}, ${DEBIT_COUNT}, count(*)
  FROM ledger.transactions t JOIN leaving l USING (id) GROUP BY t.account_number, company, event_date`;

/** Rows that equal an entry are as old as it; one that was kept has become an entry of the same day. */
const TAKE_DUPLICATES = `
  CREATE TEMPORARY TABLE left_rows (import_id bigint) ON COMMIT DROP;
  WITH gone AS (
    DELETE FROM ledger.duplicate_rows d USING leaving l
     WHERE d.twin_id = l.id AND d.twin_id BETWEEN (SELECT min(id) FROM leaving) AND (SELECT max(id) FROM leaving)
    RETURNING d.import_id)
  INSERT INTO left_rows SELECT import_id FROM gone;
  WITH gone AS (DELETE FROM ledger.duplicate_rows d USING leaving l WHERE d.kept_as = l.id RETURNING d.import_id)
  INSERT INTO left_rows SELECT import_id FROM gone;
  INSERT INTO left_rows SELECT import_id FROM leaving`;

const TAKE_ENTRIES = `
  DELETE FROM ledger.entry_returns r USING leaving l WHERE r.return_id = l.id;
  UPDATE ledger.entry_returns r SET original_id = NULL FROM leaving l WHERE r.original_id = l.id;
  DELETE FROM ledger.transactions t USING leaving l WHERE t.id = l.id`;

const REMEMBER_FILES = `
  INSERT INTO ledger.purged_files (digest)
  SELECT DISTINCT digest FROM ledger.imports WHERE id IN (SELECT import_id FROM leaving) ON CONFLICT DO NOTHING`;

/** What analytics has taken out of its figures for a day need not be told any more. */
const FORGET_OLD_PURGES = `
  DELETE FROM ledger.purges p USING analytics.projected_purges j
   WHERE j.purge_id = p.id AND j.projected_at < now() - interval '1 day'`;

/** Whoever may be called by an entry that left, have none any more, or lose a number, is made anew from the ledger. */
const touch = (firstKeptDay: string) => `
  CREATE TEMPORARY TABLE touched ON COMMIT DROP AS
  SELECT account_number FROM ledger.members
   WHERE account_number IN (SELECT account_number FROM leaving)
     AND (named_on < '${firstKeptDay}' OR last_activity_date IS NULL OR last_activity_date < '${firstKeptDay}'
          OR cardinality(account_numbers) > 1);
  ANALYZE touched`;

/** Of all others the newest entries stay, and with them their name and last day: histories are long, and need not be read. */
const SUBTRACT = `
  UPDATE ledger.members m
     SET total_credits = m.total_credits - gone.credits, total_debits = m.total_debits - gone.debits,
         transaction_count = m.transaction_count - gone.entries, updated_at = now()
    FROM (SELECT account_number, sum(credits) AS credits, sum(debits) AS debits, sum(entries) AS entries
            FROM ledger.purge_changes WHERE purge_id = $1 GROUP BY 1) gone
   WHERE m.account_number = gone.account_number
     AND NOT EXISTS (SELECT FROM touched WHERE touched.account_number = m.account_number)`;

/**
 * Takes one batch of entries out of the ledger with all that hangs on them, in the caller's transaction, which has the ledger to
 * itself.
 * @returns the purge and how many entries left; null when nothing of these imports is past its time
 */
export async function takeEntriesOut(
  ask: Ask,
  { importIds, firstKeptDay }: { importIds: readonly number[]; firstKeptDay: string },
): Promise<{ purgeId: number; entries: number } | null> {
  const stored = await ask(HOLD_IMPORTS, [importIds]);
  const ids = stored.map((row) => integerOf(row, 'id'));
  await ask(findLeavingSql(ids, firstKeptDay));
  const [counted = {}] = await ask('SELECT count(*) AS entries FROM leaving');
  const entries = integerOf(counted, 'entries');
  if (entries === 0) return null;
  const [purge = {}] = await ask(
    'INSERT INTO ledger.purges (older_than, entries) VALUES ($1, $2) RETURNING id',
    [firstKeptDay, entries],
  );
  const purgeId = integerOf(purge, 'id');
  await ask(NOTE_CHANGES, [purgeId]);
  await ask(REMEMBER_FILES);
  await ask(TAKE_DUPLICATES);
  await ask(TAKE_ENTRIES);
  await ask(RECOUNT_PURGED);
  await ask(touch(firstKeptDay));
  await ask(SUBTRACT, [purgeId]);
  await settleMembers(ask);
  await ask(FORGET_OLD_PURGES);
  return { purgeId, entries };
}
