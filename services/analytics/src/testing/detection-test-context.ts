import { addDays } from '@clearwatch/domain/calendar/day';
import { memberKey } from '@clearwatch/domain/members/member-names';
import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import type { Client } from 'pg';
import { DetectionRunsRepository } from '../detection/detection-runs.repository.ts';
import { ShardService } from '../detection/shard.service.ts';
import { ShardPlanningService } from '../detection/shard-planning.service.ts';
import { ProjectionService } from '../projection/projection.service.ts';
import {
  burstOfDebits,
  type LedgerEntry,
  largeCredit,
  ordinaryActivity,
  personFixture,
  structuredDeposits,
  TestLedger,
} from './analytics-ledger-fixtures.ts';
import { type RunningAnalytics, startAnalytics } from './analytics-test-context.ts';

/** Ids of entries that a later import's file also contains. */
interface ReassignedEntries {
  entries: readonly string[];
  to: number;
}

/**
 * Removes an import from the ledger the way ingest does: its entries are removed or moved to another import, the removed entries are summed
 * up, members without entries are deleted, and the others get the name in their newest entry.
 */
export async function undoImport(client: Client, importId: number, reassigned?: ReassignedEntries): Promise<void> {
  await client.query('BEGIN');
  if (reassigned !== undefined)
    await client.query('UPDATE ledger.transactions SET import_id = $2 WHERE id = ANY($1::bigint[])', [
      reassigned.entries,
      reassigned.to,
    ]);
  await client.query(SUM_UP_CHANGES, [importId]);
  await client.query('DELETE FROM ledger.transactions WHERE import_id = $1', [importId]);
  await client.query(
    'DELETE FROM ledger.members m WHERE NOT EXISTS (SELECT FROM ledger.transactions t WHERE t.account_number = m.account_number)',
  );
  await nameMembers(client, importId);
  await client.query(`UPDATE ledger.imports SET state = 'undone', undone_at = now() WHERE id = $1`, [importId]);
  await client.query('COMMIT');
}

async function nameMembers(client: Client, importId: number): Promise<void> {
  const { rows } = await client.query<{ account: string; firstName: string; lastName: string }>(
    `SELECT DISTINCT ON (account_number) account_number AS account, first_name AS "firstName", last_name AS "lastName"
       FROM ledger.transactions
      WHERE account_number IN (SELECT account_number FROM ledger.undo_changes WHERE import_id = $1)
      ORDER BY account_number, event_date DESC NULLS LAST, import_id DESC, line DESC`,
    [importId],
  );
  await client.query(
    `UPDATE ledger.members m SET first_name = n."firstName", last_name = n."lastName", member_key = n.key
       FROM jsonb_to_recordset($1::jsonb) AS n (account text, "firstName" text, "lastName" text, key text)
      WHERE m.account_number = n.account`,
    [JSON.stringify(rows.map((row) => ({ ...row, key: memberKey(row) })))],
  );
}

const isMoney = (type: string) => `FILTER (WHERE entry_kind = 'money' AND transaction_type = '${type}')`;

const SUM_UP_CHANGES = `
  INSERT INTO ledger.undo_changes
  SELECT import_id, account_number, company, coalesce(event_date, '-infinity'),
         coalesce(sum(amount) ${isMoney('Credit')}, 0), coalesce(sum(amount) ${isMoney('Debit')}, 0),
         count(*) ${isMoney('Credit')}, count(*) ${isMoney('Debit')}, count(*)
    FROM ledger.transactions WHERE import_id = $1 GROUP BY 1, 2, 3, 4`;

/** A ledger and a worker whose jobs the test runs itself, one step at a time. */
export class DetectionTestContext {
  private constructor(
    private readonly database: TestDatabase,
    readonly ledger: TestLedger,
    private readonly analytics: RunningAnalytics,
  ) {}

  static async start(): Promise<DetectionTestContext> {
    return DetectionTestContext.at(await createTestDatabase());
  }

  /** Uses a database that the test also uses directly. `stop` drops the database. */
  static async at(database: TestDatabase): Promise<DetectionTestContext> {
    const ledger = await TestLedger.at(database.ownerUrl);
    return new DetectionTestContext(database, ledger, await startAnalytics(database, { role: 'worker', jobs: 'left' }));
  }

  /** While `work` runs, each attempt to mark a shard as done loses its connection just before, as if the worker had been killed. */
  async dyingAtTheEnd(work: () => Promise<unknown>): Promise<void> {
    const { client } = this.ledger;
    await client.query(`
      CREATE FUNCTION analytics.die() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$;
      CREATE TRIGGER die BEFORE UPDATE ON analytics.detection_shards FOR EACH ROW EXECUTE FUNCTION analytics.die()`);
    try {
      await work();
    } finally {
      await client.query('DROP FUNCTION analytics.die CASCADE');
    }
  }

  async stop(): Promise<void> {
    await this.analytics.stop();
    await this.ledger.close();
    await this.database.drop();
  }

  the<T>(type: new (...args: never[]) => T): T {
    return this.analytics.app.get(type, { strict: false });
  }

  /** Stores entries and opens their run without a queue. */
  async opened(entries: readonly LedgerEntry[]): Promise<number> {
    const projected = await this.the(ProjectionService).project(await this.ledger.import(entries));
    if (projected.outcome === 'not_stored') throw new Error('the import was not stored');
    return projected.runId;
  }

  async detect(runId: number, shard: number, signal = new AbortController().signal) {
    return this.the(ShardService).detect({ runId, shard }, signal);
  }

  /** Runs an action after the next shard's entries are read and before its alerts are saved. */
  afterNextReading(happens: () => Promise<unknown>): void {
    const findings = this.the(ShardService);
    const read = findings.read.bind(findings);
    findings.read = async (...requested) => {
      findings.read = read;
      const analyses = await read(...requested);
      await happens();
      return analyses;
    };
  }

  /** Stores entries and analyzes them. Returns the number of alerts raised. */
  async analyze(entries: readonly LedgerEntry[]): Promise<number> {
    return this.finished(await this.opened(entries));
  }

  /** Undoes an import and analyzes all affected members. Returns the number of alerts raised. */
  async undone(importId: number, reassigned?: ReassignedEntries): Promise<number> {
    return this.finished(await this.openedUndo(importId, reassigned));
  }

  /** Undoes an import and opens the resulting run without a queue. */
  async openedUndo(importId: number, reassigned?: ReassignedEntries): Promise<number> {
    await undoImport(this.ledger.client, importId, reassigned);
    const undone = await this.the(ProjectionService).takeBack(importId);
    if (undone.outcome === 'not_undone') throw new Error('the import was not undone');
    return undone.runId;
  }

  /** Opens a full analysis without a queue. */
  async openedFull(): Promise<number> {
    const { rows } = await this.ledger.client.query<{ id: string }>(
      `INSERT INTO analytics.detection_runs (kind, policy_version, requested_by_name)
       SELECT 'full', max(version), 'anna' FROM analytics.detection_policies RETURNING id`,
    );
    return Number(rows[0]?.id);
  }

  /** Analyzes all members. Returns the number of alerts raised. */
  async analyzeAll(): Promise<number> {
    return this.finished(await this.openedFull());
  }

  async finished(runId: number): Promise<number> {
    await this.the(ShardPlanningService).list(runId);
    const { shards } = await this.the(DetectionRunsRepository).openWorkOf(runId);
    for (const shard of shards) await this.detect(runId, shard);
    const { rows } = await this.ledger.client.query(
      'SELECT state, alerts_generated FROM analytics.detection_runs WHERE id = $1',
      [runId],
    );
    if (rows[0].state !== 'finished') throw new Error('the run is not finished');
    return rows[0].alerts_generated;
  }

  async alerts(): Promise<Record<string, unknown>[]> {
    const { rows } = await this.ledger.client.query(
      `SELECT id, activity_type, account_number, activity_date::text, amount, risk_level, reviewed, transaction_id
         FROM analytics.unusual_activities ORDER BY account_number, activity_type, id`,
    );
    return rows;
  }
}

export const ordinaryEntries = (...numbers: number[]): LedgerEntry[] =>
  numbers.flatMap((number) => ordinaryActivity(personFixture(number)));

const PEOPLE = [1, 2, 3, 4];

/**
 * A first file with ordinary activity, and `files` more with injected patterns whose entries are spread across the files: a pattern begins
 * in one file, grows in the next and is backdated by a third. Half of the members have a second account.
 */
export function suspiciousFiles(files: number, random: (below: number) => number): LedgerEntry[][] {
  const dealt: LedgerEntry[][] = Array.from({ length: files }, () => []);
  for (const number of PEOPLE) for (const entry of injectedOn(number, random)) dealt[random(files)]?.push(entry);
  return [ordinaryEntries(...PEOPLE), ...dealt];
}

function injectedOn(number: number, random: (below: number) => number): LedgerEntry[] {
  const first = personFixture(number);
  const second = { ...first, account: `60000000${String(number).padStart(2, '0')}` };
  const someDay = () => addDays('2026-05-01', random(180));
  const begin = someDay();
  const injected = [
    ...structuredDeposits(first, begin),
    ...structuredDeposits(number % 2 === 0 ? first : second, addDays(begin, 1 + random(12))),
    ...burstOfDebits(first, random(2) === 0 ? begin : someDay()),
    largeCredit(first, random(2) === 0 ? addDays(begin, random(40)) : someDay()),
    { ...largeCredit(first, someDay()), amount: '12500.00' },
  ];
  return injected.filter(() => random(8) > 0);
}
