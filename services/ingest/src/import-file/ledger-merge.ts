import { booleanOf, integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import type { Client } from 'pg';
import {
  CREATE_OTHER_NUMBERS,
  HOLDERS,
  keepOtherNumbers,
  pickHolders,
  SOME_HAVE_OTHER_NUMBERS,
  sumUp,
  UPSERT_MEMBERS,
} from '../members/add-to-members.sql.ts';
import { noteMemberKeys } from '../members/note-member-keys.ts';
import { matchReturns } from '../returns/match-returns.ts';
import { newestEntry, noteDuplicates } from './note-duplicates.ts';
import { setAsideKnown } from './set-aside-known.ts';
import { NOTHING_STORED, type StoredSums, storedSumsOf } from './stored-sums.ts';

export interface MergeCounts {
  /** Entries that were new. */
  stored: number;
  sums: StoredSums;
  /** Rows of the file that the ledger already had, or that the file holds twice under one trace number. */
  duplicates: number;
  rejected: number;
  /** Accounts that got at least one new entry. */
  members: number;
  /** Lower than the ids of all entries that were stored. */
  after: number;
}

const ENTRY_COLUMNS = `line, company, last_name, first_name, middle_initial, account_number, original_account,
  transaction_code, amount, transaction_type, entry_kind, check_tracer_number, addenda, batch, settlement_date,
  effective_date, posting_date, posting_minute, entry_description, class, metadata, transaction_hash`;

/**
 * Rows are inserted in the order of their identity, the same in every import: two imports of the same entries wait for
 * one another. Across slices, files in opposite orders can still lock each other up (40P01); the importer then repeats
 * one of them.
 */
const insertNew = (rows: string) => `
  INSERT INTO ledger.transactions (import_id, ${ENTRY_COLUMNS})
  SELECT $1::bigint, ${ENTRY_COLUMNS} FROM ${rows}
  ORDER BY transaction_hash, row_number
  ON CONFLICT (transaction_hash) DO NOTHING`;

const COUNT_SLICE = `
  SELECT count(*) AS rows, count(problems) AS refused, count(*) FILTER (WHERE NOT has_trace) AS untraced FROM slice`;
const TRACED = 'slice WHERE has_trace';
const KEEP_UNTRACED = 'INSERT INTO untraced SELECT * FROM slice WHERE NOT has_trace';

/**
 * Equal rows without a trace number can be real twins: the n-th of them in the file gets the n-th identity
 * (`occurrenceHash` of the domain computes the same).
 */
const TELL_TWINS_APART = `
  UPDATE untraced SET transaction_hash = md5(untraced.transaction_hash::text || ':' || twin.occurrence)::uuid
  FROM (SELECT row_number, row_number() OVER (PARTITION BY transaction_hash ORDER BY row_number) AS occurrence
        FROM untraced) twin
  WHERE twin.occurrence > 1 AND twin.row_number = untraced.row_number`;

const KEEP_REJECTS = `
  INSERT INTO ledger.rejected_rows (import_id, row_number, problem, line, field, value, reason, source)
  SELECT $1::bigint, s.row_number, p.ordinality, s.line, p.problem ->> 'field', p.problem ->> 'value',
    p.problem ->> 'reason', CASE WHEN p.ordinality = 1 THEN s.problems ->> 'source' END
  FROM slice s
  CROSS JOIN LATERAL jsonb_array_elements(s.problems -> 'list') WITH ORDINALITY AS p (problem, ordinality)
  WHERE s.problems IS NOT NULL`;

const TOUCHED = 'SELECT account_number FROM touched';
const NOTHING = { members: 0, sums: NOTHING_STORED };

/** Merges rows into the ledger by a handful of set-based statements, inside the caller's transaction. */
export class LedgerMerge {
  private rows = 0;
  private rejected = 0;
  private untraced = 0;
  private stored = 0;
  private newestBefore: number | null = null;
  /** Whether the slice that was merged last had entries with trace numbers, all of which were new. */
  isLastWhollyNew = false;

  constructor(
    private readonly client: Client,
    private readonly importId: number,
  ) {}

  /** Stores what is new of the staged slice; entries without a trace number wait for `finish`. */
  async addSlice(): Promise<void> {
    const [slice = {}] = (await this.client.query<Row>(COUNT_SLICE)).rows;
    const refused = integerOf(slice, 'refused');
    const untraced = integerOf(slice, 'untraced');
    this.rows += integerOf(slice, 'rows');
    this.rejected += refused;
    this.untraced += untraced;
    if (refused > 0) await this.client.query(KEEP_REJECTS, [this.importId]);
    if (untraced > 0) await this.client.query(KEEP_UNTRACED);
    const traced = integerOf(slice, 'rows') - refused - untraced;
    const storedBefore = this.stored;
    await this.insert({ table: 'slice', rows: TRACED, count: traced });
    if (traced > 0) this.isLastWhollyNew = this.stored === storedBefore + traced;
  }

  /**
   * Counts what is copied past the staging table.
   * @param copy answers how many entries it stored, all of them new; null when it stored none because not all are
   * @returns whether it stored them
   */
  async addStraight(copy: () => Promise<number | null>): Promise<boolean> {
    this.newestBefore ??= await newestEntry(this.client);
    const stored = await copy();
    if (stored === null) return false;
    this.rows += stored;
    this.stored += stored;
    return true;
  }

  /** When the whole file is staged. */
  async finish(): Promise<MergeCounts> {
    // Nobody analyses temporary tables; without figures the planner expects a handful of rows.
    await this.client.query('ANALYZE untraced (transaction_hash, row_number)');
    await this.client.query(TELL_TWINS_APART);
    await this.insert({ table: 'untraced', rows: 'untraced', count: this.untraced });
    const { members, sums } = this.stored === 0 ? NOTHING : await this.addToMembers();
    return {
      stored: this.stored,
      sums,
      rejected: this.rejected,
      duplicates: this.rows - this.rejected - this.stored,
      members,
      after: this.newestBefore ?? Number.MAX_SAFE_INTEGER,
    };
  }

  /** @param staged.rows of its table, as a source of SQL, and how many these are */
  private async insert(staged: { table: string; rows: string; count: number }): Promise<void> {
    const { client, importId } = this;
    if (staged.count === 0) return;
    const known = await setAsideKnown(client, { importId, table: staged.table, rows: staged.rows });
    const count = staged.count - known;
    if (count === 0) return;
    const newestBefore = await newestEntry(client);
    this.newestBefore ??= newestBefore;
    const { rowCount } = await client.query(insertNew(staged.rows), [importId]);
    const stored = rowCount ?? 0;
    this.stored += stored;
    if (stored < count) await noteDuplicates(client, { importId, rows: staged.rows, newestBefore });
  }

  private async addToMembers(): Promise<Pick<MergeCounts, 'members' | 'sums'>> {
    const own = { importId: this.importId, after: this.newestBefore ?? 0 };
    const ask = async (sql: string, values?: unknown[]) => (await this.client.query<Row>(sql, values)).rows;
    await ask(sumUp(own));
    await ask(pickHolders(own));
    await noteMemberKeys(ask, HOLDERS);
    await ask(CREATE_OTHER_NUMBERS);
    const [others = {}] = await ask(SOME_HAVE_OTHER_NUMBERS);
    if (booleanOf(others, 'has_others')) await ask(keepOtherNumbers(own));
    const { rowCount } = await this.client.query(UPSERT_MEMBERS);
    const sums = await storedSumsOf(this.client);
    await matchReturns(this.client, {
      own: { ...own, before: await newestEntry(this.client) },
      accounts: TOUCHED,
      returns: sums.returns + sums.notices,
    });
    return { members: rowCount ?? 0, sums };
  }
}
