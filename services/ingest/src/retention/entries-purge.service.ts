import { setTimeout as pause } from 'node:timers/promises';
import { ENTRIES_PURGED } from '@clearwatch/contracts/jobs.dto';
import { isHeld, LOCK_HOLDS_SHARED } from '@clearwatch/contracts/retention';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { booleanOf, integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { IngestEnvironment } from '../ingest-environment.ts';
import { recomputeMembers } from '../ledger/ledger-members.ts';
import {
  CREDIT_COUNT,
  CREDITS,
  DEBIT_COUNT,
  DEBITS,
  inBulkTransaction,
  KIND_COUNTS,
  type RunStatement,
  TRY_LOCK_LEDGER_EXCLUSIVE,
} from '../ledger/ledger-sql.ts';

/** A run under way. */
export interface PurgeRun {
  runId: number;
  /** What is older is past its time. */
  firstKeptDay: string;
  /** Cuts it short; what is committed by then stays so. */
  signal: AbortSignal;
}

/** So many entries leave in one transaction: about a second, in which no import may store. */
const MAX_ENTRIES_PER_BATCH = 20_000;

/** What an entry's age is counted from; an entry without any date is as old as its row. Utility statements take no parameters. */
const isExpiredSql = (firstKeptDay: string) =>
  `(t.event_date < '${firstKeptDay}' OR (t.event_date IS NULL AND t.created_at < '${firstKeptDay}'))`;

/** Imports that have entries past their time; what is on its way into the figures or out of the ledger waits. */
const findImportsSql = (firstKeptDay: string) => `
  SELECT id FROM ledger.imports
   WHERE state = 'stored' AND id IN (SELECT t.import_id FROM ledger.transactions t WHERE ${isExpiredSql(firstKeptDay)})
     AND id IN (SELECT import_id FROM analytics.projected_imports)
   ORDER BY id`;

/** An undo that is asked for meanwhile waits for the end of the purge, and finds that it is too late. */
const LOCK_IMPORTS = `
  SELECT id FROM ledger.imports WHERE id = ANY ($1::bigint[]) AND state = 'stored' ORDER BY id FOR NO KEY UPDATE`;

/**
 * What leaves: past its time, of an account that nobody holds, and in the evidence of no alert that is kept. Of the rest the
 * purge of another day decides.
 */
const findExpiredSql = (importIds: readonly number[], firstKeptDay: string) => `
  CREATE TEMPORARY TABLE removed_entries ON COMMIT DROP AS
  SELECT t.id, t.account_number, t.import_id FROM ledger.transactions t
   WHERE t.import_id = ANY ('{${importIds.map(BigInt).join(',')}}') AND ${isExpiredSql(firstKeptDay)}
     AND NOT ${isHeld('t.account_number')}
     AND NOT EXISTS (SELECT FROM analytics.evidence_entries e WHERE e.transaction_id = t.id)
   ORDER BY t.id LIMIT ${MAX_ENTRIES_PER_BATCH};
  ANALYZE removed_entries`;

/**
 * Imports of `left_rows`, a table of the transaction that has a line for each row of theirs that left, count what they have
 * still.
 */
const RECOUNT_PURGED = `
  UPDATE ledger.imports i SET
    purged_count = i.purged_count + gone.rows,
    transaction_count = coalesce(c.entries, 0), member_count = coalesce(c.members, 0),
    duplicate_count = (SELECT count(*) FROM ledger.duplicate_rows d WHERE d.import_id = i.id),
    kept_count = (SELECT count(*) FROM ledger.duplicate_rows d WHERE d.import_id = i.id AND d.kept_as IS NOT NULL),
    zero_dollar_count = coalesce(c.zero_dollar, 0), prenote_count = coalesce(c.prenotes, 0),
    return_count = coalesce(c.returns, 0), notice_count = coalesce(c.notices, 0),
    advice_count = coalesce(c.advices, 0),
    credit_total = coalesce(c.credits, 0), debit_total = coalesce(c.debits, 0)
  FROM (SELECT import_id, count(*) AS rows FROM left_rows GROUP BY 1) gone
  LEFT JOIN (
    SELECT import_id, count(*) AS entries, count(DISTINCT account_number) AS members, ${CREDITS} AS credits,
      ${DEBITS} AS debits, ${KIND_COUNTS}
    FROM ledger.transactions WHERE import_id = ANY (ARRAY(SELECT DISTINCT import_id FROM left_rows)) GROUP BY import_id
  ) c USING (import_id)
  WHERE i.id = gone.import_id`;

/** As analytics adds up what comes: dateless entries have a day of their own. */
const RECORD_CHANGES = `
  INSERT INTO ledger.purge_changes (purge_id, account_number, company, day, credits, debits, credit_count, debit_count,
    entries)
  SELECT $1::bigint, t.account_number, company, coalesce(event_date, '-infinity'), ${CREDITS}, ${DEBITS},
    ${CREDIT_COUNT}, ${DEBIT_COUNT}, count(*)
  FROM ledger.transactions t JOIN removed_entries l USING (id) GROUP BY t.account_number, company, event_date`;

/** Rows that equal an entry are as old as it; one that was kept has become an entry of the same day. */
const DELETE_DUPLICATES = `
  CREATE TEMPORARY TABLE left_rows (import_id bigint) ON COMMIT DROP;
  WITH gone AS (
    DELETE FROM ledger.duplicate_rows d USING removed_entries l
     WHERE d.twin_id = l.id AND d.twin_id BETWEEN (SELECT min(id) FROM removed_entries) AND (SELECT max(id) FROM removed_entries)
    RETURNING d.import_id)
  INSERT INTO left_rows SELECT import_id FROM gone;
  WITH gone AS (DELETE FROM ledger.duplicate_rows d USING removed_entries l WHERE d.kept_as = l.id RETURNING d.import_id)
  INSERT INTO left_rows SELECT import_id FROM gone;
  INSERT INTO left_rows SELECT import_id FROM removed_entries`;

const DELETE_ENTRIES = `
  DELETE FROM ledger.entry_returns r USING removed_entries l WHERE r.return_id = l.id;
  UPDATE ledger.entry_returns r SET original_id = NULL FROM removed_entries l WHERE r.original_id = l.id;
  DELETE FROM ledger.transactions t USING removed_entries l WHERE t.id = l.id`;

const REMEMBER_FILES = `
  INSERT INTO ledger.purged_files (digest)
  SELECT DISTINCT digest FROM ledger.imports WHERE id IN (SELECT import_id FROM removed_entries) ON CONFLICT DO NOTHING`;

/** What analytics has taken out of its figures for a day need not be told any more. */
const DELETE_OLD_PURGES = `
  DELETE FROM ledger.purges p USING analytics.projected_purges j
   WHERE j.purge_id = p.id AND j.projected_at < now() - interval '1 day'`;

/** Whoever may be called by an entry that left, have none any more, or lose a number, is made anew from the ledger. */
const findTouchedMembersSql = (firstKeptDay: string) => `
  CREATE TEMPORARY TABLE touched ON COMMIT DROP AS
  SELECT account_number FROM ledger.members
   WHERE account_number IN (SELECT account_number FROM removed_entries)
     AND (named_on < '${firstKeptDay}' OR last_activity_date IS NULL OR last_activity_date < '${firstKeptDay}'
          OR cardinality(account_numbers) > 1);
  ANALYZE touched`;

/** Of all others the newest entries stay, and with them their name and last day: histories are long, and need not be read. */
const SUBTRACT_FROM_MEMBERS = `
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
async function removeEntries(
  ask: RunStatement,
  { importIds, firstKeptDay }: { importIds: readonly number[]; firstKeptDay: string },
): Promise<{ purgeId: number; entries: number } | null> {
  const stored = await ask(LOCK_IMPORTS, [importIds]);
  const ids = stored.map((row) => integerOf(row, 'id'));
  await ask(findExpiredSql(ids, firstKeptDay));
  const [counted = {}] = await ask('SELECT count(*) AS entries FROM removed_entries');
  const entries = integerOf(counted, 'entries');
  if (entries === 0) return null;
  const [purge = {}] = await ask(
    'INSERT INTO ledger.purges (older_than, entries) VALUES ($1, $2) RETURNING id',
    [firstKeptDay, entries],
  );
  const purgeId = integerOf(purge, 'id');
  await ask(RECORD_CHANGES, [purgeId]);
  await ask(REMEMBER_FILES);
  await ask(DELETE_DUPLICATES);
  await ask(DELETE_ENTRIES);
  await ask(RECOUNT_PURGED);
  await ask(findTouchedMembersSql(firstKeptDay));
  await ask(SUBTRACT_FROM_MEMBERS, [purgeId]);
  await recomputeMembers(ask);
  await ask(DELETE_OLD_PURGES);
  return { purgeId, entries };
}

const IMPORTS_PER_BATCH = 200;
/** Beside imports that follow one another without a pause. */
const LEDGER_LOCK_TIMEOUT_MS = 300_000;
const LOCK_RETRY_INTERVAL_MS = 250;

/** Takes entries out of the ledger that are past their time, batch by batch. */
@Injectable()
export class EntriesPurge {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: IngestEnvironment,
    private readonly runs: PurgeRuns,
    private readonly producer: JobProducer,
  ) {}

  /**
   * Each batch is a transaction that counts what it took: whoever goes on after a kill finds what is left.
   * @returns `later` when imports left no gap for so long that the run is better continued later
   */
  async purge(purge: PurgeRun): Promise<'done' | 'later'> {
    const found = await this.database.query<Row[]>(findImportsSql(purge.firstKeptDay));
    const ids = found.map((row) => integerOf(row, 'id'));
    for (let first = 0; first < ids.length; first += IMPORTS_PER_BATCH) {
      const importIds = ids.slice(first, first + IMPORTS_PER_BATCH);
      for (;;) {
        const entries = await this.whenLedgerIsFree(purge, importIds);
        if (entries === 'busy') return 'later';
        if (entries < MAX_ENTRIES_PER_BATCH) break;
      }
    }
    return 'done';
  }

  /** Never waits in line: imports that come after it would have to wait for the one before it as well. */
  private async whenLedgerIsFree(purge: PurgeRun, importIds: readonly number[]): Promise<number | 'busy'> {
    const until = performance.now() + LEDGER_LOCK_TIMEOUT_MS;
    for (;;) {
      const entries = await this.takeBatch(purge, importIds);
      if (entries !== 'busy' || performance.now() > until) return entries;
      await pause(LOCK_RETRY_INTERVAL_MS, undefined, { signal: purge.signal });
    }
  }

  /** @returns how many entries have left */
  private async takeBatch(
    { runId, firstKeptDay, signal }: PurgeRun,
    importIds: readonly number[],
  ): Promise<number | 'busy'> {
    const { DATABASE_URL: url } = this.environment;
    const taken = await inBulkTransaction(
      { url, name: `clearwatch-purge-${runId}`, lock: LOCK_HOLDS_SHARED, signal },
      async (client) => {
        const { rows } = await client.query<Row>(TRY_LOCK_LEDGER_EXCLUSIVE);
        if (!booleanOf(rows[0] ?? {}, 'alone')) return 'busy';
        const ask = async (sql: string, values?: unknown[]) => (await client.query<Row>(sql, values)).rows;
        const left = await removeEntries(ask, { importIds, firstKeptDay });
        if (left !== null) await this.runs.add(client, runId, { entries: left.entries });
        return left;
      },
    );
    if (taken === 'busy') return taken;
    if (taken !== null) await this.producer.tryEnqueue(ENTRIES_PURGED, { purgeId: taken.purgeId });
    return taken?.entries ?? 0;
  }
}
