import type { OwnEntries } from '../import-file/own-entries.sql.ts';
import {
  FIND_ORIGINALS,
  forgetGone,
  mayFindOriginal,
  mayHaveLostOriginal,
  noteOwn,
} from './match-returns.sql.ts';

/** Whatever runs statements inside the caller's transaction. */
interface Statements {
  query(sql: string, values?: unknown[]): Promise<unknown>;
}

/** Returns whose original is to be found; without figures the planner expects a handful. */
const CREATE_CONCERNED = 'CREATE TEMPORARY TABLE concerned (return_id bigint) ON COMMIT DROP';
const ANALYZE_CONCERNED = 'ANALYZE concerned';
const DROP_CONCERNED = 'DROP TABLE concerned';

/**
 * After an import has stored entries: notes its returns and notices, and finds the originals of these and of those that were
 * there before and speak of one of its entries. Which entry is whose original follows from the ledger alone, in whatever order
 * files come.
 *
 * To be called when the members of the accounts are written: that holds their rows, so of two imports with entries of one
 * account the second comes here when the first is committed, and sees what it stored.
 *
 * @param scope.accounts a query of the accounts that got entries, as their `account_number`
 * @param scope.returns how many returns and notices the import stored, or the most it can have
 */
export async function matchReturns(
  statements: Statements,
  scope: { own: OwnEntries; accounts: string; returns: number },
): Promise<void> {
  const { own, accounts, returns } = scope;
  await statements.query(CREATE_CONCERNED);
  if (returns > 0) await statements.query(noteOwn(own));
  await statements.query(mayFindOriginal({ own, accounts }));
  await findOriginals(statements);
}

/**
 * After entries have left the ledger: forgets returns that are gone, and finds the originals of the others anew.
 * To be called when the members of the accounts are written, as above.
 *
 * @param scope.accounts a query of the accounts that lost entries, as their `account_number`
 */
export async function rematchReturns(statements: Statements, scope: { accounts: string }): Promise<void> {
  await statements.query(CREATE_CONCERNED);
  await statements.query(forgetGone(scope.accounts));
  await statements.query(mayHaveLostOriginal(scope.accounts));
  await findOriginals(statements);
}

async function findOriginals(statements: Statements): Promise<void> {
  await statements.query(ANALYZE_CONCERNED);
  await statements.query(FIND_ORIGINALS);
  await statements.query(DROP_CONCERNED);
}
