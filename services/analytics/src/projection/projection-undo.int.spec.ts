import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { DataSource } from 'typeorm';
import { type LedgerEntry, randomEntries, TestLedger } from '../testing/analytics-ledger-fixtures.ts';
import { expectRollupsToMatchRecount } from '../testing/analytics-recounts.ts';
import {
  countEntriesRead,
  type RunningAnalytics,
  recordingRun,
  seededRandom,
  startAnalytics,
} from '../testing/analytics-test-context.ts';
import { undoImport } from '../testing/detection-test-context.ts';
import { ImportUndoneHandler, UnprojectedUndosFinder } from './projection.processor.ts';
import { ProjectionService } from './projection.service.ts';
import { claimRemoval, prepareRemoval, removeFromRollups } from './projection-removal.repository.ts';

let database: TestDatabase;
let ledger: TestLedger;
let analytics: RunningAnalytics;
let projection: ProjectionService;
let undo: ProjectionService;

beforeAll(async () => {
  database = await createTestDatabase();
  ledger = await TestLedger.at(database.ownerUrl);
  analytics = await startAnalytics(database, { role: 'worker', jobs: 'left' });
  projection = analytics.app.get(ProjectionService, { strict: false });
  undo = analytics.app.get(ProjectionService, { strict: false });
  // Some entries remain after every undo.
  await projected(20, seededRandom(99));
});
afterAll(async () => {
  await analytics.stop();
  await ledger.close();
  await database.drop();
});

async function projected(entries: number, random: (below: number) => number): Promise<number> {
  const importId = await ledger.import(randomEntries(entries, random));
  expect(await projection.project(importId)).toMatchObject({ outcome: 'projected' });
  return importId;
}

async function idsOf(importId: number): Promise<string[]> {
  const { rows } = await ledger.client.query<{ id: string }>(
    'SELECT id FROM ledger.transactions WHERE import_id = $1 ORDER BY id',
    [importId],
  );
  return rows.map(({ id }) => id);
}

const versionOf = async () =>
  Number((await ledger.client.query('SELECT version FROM analytics.ledger_state')).rows[0].version);

describe('rollups after an undo', () => {
  it.each([1, 2, 3, 4, 5])(
    'rollups equal a full recount after each of many imports and undos (seed %i)',
    async (seed) => {
      const random = seededRandom(seed);
      const there: number[] = [];
      let undone = 0;
      for (let step = 0; step < 16; step += 1) {
        if (there.length > 0 && random(5) < 2) {
          const [importId] = there.splice(random(there.length), 1);
          if (importId === undefined) throw new RangeError('one of them is taken');
          const later = there.filter((other) => other > importId);
          const to = later[random(later.length)];
          const some = (await idsOf(importId)).filter(() => random(3) === 0);
          await undoImport(ledger.client, importId, to === undefined ? undefined : { entries: some, to });
          undone += (await undo.takeBack(importId)).outcome === 'taken_back' ? 1 : 0;
        } else {
          there.push(await projected(1 + random(150), random));
        }
        await expectRollupsToMatchRecount(ledger.client);
      }
      expect(undone).toBeGreaterThan(2);
    },
  );

  it('an undone import is subtracted from the rollups only once for repeated and simultaneous requests', async () => {
    const importId = await projected(100, seededRandom(6));
    await undoImport(ledger.client, importId);
    const before = await versionOf();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => undo.takeBack(importId)));
    expect(outcomes.filter(({ outcome }) => outcome === 'taken_back')).toHaveLength(1);
    expect(await undo.takeBack(importId)).toMatchObject({ outcome: 'taken_back_before' });
    expect(await versionOf()).toBe(before + 1);
    await expectRollupsToMatchRecount(ledger.client);
  });

  it('undos and other imports for the same accounts update the rollups at the same time', async () => {
    const random = seededRandom(7);
    const old: number[] = [];
    for (let count = 0; count < 4; count += 1) old.push(await projected(400, random));
    const young: number[] = [];
    for (let count = 0; count < 4; count += 1) young.push(await ledger.import(randomEntries(400, random)));
    for (const importId of old) await undoImport(ledger.client, importId);
    const outcomes = await Promise.all(
      old.flatMap((importId, index) => [undo.takeBack(importId), projection.project(young[index] ?? 0)]),
    );
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'projected'),
      ...Array.from({ length: 4 }, () => 'taken_back'),
    ]);
    await expectRollupsToMatchRecount(ledger.client);
  });

  it('rollups after an undo do not count a stored import before it is added', async () => {
    const random = seededRandom(8);
    const importId = await projected(200, random);
    const waiting = await ledger.import(randomEntries(200, random));
    await undoImport(ledger.client, importId);
    await undo.takeBack(importId);
    await expectRollupsToMatchRecount(ledger.client);
    expect(await projection.project(waiting)).toMatchObject({ outcome: 'projected' });
    await expectRollupsToMatchRecount(ledger.client);
  });

  it('rollups do not change if an undo would subtract more than they contain', async () => {
    const importId = await projected(30, seededRandom(9));
    await undoImport(ledger.client, importId);
    await ledger.client.query('UPDATE ledger.undo_changes SET entries = entries + 10000 WHERE import_id = $1', [
      importId,
    ]);
    const before = await versionOf();
    await expect(undo.takeBack(importId)).rejects.toThrow('the undo would remove more than the rollups contain');
    expect(await versionOf()).toBe(before);
    await ledger.client.query('UPDATE ledger.undo_changes SET entries = entries - 10000 WHERE import_id = $1', [
      importId,
    ]);
    await undo.takeBack(importId);
    await expectRollupsToMatchRecount(ledger.client);
  });

  it('an undo finds the rollups of a rarely used company without reading other companies on the same days', async () => {
    const MANY = 400;
    const days = [null, ...Array.from({ length: 10 }, (_, n) => `2026-11-${String(n + 10)}`)];
    const used = (company: string, accounts: number) =>
      days.flatMap((day) =>
        Array.from({ length: accounts }, (_, n): LedgerEntry => {
          const amount = `${n + 1}.00`;
          return { account: `7000000${n + 100}`, company, day, amount, type: 'Debit' };
        }),
      );
    for (const entries of [used('MANY USE', MANY), used('FEW USE', 2)])
      await projection.project(await ledger.import(entries));
    const importId = await ledger.import(used('FEW USE', 1));
    await projection.project(importId);
    await ledger.client.query('ANALYZE ledger.transactions');
    await undoImport(ledger.client, importId);
    const read = await analytics.app.get(DataSource).transaction((manager) =>
      countEntriesRead(manager, async () => {
        await claimRemoval(manager, 'undo', importId);
        await prepareRemoval(manager, 'undo', importId);
        await removeFromRollups(manager);
      }),
    );

    expect(read).toBeLessThan((days.length * MANY) / 4);
    await expectRollupsToMatchRecount(ledger.client);
  });

  it('rollups ignore an undo request for an import that is not undone', async () => {
    const importId = await projected(5, seededRandom(10));
    expect(await undo.takeBack(importId)).toEqual({ outcome: 'not_undone' });
    expect(await undo.takeBack(987_654)).toEqual({ outcome: 'not_undone' });
  });
});

describe('a reported undo', () => {
  it('a reported undo opens one run for its members and notifies open browsers, even when reported twice', async () => {
    const importId = await projected(40, seededRandom(11));
    await undoImport(ledger.client, importId);
    const handler = analytics.app.get(ImportUndoneHandler, { strict: false });
    const { run, events } = recordingRun();
    await handler.handle({ importId }, run);
    await handler.handle({ importId }, run);
    expect(events).toEqual([
      { type: 'import.undone', importId },
      { type: 'import.undone', importId },
    ]);
    const { rows } = await ledger.client.query(
      `SELECT kind, policy_version FROM analytics.detection_runs WHERE import_id = $1 ORDER BY id`,
      [importId],
    );
    expect(rows).toEqual([
      { kind: 'import', policy_version: 1 },
      { kind: 'undo', policy_version: 1 },
    ]);
  });

  it('the run of an undo finishes immediately when the import had no entries', async () => {
    const importId = await ledger.import([]);
    await projection.project(importId);
    await undoImport(ledger.client, importId);
    const undone = await undo.takeBack(importId);
    if (undone.outcome === 'not_undone') throw new Error('it was undone');
    const { rows } = await ledger.client.query('SELECT state FROM analytics.detection_runs WHERE id = $1', [
      undone.runId,
    ]);
    expect(rows).toEqual([{ state: 'finished' }]);
  });

  it('analytics finds an undone import after ten seconds even if its job was lost', async () => {
    const finder = analytics.app.get(UnprojectedUndosFinder, { strict: false });
    const importId = await projected(10, seededRandom(12));
    await undoImport(ledger.client, importId);
    expect(await finder.findOpenWork()).not.toContainEqual({ importId });
    await ledger.client.query(`UPDATE ledger.imports SET undone_at = now() - interval '11 s' WHERE id = $1`, [
      importId,
    ]);
    expect(await finder.findOpenWork()).toContainEqual({ importId });
    await undo.takeBack(importId);
    expect(await finder.findOpenWork()).not.toContainEqual({ importId });
  });
});
