import {
  hasRows,
  queryInteger,
  queryIntegers,
  RowReader,
  type SqlReader,
} from '@clearwatch/service-kit/database/query-rows';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { recomputeMembers } from '../ledger/ledger-members.ts';
import {
  entryCountsSql,
  IMPORT_COUNTS_FROM_C,
  metadataOfRow,
  ownMetadata,
  recordChangesSql,
} from '../ledger/ledger-sql.ts';
import { rematchReturns } from '../ledger/match-returns.ts';
import { reassignEqualRows } from './equal-rows.ts';

/**
 * Analytics counts an import once, by its entries at that time. Entries that move before that would be counted twice,
 * and removed entries would be subtracted without having been added.
 */
async function ensureProjected(ledger: SqlReader, importIds: readonly number[]): Promise<void> {
  const isBehind = await hasRows(
    ledger,
    `SELECT id FROM unnest($1::bigint[]) AS wanted (id)
     WHERE NOT EXISTS (SELECT FROM analytics.projected_imports p WHERE p.import_id = wanted.id) LIMIT 1`,
    [importIds],
  );
  if (isBehind) throw new ProjectionBehind();
}

/** Not a failure: the undo waits for analytics. */
export class ProjectionBehind extends AppError {
  constructor() {
    super('unavailable', 'Analytics has not yet counted all imports that this undo changes.');
  }
}

/**
 * For each entry, the equal row that was imported first: it would own the entry if the undone import did not exist. The
 * range of ids lets PostgreSQL skip other pages.
 */
const findReassignedSql = (importId: number) => `
  CREATE TEMPORARY TABLE reassigned_rows ON COMMIT DROP AS
  SELECT DISTINCT ON (d.twin_id) d.twin_id AS id, d.import_id, d.row_number, d.line, d.own_metadata
  FROM ledger.duplicate_rows d JOIN removed_entries l ON l.id = d.twin_id JOIN ledger.imports i ON i.id = d.import_id
  WHERE d.import_id <> ${BigInt(importId)}
    AND d.twin_id BETWEEN (SELECT min(id) FROM removed_entries) AND (SELECT max(id) FROM removed_entries)
  ORDER BY d.twin_id, i.finished_at, i.id, d.row_number;
  ANALYZE reassigned_rows (id)`;

/** `own_metadata` is stored relative to the twin, which is now a different row. */
const RECOMPUTE_METADATA = `
  UPDATE ledger.duplicate_rows d
  SET own_metadata = ${ownMetadata(`(${metadataOfRow('d', 't')})`, `(${metadataOfRow('heir', 't')})`)}
  FROM reassigned_rows heir JOIN ledger.transactions t ON t.id = heir.id
  WHERE heir.own_metadata IS NOT NULL AND d.twin_id = heir.id
    AND (d.import_id, d.row_number) <> (heir.import_id, heir.row_number)`;

const REASSIGN = `
  UPDATE ledger.transactions t
  SET import_id = heir.import_id, line = heir.line, metadata = ${metadataOfRow('heir', 't')}
  FROM reassigned_rows heir WHERE t.id = heir.id;
  DELETE FROM ledger.duplicate_rows d USING reassigned_rows h
   WHERE d.import_id = h.import_id AND d.row_number = h.row_number;
  DELETE FROM removed_entries l USING reassigned_rows h WHERE l.id = h.id`;

const NEW_OWNER = new RowReader({ integer: ['importId', 'entries', 'own'] });

/** The id of a reassigned entry stays the same, and so does everything that refers to it. */
async function reassignEntries(ledger: SqlReader, importId: number) {
  await ledger.query(findReassignedSql(importId));
  const owners = await NEW_OWNER.all(
    ledger,
    'SELECT import_id, count(*) AS entries, count(own_metadata) AS own FROM reassigned_rows GROUP BY 1',
  );
  if (owners.length === 0) return { newOwners: [], passedOn: 0 };
  if (owners.some(({ own }) => own > 0)) await ledger.query(RECOMPUTE_METADATA);
  await ledger.query(REASSIGN);
  return {
    newOwners: owners.map((owner) => owner.importId),
    passedOn: owners.reduce((sum, { entries }) => sum + entries, 0),
  };
}

/** Every row is an entry, a duplicate or rejected, so a duplicate that became an entry is no longer a duplicate. */
const RECOUNT_OWNERS = `
  UPDATE ledger.imports i SET
    transaction_count = c.entries, duplicate_count = i.transaction_count + i.duplicate_count - c.entries,
    ${IMPORT_COUNTS_FROM_C}
  FROM (${entryCountsSql('$1::bigint[]')}) c WHERE i.id = c.import_id`;

/** Utility statements take no parameters; ids are digits. */
const findRemovedSql = (importIds: readonly number[]) => `
  CREATE TEMPORARY TABLE removed_entries ON COMMIT DROP AS
  SELECT id, account_number FROM ledger.transactions WHERE import_id = ANY ('{${importIds.map(BigInt).join(',')}}');
  CREATE TEMPORARY TABLE touched ON COMMIT DROP AS SELECT DISTINCT account_number FROM removed_entries;
  ANALYZE removed_entries; ANALYZE touched`;

/** Changes that analytics subtracted more than a day ago. */
const DELETE_OLD_CHANGES = `
  DELETE FROM ledger.undo_changes c USING analytics.projected_undos p
  WHERE p.import_id = c.import_id AND p.projected_at < now() - interval '1 day'`;

/**
 * The transaction holds the ledger exclusively. Entries that another file also contains go to the first such file.
 * @returns how many were `removed`, and how many `passedOn` to other files
 */
export async function removeImport(ledger: SqlReader, importId: number) {
  const keptImports = await queryIntegers(ledger, 'SELECT id FROM ledger.imports WHERE kept_from = $1', [importId]);
  await ledger.query(findRemovedSql([importId, ...keptImports]));
  const equals = await reassignEqualRows(ledger, importId);
  const others = await reassignEntries(ledger, importId);
  const newOwners = [...new Set([...equals.newOwners, ...others.newOwners])];
  const emptied = [...new Set([...keptImports, ...equals.emptied])];
  await ensureProjected(ledger, [importId, ...newOwners, ...emptied]);
  await ledger.query(recordChangesSql('undo_changes (import_id'), [importId]);
  const removed = await queryInteger(ledger, 'SELECT count(*) FROM removed_entries');
  await ledger.query('DELETE FROM ledger.transactions t USING removed_entries l WHERE t.id = l.id');
  await ledger.query('DELETE FROM ledger.duplicate_rows WHERE import_id = $1', [importId]);
  await ledger.query('DELETE FROM ledger.imports WHERE id = ANY($1::bigint[])', [emptied]);
  if (newOwners.length > 0) await ledger.query(RECOUNT_OWNERS, [newOwners]);
  await recomputeMembers(ledger);
  await rematchReturns(ledger, { accounts: 'SELECT account_number FROM touched' });
  await ledger.query(DELETE_OLD_CHANGES);
  return { removed, passedOn: equals.passedOn + others.passedOn };
}
