import type { DuplicateRow } from '@clearwatch/contracts/imports.dto';
import { TRANSACTIONS_IMPORTED } from '@clearwatch/contracts/jobs.dto';
import { TRANSACTION_TYPES } from '@clearwatch/contracts/transactions.dto';
import { identityHash, occurrenceHash } from '@clearwatch/domain/ledger/transaction-identity';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import {
  hasRows,
  queryInteger,
  queryIntegers,
  queryTexts,
  RowReader,
} from '@clearwatch/service-kit/database/query-rows';
import { type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { type Paged, type PageQuery, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { ENTRY_COLUMNS } from '../import-file/import-copy-text.ts';
import { recomputeMembers } from '../ledger/ledger-members.ts';
import { LEDGER_ROW, LEDGER_ROW_COLUMNS, metadataOfRow, TRY_LOCK_LEDGER_SHARED } from '../ledger/ledger-sql.ts';
import { matchReturns } from '../ledger/match-returns.ts';
import { ImportEntity } from './import.entity.ts';
import { importAuditEvent } from './import-audit-events.ts';
import { ImportsService } from './imports.service.ts';

const IDENTITIES_PER_QUERY = 200;
/** No credit union has this many equal entries. Limits the search after many duplicates have been kept. */
const MAX_OCCURRENCES = 10_000;

/**
 * The identity of the first occurrence that is not in the ledger, so that importing a file with as many equal rows
 * finds the entry again.
 */
async function findFreeIdentity(manager: EntityManager, twinId: number): Promise<string> {
  const [twin] = await manager.query<Row[]>(
    `SELECT ${LEDGER_ROW_COLUMNS}, transaction_hash::text AS hash FROM ledger.transactions WHERE id = $1`,
    [twinId],
  );
  if (twin === undefined) throw new Error(`Transaction ${twinId} has disappeared`);
  const identity = identityHash(LEDGER_ROW.read(twin));
  let isFound = false;
  for (let from = 1; from < MAX_OCCURRENCES; from += IDENTITIES_PER_QUERY) {
    const wanted = Array.from({ length: IDENTITIES_PER_QUERY }, (_, index) => occurrenceHash(identity, from + index));
    const stored = await queryTexts(
      manager,
      'SELECT transaction_hash::text FROM ledger.transactions WHERE transaction_hash = ANY($1::uuid[])',
      [wanted],
    );
    const taken = new Set(stored);
    isFound ||= taken.has(textOf(twin, 'hash'));
    const free = wanted.find((hash) => !taken.has(hash));
    if (free === undefined) continue;
    if (!isFound) throw new Error(`The identity of transaction ${twinId} does not match its fields`);
    return free;
  }
  throw new AppError('conflict', 'The ledger already contains too many entries identical to this one.');
}

/** Adds an import of one entry, equal to the twin `$4`, from the file of import `$1`. */
const OPEN_IMPORT_SQL = `
  INSERT INTO ledger.imports (file_name, file_size, digest, file_kind, state, uploaded_by, uploaded_by_name, bytes_read,
    transaction_count, member_count, zero_dollar_count, prenote_count, return_count, notice_count, advice_count, credit_total,
    debit_total, started_at, finished_at, kept_from)
  SELECT i.file_name, i.file_size, i.digest, i.file_kind, 'stored', $2::integer, $3, i.file_size, 1, 1,
    (t.entry_kind = 'zero_dollar' AND t.metadata ->> 'kind' IS DISTINCT FROM 'advice')::integer, (t.entry_kind = 'prenote')::integer, (t.entry_kind = 'return')::integer,
    (t.entry_kind = 'notification_of_change')::integer,
    (t.entry_kind = 'zero_dollar' AND t.metadata ->> 'kind' IS NOT DISTINCT FROM 'advice')::integer,
    CASE WHEN t.entry_kind = 'money' AND t.transaction_type = 'Credit' THEN t.amount ELSE 0 END,
    CASE WHEN t.entry_kind = 'money' AND t.transaction_type = 'Debit' THEN t.amount ELSE 0 END, now(), clock_timestamp(), i.id
  FROM ledger.imports i, ledger.transactions t WHERE i.id = $1 AND t.id = $4
  RETURNING id`;

const COPIED_COLUMNS = ENTRY_COLUMNS.filter((column) => column !== 'metadata').join(', ');

const COPY_ENTRY_SQL = `
  INSERT INTO ledger.transactions (import_id, line, transaction_hash, ${COPIED_COLUMNS}, metadata)
  SELECT $1::bigint, d.line, $4::uuid, ${COPIED_COLUMNS}, ${metadataOfRow('d', 't')}
  FROM ledger.duplicate_rows d JOIN ledger.transactions t ON t.id = d.twin_id
  WHERE d.import_id = $2 AND d.row_number = $3
  ON CONFLICT (transaction_hash) DO NOTHING
  RETURNING id`;

/** While the member is locked, no other transaction can commit entries on the account before these are counted. */
const LOCK_MEMBER_SQL = `
  SELECT m.id FROM ledger.members m JOIN ledger.transactions t USING (account_number) WHERE t.id = $1 FOR UPDATE OF m`;
/** Without statistics PostgreSQL expects a thousand accounts and may read the whole ledger. */
const touchMemberSql = (transactionId: number) => `
  CREATE TEMPORARY TABLE touched ON COMMIT DROP AS
  SELECT account_number FROM ledger.transactions WHERE id = ${BigInt(transactionId)};
  ANALYZE touched`;

const TWIN = new RowReader({ integer: ['transactionId', 'importId', 'line'], text: ['fileName'] });
const DUPLICATE = new RowReader({
  integer: ['row', 'line'],
  words: { case: ['in_file', 'in_ledger'], transactionType: TRANSACTION_TYPES },
  text: ['company', 'memberName', 'accountNumber'],
  money: ['amount'],
  'day?': ['day'],
  boolean: ['kept'],
});
const toDuplicateRow = (row: Row): DuplicateRow => ({
  ...DUPLICATE.read(row),
  twin: TWIN.read(row['twin'] as Row),
});

/** A kept duplicate has its own import, but users see it under the import of its file. */
const duplicateRowsSql = (which: string) => `
  SELECT d.row_number AS row, d.line, d.kept_as IS NOT NULL AS kept, t.company,
    jsonb_build_object('transaction_id', d.twin_id, 'import_id', coalesce(source.kept_from, source.id),
      'file_name', source.file_name, 'line', t.line) AS twin,
    coalesce(nullif(concat_ws(' ', nullif(t.first_name, ''), nullif(t.last_name, '')), ''),
      concat_ws(' ', nullif(m.first_name, ''), nullif(m.last_name, ''))) AS member_name,
    t.account_number, t.amount, t.transaction_type, t.event_date::text AS day,
    CASE WHEN source.id = d.import_id THEN 'in_file' ELSE 'in_ledger' END AS case
  FROM (SELECT * FROM ledger.duplicate_rows WHERE import_id = $1 ${which}) d
  JOIN ledger.transactions t ON t.id = d.twin_id
  JOIN ledger.imports source ON source.id = t.import_id
  LEFT JOIN ledger.members m ON m.account_number = t.account_number
  ORDER BY d.row_number`;

const SKIPPED = new RowReader({ integer: ['twinId'], 'integer?': ['keptAs'], text: ['fileName', 'state'] });

interface DuplicateRowRef {
  importId: number;
  row: number;
}

@Injectable()
export class DuplicatesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly imports: ImportsService,
    private readonly trail: AuditTrail,
    private readonly producer: JobProducer,
  ) {}

  async list(actor: Actor, importId: number, query: PageQuery): Promise<Paged<DuplicateRow>> {
    await this.imports.viewRows(actor, importId);
    const { limit, offset } = pageOf(query);
    const sql = duplicateRowsSql('ORDER BY row_number LIMIT $2 OFFSET $3');
    const countSql = 'SELECT count(*) FROM ledger.duplicate_rows WHERE import_id = $1';
    const [rows, total] = await Promise.all([
      this.database.query<Row[]>(sql, [importId, limit, offset]),
      // The import's own count cannot be used, because early versions did not record the rows.
      queryInteger(this.database, countSql, [importId]),
    ]);
    return { items: rows.map(toDuplicateRow), total };
  }

  /**
   * The entry gets its own import, which analytics counts. It is a copy of its twin with the metadata of its own row.
   */
  async keep(actor: Actor, which: DuplicateRowRef): Promise<DuplicateRow> {
    const importId = await inTransaction(this.database, (manager) => this.store(manager, actor, which));
    if (importId !== null) await this.producer.tryEnqueue(TRANSACTIONS_IMPORTED, { importId });
    const sql = duplicateRowsSql('AND row_number = $2::bigint');
    const [row] = await this.database.query<Row[]>(sql, [which.importId, which.row]);
    if (row === undefined) throw new AppError('not_found', 'There is no such duplicate.');
    return toDuplicateRow(row);
  }

  /** @returns the import of the new entry; null if the row is already an entry */
  private async store(manager: EntityManager, actor: Actor, which: DuplicateRowRef): Promise<number | null> {
    // Does not wait, because an undo may take a long time.
    if (!(await hasRows(manager, TRY_LOCK_LEDGER_SHARED)))
      throw new AppError('conflict', 'An import is being undone. Please try again in a moment.');
    const skipped = await SKIPPED.first(
      manager,
      `SELECT d.twin_id, d.kept_as, i.file_name, i.state FROM ledger.duplicate_rows d
       JOIN ledger.imports i ON i.id = d.import_id
       WHERE d.import_id = $1 AND d.row_number = $2::bigint FOR NO KEY UPDATE OF d`,
      [which.importId, which.row],
    );
    if (skipped === null) throw new AppError('not_found', 'There is no such duplicate.');
    if (skipped.state !== 'stored') throw new AppError('conflict', 'This import is being undone.');
    if (skipped.keptAs !== null) return null;
    const { twinId, fileName } = skipped;
    const { userId, username } = actor;
    const importId = await queryInteger(manager, OPEN_IMPORT_SQL, [which.importId, userId, username, twinId]);
    const transactionId = await copyEntry(manager, { importId, twinId, which });
    await manager.query(LOCK_MEMBER_SQL, [transactionId]);
    await manager.query(touchMemberSql(transactionId));
    await recomputeMembers(manager);
    const own = { importId, after: transactionId - 1, before: transactionId + 1 };
    await matchReturns(manager, { own, accounts: 'SELECT account_number FROM touched', returns: 1 });
    await manager.query('UPDATE ledger.duplicate_rows SET kept_as = $3 WHERE import_id = $1 AND row_number = $2', [
      which.importId,
      which.row,
      transactionId,
    ]);
    await manager.increment(ImportEntity, { id: which.importId }, 'keptCount', 1);
    const file = { importId: which.importId, fileName };
    const detail = { row: which.row, transactionId, twinId };
    await this.trail.record(actor, importAuditEvent('import.duplicate_kept', file, detail), manager);
    return importId;
  }
}

/** Tries the next identity if an import has stored another equal entry in the meantime. */
async function copyEntry(
  manager: EntityManager,
  { importId, twinId, which }: { importId: number; twinId: number; which: DuplicateRowRef },
): Promise<number> {
  for (;;) {
    const identity = await findFreeIdentity(manager, twinId);
    const copied = [importId, which.importId, which.row, identity];
    const [id] = await queryIntegers(manager, COPY_ENTRY_SQL, copied);
    if (id !== undefined) return id;
  }
}
