import {
  hasRows,
  queryInteger,
  type ReadRow,
  RowReader,
  type SqlReader,
} from '@clearwatch/service-kit/database/query-rows';
import type { Client } from 'pg';
import {
  CREATE_OTHER_NUMBERS,
  FIND_OTHER_NUMBERS,
  HOLDERS_SQL,
  pickHoldersSql,
  storeMemberKeys,
  storeOtherNumbersSql,
  sumByAccountSql,
  UPSERT_MEMBERS,
} from '../ledger/ledger-members.ts';
import { ownMetadata } from '../ledger/ledger-sql.ts';
import { matchReturns } from '../ledger/match-returns.ts';
import { ENTRY_COLUMNS } from './import-copy-text.ts';

/** Ids ascend, even across concurrent imports: entries stored from now on have higher ones. */
const newestEntryId = (ledger: SqlReader): Promise<number> =>
  queryInteger(ledger, `SELECT nextval(pg_get_serial_sequence('ledger.transactions', 'id')) AS id`);

/**
 * Of equal rows the first was stored, if any: its entry belongs to this import and is newer than all earlier ones. The
 * lateral lookup uses the index, whose pages the insertion has just read; a hash join would read the whole ledger once
 * per slice. Parameters: the import, and the newest entry before its rows were inserted.
 */
const recordDuplicatesSql = (rows: string) => `
  INSERT INTO ledger.duplicate_rows (import_id, row_number, line, twin_id, own_metadata)
  SELECT $1::bigint, skipped.row_number, skipped.line, twin.id, ${ownMetadata('skipped.metadata', 'twin.metadata')}
  FROM (SELECT row_number, line, transaction_hash, metadata,
          row_number() OVER (PARTITION BY transaction_hash ORDER BY row_number) AS nth
        FROM ${rows}) skipped
  CROSS JOIN LATERAL (SELECT id, import_id, metadata FROM ledger.transactions t
                      WHERE t.transaction_hash = skipped.transaction_hash LIMIT 1) twin
  WHERE NOT (twin.import_id = $1::bigint AND twin.id > $2::bigint AND skipped.nth = 1)
  ORDER BY skipped.row_number`;

/** Number of rows looked up to tell whether the file was imported before. */
const SAMPLE_ROWS = 200;

const countExistingSql = (rows: string) => `
  SELECT count(*) FROM (SELECT transaction_hash FROM ${rows} LIMIT ${SAMPLE_ROWS}) sample
  WHERE EXISTS (SELECT FROM ledger.transactions t WHERE t.transaction_hash = sample.transaction_hash)`;

/** Lateral, so that each row is one index lookup; a hash join would read the whole ledger. */
const setAsideSql = (table: string, rows: string) => `
  WITH known AS MATERIALIZED (
    SELECT row_number, line, twin.id AS twin_id, ${ownMetadata('offered.metadata', 'twin.metadata')} AS own_metadata
    FROM (SELECT row_number, line, transaction_hash, metadata FROM ${rows}) offered
    CROSS JOIN LATERAL (SELECT id, metadata FROM ledger.transactions t
                        WHERE t.transaction_hash = offered.transaction_hash LIMIT 1) twin
  ), noted AS (
    INSERT INTO ledger.duplicate_rows (import_id, row_number, line, twin_id, own_metadata)
    SELECT $1::bigint, row_number, line, twin_id, own_metadata FROM known ORDER BY row_number
  )
  DELETE FROM ${table} USING known WHERE ${table}.row_number = known.row_number`;

/** Stored entries that move no money, by kind, and the sums of the others as decimal text. */
const STORED_SUMS = new RowReader({
  integer: ['zeroDollarCount', 'prenoteCount', 'returnCount', 'noticeCount', 'adviceCount'],
  money: ['creditTotal', 'debitTotal'],
});
type StoredSums = ReadRow<typeof STORED_SUMS>;

export const NOTHING_STORED: StoredSums = {
  zeroDollarCount: 0,
  prenoteCount: 0,
  returnCount: 0,
  noticeCount: 0,
  adviceCount: 0,
  creditTotal: '0.00',
  debitTotal: '0.00',
};

const SUM_STORED = `
  SELECT sum(zero_dollar) AS zero_dollar_count, sum(prenotes) AS prenote_count, sum(returns) AS return_count,
    sum(notices) AS notice_count, sum(advices) AS advice_count, sum(credits) AS credit_total, sum(debits) AS debit_total
  FROM touched`;

export interface MergeCounts {
  stored: number;
  sums: StoredSums;
  /** Rows that were already in the ledger, or that occur twice in the file with the same trace number. */
  duplicates: number;
  rejected: number;
  members: number;
  /** Lower than the ids of all entries that were stored. */
  after: number;
}

const INSERTED_COLUMNS = ['line', ...ENTRY_COLUMNS, 'transaction_hash'].join(', ');

/**
 * Every import inserts in identity order, so that imports of the same entries wait for each other and do not deadlock.
 * Across slices, files in opposite orders still can (40P01); the importer then repeats one of them.
 */
const insertNew = (rows: string) => `
  INSERT INTO ledger.transactions (import_id, ${INSERTED_COLUMNS})
  SELECT $1::bigint, ${INSERTED_COLUMNS} FROM ${rows}
  ORDER BY transaction_hash, row_number
  ON CONFLICT (transaction_hash) DO NOTHING`;

const SLICE_COUNTS = new RowReader({ integer: ['rows', 'refused', 'untraced'] });
const COUNT_SLICE = `
  SELECT count(*) AS rows, count(problems) AS refused, count(*) FILTER (WHERE NOT has_trace) AS untraced FROM slice`;

/**
 * Equal rows without a trace number can be separate entries: the n-th in the file gets the n-th identity, as computed
 * by `occurrenceHash`.
 */
const NUMBER_EQUAL_ROWS = `
  UPDATE untraced SET transaction_hash = md5(untraced.transaction_hash::text || ':' || twin.occurrence)::uuid
  FROM (SELECT row_number, row_number() OVER (PARTITION BY transaction_hash ORDER BY row_number) AS occurrence
        FROM untraced) twin
  WHERE twin.occurrence > 1 AND twin.row_number = untraced.row_number`;

const STORE_REJECTS = `
  INSERT INTO ledger.rejected_rows (import_id, row_number, problem, line, field, value, reason, source)
  SELECT $1::bigint, s.row_number, p.ordinality, s.line, p.problem ->> 'field', p.problem ->> 'value',
    p.problem ->> 'reason', CASE WHEN p.ordinality = 1 THEN s.problems ->> 'source' END
  FROM slice s
  CROSS JOIN LATERAL jsonb_array_elements(s.problems -> 'list') WITH ORDINALITY AS p (problem, ordinality)
  WHERE s.problems IS NOT NULL`;

export class LedgerMerge {
  private rows = 0;
  private rejected = 0;
  private untraced = 0;
  private stored = 0;
  private newestBefore: number | null = null;
  /** Whether the last slice had entries with trace numbers, all of them new. */
  isLastSliceNew = false;

  constructor(
    private readonly client: Client,
    private readonly importId: number,
  ) {}

  /** Stores the new entries of the staged slice; those without a trace number wait for `finish`. */
  async addSlice(): Promise<void> {
    const { rows, refused, untraced } = await SLICE_COUNTS.one(this.client, COUNT_SLICE);
    this.rows += rows;
    this.rejected += refused;
    this.untraced += untraced;
    if (refused > 0) await this.client.query(STORE_REJECTS, [this.importId]);
    if (untraced > 0) await this.client.query('INSERT INTO untraced SELECT * FROM slice WHERE NOT has_trace');
    const traced = rows - refused - untraced;
    const storedBefore = this.stored;
    await this.insert({ table: 'slice', rows: 'slice WHERE has_trace', count: traced });
    if (traced > 0) this.isLastSliceNew = this.stored === storedBefore + traced;
  }

  /** @param copy returns how many entries it stored; null if it stored none because some are known */
  async addDirectly(copy: () => Promise<number | null>): Promise<boolean> {
    this.newestBefore ??= await newestEntryId(this.client);
    const stored = await copy();
    if (stored === null) return false;
    this.rows += stored;
    this.stored += stored;
    return true;
  }

  async finish(): Promise<MergeCounts> {
    // Autovacuum does not analyze temporary tables; without statistics the planner expects a handful of rows.
    await this.client.query('ANALYZE untraced (transaction_hash, row_number)');
    await this.client.query(NUMBER_EQUAL_ROWS);
    await this.insert({ table: 'untraced', rows: 'untraced', count: this.untraced });
    const { members, sums } = this.stored === 0 ? { members: 0, sums: NOTHING_STORED } : await this.addToMembers();
    return {
      stored: this.stored,
      sums,
      rejected: this.rejected,
      duplicates: this.rows - this.rejected - this.stored,
      members,
      after: this.newestBefore ?? Number.MAX_SAFE_INTEGER,
    };
  }

  private async insert(staged: { table: string; rows: string; count: number }): Promise<void> {
    const { client, importId } = this;
    if (staged.count === 0) return;
    const count = staged.count - (await this.setAsideExisting(staged));
    if (count === 0) return;
    const newestBefore = await newestEntryId(client);
    this.newestBefore ??= newestBefore;
    const { rowCount } = await client.query(insertNew(staged.rows), [importId]);
    const stored = rowCount ?? 0;
    this.stored += stored;
    if (stored < count) await client.query(recordDuplicatesSql(staged.rows), [importId, newestBefore]);
  }

  /**
   * For a repeated file, looking up its rows is cheaper than trying to insert them.
   * @returns how many rows were known
   */
  private async setAsideExisting({ table, rows }: { table: string; rows: string }): Promise<number> {
    if ((await queryInteger(this.client, countExistingSql(rows))) <= SAMPLE_ROWS / 2) return 0;
    const { rowCount } = await this.client.query(setAsideSql(table, rows), [this.importId]);
    return rowCount ?? 0;
  }

  private async addToMembers(): Promise<Pick<MergeCounts, 'members' | 'sums'>> {
    const own = { importId: this.importId, after: this.newestBefore ?? 0 };
    const { client } = this;
    await client.query(sumByAccountSql(own));
    await client.query(pickHoldersSql(own));
    await storeMemberKeys(client, HOLDERS_SQL);
    await client.query(CREATE_OTHER_NUMBERS);
    if (await hasRows(client, FIND_OTHER_NUMBERS)) await client.query(storeOtherNumbersSql(own));
    const { rowCount } = await client.query(UPSERT_MEMBERS);
    const sums = await STORED_SUMS.one(client, SUM_STORED);
    await matchReturns(client, {
      own: { ...own, before: await newestEntryId(client) },
      accounts: 'SELECT account_number FROM touched',
      returns: sums.returnCount + sums.noticeCount,
    });
    return { members: rowCount ?? 0, sums };
  }
}
