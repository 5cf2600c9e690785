import { integerOf } from '@clearwatch/service-kit/database/row-readers';
import type { Ask } from '../members/ask.ts';
import { CREDIT_COUNT, CREDITS, DEBIT_COUNT, DEBITS } from '../members/counted.sql.ts';
import { settleMembers } from '../members/settle-members.ts';
import { rematchReturns } from '../returns/match-returns.ts';
import { settleEqualRows } from './equal-rows/settle-equal-rows.ts';
import { mustBeProjected } from './must-be-projected.ts';
import { passOn } from './pass-on.ts';
import { recountImports } from './recount-imports.ts';

export interface TakenOut {
  /** Entries that are in the ledger no more. */
  removed: number;
  /** Entries that another file holds as well, whose they are from now on. */
  passedOn: number;
}

/** Utility statements take no parameters; ids are digits. */
const findLeaving = (importIds: readonly number[]) => `
  CREATE TEMPORARY TABLE leaving ON COMMIT DROP AS
  SELECT id, account_number FROM ledger.transactions WHERE import_id = ANY ('{${importIds.map(BigInt).join(',')}}');
  CREATE TEMPORARY TABLE touched ON COMMIT DROP AS SELECT DISTINCT account_number FROM leaving;
  ANALYZE leaving; ANALYZE touched`;

/** As analytics adds up what comes (services/analytics/src/projection/rollup.ts): dateless entries have a day of their own. */
const NOTE_CHANGES = `
  INSERT INTO ledger.undo_changes (import_id, account_number, company, day, credits, debits, credit_count, debit_count,
    entries)
  SELECT $1::bigint, t.account_number, company, coalesce(event_date, '-infinity'), ${CREDITS}, ${DEBITS},
    ${CREDIT_COUNT}, ${DEBIT_COUNT}, count(*)
  FROM ledger.transactions t JOIN leaving l USING (id) GROUP BY t.account_number, company, event_date`;

/** What analytics has taken out of its figures for a day need not be told any more. */
const FORGET_OLD_CHANGES = `
  DELETE FROM ledger.undo_changes c USING analytics.projected_undos p
  WHERE p.import_id = c.import_id AND p.projected_at < now() - interval '1 day'`;

const DELETE_ENTRIES = 'DELETE FROM ledger.transactions t USING leaving l WHERE t.id = l.id';

/**
 * Makes the ledger what it would be without an import, in the caller's transaction, which has the ledger to itself:
 * entries that no other file holds leave, the others go over to the first file that does.
 * @throws AppError `unavailable` while analytics has not yet counted an import whose entries move or leave
 */
export async function takeImportOut(ask: Ask, importId: number): Promise<TakenOut> {
  const kept = await ask('SELECT id FROM ledger.imports WHERE kept_from = $1', [importId]);
  const keptImports = kept.map((row) => integerOf(row, 'id'));
  await ask(findLeaving([importId, ...keptImports]));
  const equals = await settleEqualRows(ask, importId);
  const others = await passOn(ask, importId);
  const heirs = [...new Set([...equals.heirs, ...others.heirs])];
  const emptied = [...new Set([...keptImports, ...equals.emptied])];
  await mustBeProjected(ask, [importId, ...heirs, ...emptied]);
  await ask(NOTE_CHANGES, [importId]);
  const [counted = {}] = await ask('SELECT count(*) AS entries FROM leaving');
  await ask(DELETE_ENTRIES);
  await ask('DELETE FROM ledger.duplicate_rows WHERE import_id = $1', [importId]);
  await ask('DELETE FROM ledger.imports WHERE id = ANY($1::bigint[])', [emptied]);
  await recountImports(ask, heirs);
  await settleMembers(ask);
  await rematchReturns({ query: ask }, { accounts: 'SELECT account_number FROM touched' });
  await ask(FORGET_OLD_CHANGES);
  return { removed: integerOf(counted, 'entries'), passedOn: equals.passedOn + others.passedOn };
}
