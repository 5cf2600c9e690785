import { integerOf } from '@clearwatch/service-kit/database/row-readers';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { recomputeMembers } from '../ledger/ledger-members.ts';
import {
  CREDIT_COUNT,
  CREDITS,
  DEBIT_COUNT,
  DEBITS,
  KIND_COUNTS,
  metadataOfRow,
  ownMetadata,
  type RunStatement,
} from '../ledger/ledger-sql.ts';
import { rematchReturns } from '../ledger/match-returns.ts';
import { reassignEqualRows } from './equal-rows.ts';

/**
 * An import that gets entries which the figures hold already would bring them there twice, and one that loses some before
 * they are in the figures would have them taken out for nothing. Analytics is seldom far behind: later is soon.
 * @throws FiguresBehind
 */
async function ensureProjected(ask: RunStatement, importIds: readonly number[]): Promise<void> {
  const waiting = await ask(
    `SELECT id FROM unnest($1::bigint[]) AS wanted (id)
     WHERE NOT EXISTS (SELECT FROM analytics.projected_imports p WHERE p.import_id = wanted.id) LIMIT 1`,
    [importIds],
  );
  if (waiting.length > 0) throw new ProjectionBehind();
}

/** Nothing is wrong: the undo has to wait, for as long as analytics takes. */
export class ProjectionBehind extends AppError {
  constructor() {
    super('unavailable', 'An import whose entries move is not yet in the figures.');
  }
}

/**
 * Of the rows that equal an entry the first that was imported. Rows of one file are in order; of several files the one
 * that was stored first has the entry, as it would have had without the import that goes. The range lets PostgreSQL skip
 * what lies elsewhere.
 */
const findReassignedSql = (importId: number) => `
  CREATE TEMPORARY TABLE reassigned_rows ON COMMIT DROP AS
  SELECT DISTINCT ON (d.twin_id) d.twin_id AS id, d.import_id, d.row_number, d.line, d.own_metadata
  FROM ledger.duplicate_rows d JOIN removed_entries l ON l.id = d.twin_id JOIN ledger.imports i ON i.id = d.import_id
  WHERE d.import_id <> ${BigInt(importId)}
    AND d.twin_id BETWEEN (SELECT min(id) FROM removed_entries) AND (SELECT max(id) FROM removed_entries)
  ORDER BY d.twin_id, i.finished_at, i.id, d.row_number;
  ANALYZE reassigned_rows (id)`;

/** What the other rows say beside their new twin. */
const RECOMPUTE_METADATA = `
  UPDATE ledger.duplicate_rows d
  SET own_metadata = ${ownMetadata(`(${metadataOfRow('d', 't')})`, `(${metadataOfRow('heir', 't')})`)}
  FROM reassigned_rows heir JOIN ledger.transactions t ON t.id = heir.id
  WHERE heir.own_metadata IS NOT NULL AND d.twin_id = heir.id
    AND (d.import_id, d.row_number) <> (heir.import_id, heir.row_number)`;

const REASSIGN = `
  UPDATE ledger.transactions t
  SET import_id = heir.import_id, line = heir.line, metadata = ${metadataOfRow('heir', 't')}
  FROM reassigned_rows heir WHERE t.id = heir.id`;

const DELETE_DUPLICATE_ROWS = `
  DELETE FROM ledger.duplicate_rows d USING reassigned_rows h WHERE d.import_id = h.import_id AND d.row_number = h.row_number`;

const KEEP_REASSIGNED = 'DELETE FROM removed_entries l USING reassigned_rows h WHERE l.id = h.id';

/**
 * An entry that a row of another file equals goes over to it, in place: its id stays, and with it all that points at it.
 * @returns which imports got one, and how many there were
 */
async function reassignEntries(
  ask: RunStatement,
  importId: number,
): Promise<{ newOwners: number[]; passedOn: number }> {
  await ask(findReassignedSql(importId));
  const counted = await ask(
    'SELECT import_id, count(*) AS entries, count(own_metadata) AS own FROM reassigned_rows GROUP BY 1',
  );
  if (counted.length === 0) return { newOwners: [], passedOn: 0 };
  if (counted.some((row) => integerOf(row, 'own') > 0)) await ask(RECOMPUTE_METADATA);
  await ask(REASSIGN);
  await ask(DELETE_DUPLICATE_ROWS);
  await ask(KEEP_REASSIGNED);
  return {
    newOwners: counted.map((row) => integerOf(row, 'import_id')),
    passedOn: counted.reduce((sum, row) => sum + integerOf(row, 'entries'), 0),
  };
}

/** Every row that was read and not rejected is an entry or a duplicate: what has become an entry is no duplicate. */
const RECOUNT = `
  UPDATE ledger.imports i SET
    transaction_count = c.entries, duplicate_count = i.transaction_count + i.duplicate_count - c.entries,
    kept_count = (SELECT count(*) FROM ledger.duplicate_rows d WHERE d.import_id = i.id AND d.kept_as IS NOT NULL),
    member_count = c.members, zero_dollar_count = c.zero_dollar, prenote_count = c.prenotes, return_count = c.returns,
    notice_count = c.notices, advice_count = c.advices, credit_total = c.credits, debit_total = c.debits
  FROM (SELECT import_id, count(*) AS entries, count(DISTINCT account_number) AS members, ${CREDITS} AS credits,
          ${DEBITS} AS debits, ${KIND_COUNTS}
        FROM ledger.transactions WHERE import_id = ANY($1::bigint[]) GROUP BY import_id) c
  WHERE i.id = c.import_id`;

/** Imports that got entries count what they have. */
async function recountImports(ask: RunStatement, importIds: readonly number[]): Promise<void> {
  if (importIds.length > 0) await ask(RECOUNT, [importIds]);
}

export interface RemovedImport {
  /** Entries that are in the ledger no more. */
  removed: number;
  /** Entries that another file holds as well, whose they are from now on. */
  passedOn: number;
}

/** Utility statements take no parameters; ids are digits. */
const findRemovedSql = (importIds: readonly number[]) => `
  CREATE TEMPORARY TABLE removed_entries ON COMMIT DROP AS
  SELECT id, account_number FROM ledger.transactions WHERE import_id = ANY ('{${importIds.map(BigInt).join(',')}}');
  CREATE TEMPORARY TABLE touched ON COMMIT DROP AS SELECT DISTINCT account_number FROM removed_entries;
  ANALYZE removed_entries; ANALYZE touched`;

/** As analytics adds up what comes (services/analytics/src/projection/rollups.sql.ts): dateless entries have a day of their own. */
const RECORD_CHANGES = `
  INSERT INTO ledger.undo_changes (import_id, account_number, company, day, credits, debits, credit_count, debit_count,
    entries)
  SELECT $1::bigint, t.account_number, company, coalesce(event_date, '-infinity'), ${CREDITS}, ${DEBITS},
    ${CREDIT_COUNT}, ${DEBIT_COUNT}, count(*)
  FROM ledger.transactions t JOIN removed_entries l USING (id) GROUP BY t.account_number, company, event_date`;

/** What analytics has taken out of its figures for a day need not be told any more. */
const DELETE_OLD_CHANGES = `
  DELETE FROM ledger.undo_changes c USING analytics.projected_undos p
  WHERE p.import_id = c.import_id AND p.projected_at < now() - interval '1 day'`;

const DELETE_ENTRIES = 'DELETE FROM ledger.transactions t USING removed_entries l WHERE t.id = l.id';

/**
 * Makes the ledger what it would be without an import, in the caller's transaction, which has the ledger to itself:
 * entries that no other file holds leave, the others go over to the first file that does.
 * @throws AppError `unavailable` while analytics has not yet counted an import whose entries move or leave
 */
export async function removeImport(ask: RunStatement, importId: number): Promise<RemovedImport> {
  const kept = await ask('SELECT id FROM ledger.imports WHERE kept_from = $1', [importId]);
  const keptImports = kept.map((row) => integerOf(row, 'id'));
  await ask(findRemovedSql([importId, ...keptImports]));
  const equals = await reassignEqualRows(ask, importId);
  const others = await reassignEntries(ask, importId);
  const newOwners = [...new Set([...equals.newOwners, ...others.newOwners])];
  const emptied = [...new Set([...keptImports, ...equals.emptied])];
  await ensureProjected(ask, [importId, ...newOwners, ...emptied]);
  await ask(RECORD_CHANGES, [importId]);
  const [counted = {}] = await ask('SELECT count(*) AS entries FROM removed_entries');
  await ask(DELETE_ENTRIES);
  await ask('DELETE FROM ledger.duplicate_rows WHERE import_id = $1', [importId]);
  await ask('DELETE FROM ledger.imports WHERE id = ANY($1::bigint[])', [emptied]);
  await recountImports(ask, newOwners);
  await recomputeMembers(ask);
  await rematchReturns({ query: ask }, { accounts: 'SELECT account_number FROM touched' });
  await ask(DELETE_OLD_CHANGES);
  return { removed: integerOf(counted, 'entries'), passedOn: equals.passedOn + others.passedOn };
}
