import { setTimeout as pause } from 'node:timers/promises';
import { ENTRIES_PURGED } from '@clearwatch/contracts/jobs.dto';
import { isHeld, LOCK_HOLDS_SHARED } from '@clearwatch/contracts/retention';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { hasRows, queryInteger, queryIntegers, type SqlReader } from '@clearwatch/service-kit/database/query-rows';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { IngestEnvironment } from '../ingest-environment.ts';
import { recomputeMembers } from '../ledger/ledger-members.ts';
import {
  entryCountsSql,
  IMPORT_COUNTS_FROM_C,
  inBulkTransaction,
  recordChangesSql,
  TRY_LOCK_LEDGER_EXCLUSIVE,
} from '../ledger/ledger-sql.ts';

export interface PurgeRun {
  runId: number;
  firstKeptDay: string;
  /** Ends the run early; committed removals stay. */
  signal: AbortSignal;
}

/** Takes about a second, during which no import can store anything. */
const MAX_ENTRIES_PER_BATCH = 20_000;

/**
 * An entry without a date is as old as its row. The day is in the text because utility statements take no parameters.
 */
const isExpiredSql = (firstKeptDay: string) =>
  `(t.event_date < '${firstKeptDay}' OR (t.event_date IS NULL AND t.created_at < '${firstKeptDay}'))`;

/** Imports with expired entries. Imports that analytics has not counted yet, or that are being undone, wait. */
const findImportsSql = (firstKeptDay: string) => `
  SELECT id FROM ledger.imports
   WHERE state = 'stored' AND id IN (SELECT t.import_id FROM ledger.transactions t WHERE ${isExpiredSql(firstKeptDay)})
     AND id IN (SELECT import_id FROM analytics.projected_imports)
   ORDER BY id`;

/** An undo requested during the purge waits and is then rejected. */
const LOCK_IMPORTS = `
  SELECT id FROM ledger.imports WHERE id = ANY ($1::bigint[]) AND state = 'stored' ORDER BY id FOR NO KEY UPDATE`;

/** Expired entries on accounts without a hold that are not in the evidence of a retained alert. */
const findExpiredSql = (importIds: readonly number[], firstKeptDay: string) => `
  CREATE TEMPORARY TABLE removed_entries ON COMMIT DROP AS
  SELECT t.id, t.account_number, t.import_id FROM ledger.transactions t
   WHERE t.import_id = ANY ('{${importIds.map(BigInt).join(',')}}') AND ${isExpiredSql(firstKeptDay)}
     AND NOT ${isHeld('t.account_number')}
     AND NOT EXISTS (SELECT FROM analytics.evidence_entries e WHERE e.transaction_id = t.id)
   ORDER BY t.id LIMIT ${MAX_ENTRIES_PER_BATCH};
  ANALYZE removed_entries`;

/** `left_rows` has one row for each removed entry and duplicate. */
const RECOUNT_PURGED = `
  UPDATE ledger.imports i SET
    purged_count = i.purged_count + gone.rows, transaction_count = coalesce(c.entries, 0),
    duplicate_count = (SELECT count(*) FROM ledger.duplicate_rows d WHERE d.import_id = i.id), ${IMPORT_COUNTS_FROM_C}
  FROM (SELECT import_id, count(*) AS rows FROM left_rows GROUP BY 1) gone
  LEFT JOIN (${entryCountsSql('ARRAY(SELECT DISTINCT import_id FROM left_rows)')}) c USING (import_id)
  WHERE i.id = gone.import_id`;

/** A duplicate is as old as its twin, and a kept duplicate is an entry of the same day. */
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

/** Purges that analytics subtracted more than a day ago. */
const DELETE_OLD_PURGES = `
  DELETE FROM ledger.purges p USING analytics.projected_purges j
   WHERE j.purge_id = p.id AND j.projected_at < now() - interval '1 day'`;

/** Members whose name, last day or numbers may come from a removed entry are recomputed from the ledger. */
const findTouchedMembersSql = (firstKeptDay: string) => `
  CREATE TEMPORARY TABLE touched ON COMMIT DROP AS
  SELECT account_number FROM ledger.members
   WHERE account_number IN (SELECT account_number FROM removed_entries)
     AND (named_on < '${firstKeptDay}' OR last_activity_date IS NULL OR last_activity_date < '${firstKeptDay}'
          OR cardinality(account_numbers) > 1);
  ANALYZE touched`;

/**
 * The other members keep their newest entries and with them their name and last day, so their long histories need not
 * be read.
 */
const SUBTRACT_FROM_MEMBERS = `
  UPDATE ledger.members m
     SET total_credits = m.total_credits - gone.credits, total_debits = m.total_debits - gone.debits,
         transaction_count = m.transaction_count - gone.entries, updated_at = now()
    FROM (SELECT account_number, sum(credits) AS credits, sum(debits) AS debits, sum(entries) AS entries
            FROM ledger.purge_changes WHERE purge_id = $1 GROUP BY 1) gone
   WHERE m.account_number = gone.account_number
     AND NOT EXISTS (SELECT FROM touched WHERE touched.account_number = m.account_number)`;

/** Runs in a transaction that holds the ledger exclusively. @returns null if no entry of these imports has expired */
async function removeEntries(
  ledger: SqlReader,
  { importIds, firstKeptDay }: { importIds: readonly number[]; firstKeptDay: string },
): Promise<{ purgeId: number; entries: number } | null> {
  const ids = await queryIntegers(ledger, LOCK_IMPORTS, [importIds]);
  await ledger.query(findExpiredSql(ids, firstKeptDay));
  const entries = await queryInteger(ledger, 'SELECT count(*) FROM removed_entries');
  if (entries === 0) return null;
  const purgeId = await queryInteger(
    ledger,
    'INSERT INTO ledger.purges (older_than, entries) VALUES ($1, $2) RETURNING id',
    [firstKeptDay, entries],
  );
  await ledger.query(recordChangesSql('purge_changes (purge_id'), [purgeId]);
  for (const sql of [REMEMBER_FILES, DELETE_DUPLICATES, DELETE_ENTRIES, RECOUNT_PURGED]) await ledger.query(sql);
  await ledger.query(findTouchedMembersSql(firstKeptDay));
  await ledger.query(SUBTRACT_FROM_MEMBERS, [purgeId]);
  await recomputeMembers(ledger);
  await ledger.query(DELETE_OLD_PURGES);
  return { purgeId, entries };
}

const IMPORTS_PER_BATCH = 200;
/** How long a purge keeps trying while imports follow each other without a gap. */
const LEDGER_LOCK_TIMEOUT_MS = 300_000;
const LOCK_RETRY_INTERVAL_MS = 250;

@Injectable()
export class EntriesPurge {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: IngestEnvironment,
    private readonly runs: PurgeRuns,
    private readonly producer: JobProducer,
  ) {}

  /**
   * Each batch counts what it removes, so that a run can continue after it is killed.
   * @returns `later` if imports left no gap
   */
  async purge(purge: PurgeRun): Promise<'done' | 'later'> {
    const ids = await queryIntegers(this.database, findImportsSql(purge.firstKeptDay));
    for (let first = 0; first < ids.length; first += IMPORTS_PER_BATCH) {
      const importIds = ids.slice(first, first + IMPORTS_PER_BATCH);
      let until = performance.now() + LEDGER_LOCK_TIMEOUT_MS;
      for (let entries = MAX_ENTRIES_PER_BATCH; entries === MAX_ENTRIES_PER_BATCH; ) {
        const removed = await this.removeBatch(purge, importIds);
        if (removed === 'busy') {
          if (performance.now() > until) return 'later';
          await pause(LOCK_RETRY_INTERVAL_MS, undefined, { signal: purge.signal });
          continue;
        }
        entries = removed;
        until = performance.now() + LEDGER_LOCK_TIMEOUT_MS;
      }
    }
    return 'done';
  }

  /**
   * @returns the number of entries; `busy` if an import holds the ledger, because waiting for it would block later
   * imports
   */
  private async removeBatch(
    { runId, firstKeptDay, signal }: PurgeRun,
    importIds: readonly number[],
  ): Promise<number | 'busy'> {
    const { DATABASE_URL: url } = this.environment;
    const removed = await inBulkTransaction(
      { url, name: `clearwatch-purge-${runId}`, lock: LOCK_HOLDS_SHARED, signal },
      async (client) => {
        if (!(await hasRows(client, TRY_LOCK_LEDGER_EXCLUSIVE))) return 'busy';
        const batch = await removeEntries(client, { importIds, firstKeptDay });
        if (batch !== null) await this.runs.add(client, runId, { entries: batch.entries });
        return batch;
      },
    );
    if (removed === 'busy') return removed;
    if (removed !== null) await this.producer.tryEnqueue(ENTRIES_PURGED, { purgeId: removed.purgeId });
    return removed?.entries ?? 0;
  }
}
