import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { ListingService } from '../detection/listing/listing.service.ts';
import { DetectionRunsRepository } from '../detection/runs/detection-runs.repository.ts';
import { ShardService } from '../detection/shards/shard.service.ts';
import { ShardFindings } from '../detection/shards/shard-findings.ts';
import { ProjectionService } from '../projection/projection.service.ts';
import { UndoService } from '../projection/undo/undo.service.ts';
import { type LedgerEntry, TestLedger } from './a-ledger.ts';
import { aPerson, ordinaryLife } from './behaviours.ts';
import { type RunningAnalytics, startAnalytics } from './start-analytics.ts';
import { type PassOn, undoImport } from './undo-import.ts';

/** A ledger and a worker whose jobs the test runs itself, step by step. */
export class DetectionWorld {
  private constructor(
    private readonly database: TestDatabase,
    readonly ledger: TestLedger,
    private readonly analytics: RunningAnalytics,
  ) {}

  static async start(): Promise<DetectionWorld> {
    return DetectionWorld.at(await createTestDatabase());
  }

  /** On a database that others use as well; it is dropped at the end. */
  static async at(database: TestDatabase): Promise<DetectionWorld> {
    const ledger = await TestLedger.at(database.ownerUrl);
    return new DetectionWorld(
      database,
      ledger,
      await startAnalytics(database, { role: 'worker', jobs: 'left' }),
    );
  }

  /** While `work` runs, whoever marks a shard done loses his connection just before, as a killed worker does. */
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

  /** Stores entries and opens their run, without any queue. */
  async opened(entries: readonly LedgerEntry[]): Promise<number> {
    const projected = await this.the(ProjectionService).project(await this.ledger.import(entries));
    if (projected.outcome === 'not_stored') throw new Error('the import was not stored');
    return projected.runId;
  }

  async detect(runId: number, shard: number, signal = new AbortController().signal) {
    return this.the(ShardService).detect({ runId, shard }, signal);
  }

  /** Lets something happen between the next reading of a shard's entries and the writing of its alerts. */
  afterNextReading(happens: () => Promise<unknown>): void {
    const findings = this.the(ShardFindings);
    const read = findings.read.bind(findings);
    findings.read = async (...asked) => {
      findings.read = read;
      const looks = await read(...asked);
      await happens();
      return looks;
    };
  }

  /** Stores entries and analyses them; answers how many alerts that raised. */
  async analysed(entries: readonly LedgerEntry[]): Promise<number> {
    return this.finished(await this.opened(entries));
  }

  /** Takes an import back and looks at everybody whom that may concern; answers how many alerts that raised. */
  async undone(importId: number, passOn?: PassOn): Promise<number> {
    return this.finished(await this.openedUndo(importId, passOn));
  }

  /** Takes an import back and opens the run that follows, without any queue. */
  async openedUndo(importId: number, passOn?: PassOn): Promise<number> {
    await undoImport(this.ledger.client, importId, passOn);
    const undone = await this.the(UndoService).takeBack(importId);
    if (undone.outcome === 'not_undone') throw new Error('the import was not undone');
    return undone.runId;
  }

  /** Opens an analysis of everybody, without any queue. */
  async openedFull(): Promise<number> {
    const { rows } = await this.ledger.client.query<{ id: string }>(
      `INSERT INTO analytics.detection_runs (kind, policy_version, requested_by_name)
       SELECT 'full', max(version), 'anna' FROM analytics.detection_policies RETURNING id`,
    );
    return Number(rows[0]?.id);
  }

  /** Analyses everybody; answers how many alerts that raised. */
  async analysedFully(): Promise<number> {
    return this.finished(await this.openedFull());
  }

  async finished(runId: number): Promise<number> {
    await this.the(ListingService).list(runId);
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

/** Ordinary lives of several people. */
export const ordinary = (...numbers: number[]): LedgerEntry[] =>
  numbers.flatMap((number) => ordinaryLife(aPerson(number)));
