import { type FreshDatabase, freshDatabase } from '@clearwatch/infra-postgres/testing/fresh-database';
import { ProjectionService } from '../projection/projection.service.ts';
import { type LedgerEntry, TestLedger } from '../testing/a-ledger.ts';
import {
  aPerson,
  burstOfDebits,
  largeCredit,
  ordinaryLife,
  structuredDeposits,
} from '../testing/behaviours.ts';
import { type RunningAnalytics, recordingRun, startAnalytics } from '../testing/start-analytics.ts';
import { DetectAccountsHandler } from './detect-accounts.handler.ts';
import { DetectRunHandler } from './detect-run.handler.ts';
import { ListingService } from './listing/listing.service.ts';
import { DetectionRunsRepository } from './runs/detection-runs.repository.ts';
import { OpenShardsFinder } from './runs/open-shards.finder.ts';
import { QueuedRunsFinder } from './runs/queued-runs.finder.ts';
import { ShardService } from './shards/shard.service.ts';

let database: FreshDatabase;
let ledger: TestLedger;
let analytics: RunningAnalytics;

beforeEach(async () => {
  database = await freshDatabase();
  ledger = await TestLedger.at(database.ownerUrl);
  analytics = await startAnalytics(database, { role: 'worker' });
});
afterEach(async () => {
  await analytics.stop();
  await ledger.close();
  await database.drop();
});

const the = <T>(type: new (...args: never[]) => T): T => analytics.app.get(type, { strict: false });
const goOn = new AbortController().signal;

/** Stores entries and opens their run, without any queue. */
async function opened(entries: readonly LedgerEntry[]): Promise<number> {
  const projected = await the(ProjectionService).project(await ledger.import(entries));
  if (projected.outcome === 'not_stored') throw new Error('the import was not stored');
  return projected.runId;
}

/** Stores entries and analyses them; answers how many alerts that raised. */
async function analysed(entries: readonly LedgerEntry[]): Promise<number> {
  const runId = await opened(entries);
  await the(ListingService).list(runId);
  const { shards } = await the(DetectionRunsRepository).openWorkOf(runId);
  for (const shard of shards) await the(ShardService).detect({ runId, shard }, goOn);
  const { rows } = await ledger.client.query(
    'SELECT state, alerts_generated FROM analytics.detection_runs WHERE id = $1',
    [runId],
  );
  expect(rows[0].state).toBe('finished');
  return rows[0].alerts_generated;
}

async function alerts(): Promise<Record<string, unknown>[]> {
  const { rows } = await ledger.client.query(
    `SELECT id, activity_type, account_number, activity_date::text, amount, risk_level, reviewed, transaction_id
       FROM analytics.unusual_activities ORDER BY account_number, activity_type, id`,
  );
  return rows;
}

const ordinary = (...numbers: number[]) => numbers.flatMap((number) => ordinaryLife(aPerson(number)));

describe('detection after an import', () => {
  it('raises an alert for each planted behaviour and none for ordinary life', async () => {
    const raised = await analysed([
      ...ordinary(1, 2, 3, 4, 5, 6),
      ...structuredDeposits(aPerson(1), '2026-08-03'),
      ...burstOfDebits(aPerson(2), '2026-08-10'),
      largeCredit(aPerson(3), '2026-08-17'),
    ]);
    expect((await alerts()).map((alert) => [alert['account_number'], alert['activity_type']])).toEqual([
      ['5000000001', 'structuring'],
      ['5000000002', 'velocity_anomaly'],
      ['5000000003', 'large_credit'],
    ]);
    expect(raised).toBe(3);
  });

  it('keeps evidence with every alert that names its trigger and the entries of the window', async () => {
    await analysed([...ordinary(1), ...structuredDeposits(aPerson(1), '2026-08-03')]);
    const { rows } = await ledger.client.query(
      `SELECT a.evidence, a.transaction_id, a.rule_version, a.policy_version, a.amount, t.posting_date = a.activity_date AS is_its_day
         FROM analytics.unusual_activities a JOIN ledger.transactions t ON t.id = a.transaction_id`,
    );
    expect(rows).toHaveLength(1);
    const { evidence, ...alert } = rows[0];
    expect(alert).toMatchObject({ is_its_day: true, policy_version: 1, amount: '37600.00' });
    expect(evidence.triggerEntryId).toBe(alert.transaction_id);
    expect(evidence.entries).toHaveLength(4);
    expect(evidence.rule).toMatchObject({ policyVersion: 1, ruleVersion: alert.rule_version });
  });

  it('sees all accounts of one member side by side, whichever of them an import touches', async () => {
    const first = aPerson(1);
    const second = { ...first, account: '5000000099' };
    const [one, two, three, four] = structuredDeposits(first, '2026-08-03') as [
      LedgerEntry,
      LedgerEntry,
      LedgerEntry,
      LedgerEntry,
    ];
    expect(await analysed([...ordinaryLife(first), one, two])).toBe(0);
    expect(
      await analysed([
        { ...three, ...second },
        { ...four, ...second },
      ]),
    ).toBe(1);
  });

  it('takes more than three accounts of one name for several people', async () => {
    const person = aPerson(1);
    const deposits = structuredDeposits(person, '2026-08-03').map((entry, index) => ({
      ...entry,
      account: `600000000${index}`,
    }));
    expect(await analysed([...ordinaryLife(person), ...deposits])).toBe(0);
  });

  it('raises the same alerts whether entries come in one import or in many, in any order', async () => {
    await analysed(ordinary(1, 2, 3));
    // The newest deposits first: the older ones are backdated.
    await analysed(structuredDeposits(aPerson(1), '2026-08-03').slice(2));
    await analysed([...burstOfDebits(aPerson(2), '2026-08-10'), largeCredit(aPerson(3), '2026-08-17')]);
    await analysed(structuredDeposits(aPerson(1), '2026-08-03').slice(0, 2));
    expect((await alerts()).map((alert) => [alert['account_number'], alert['activity_type']])).toEqual([
      ['5000000001', 'structuring'],
      ['5000000002', 'velocity_anomaly'],
      ['5000000003', 'large_credit'],
    ]);
  });
});

describe('detection that is done again', () => {
  const planted = () => [
    ...ordinary(1, 2),
    ...structuredDeposits(aPerson(1), '2026-08-03'),
    largeCredit(aPerson(2), '2026-08-17'),
  ];

  it('adds nothing on unchanged data', async () => {
    expect(await analysed(planted())).toBe(2);
    const before = await alerts();
    // The same members again, touched by an entry that changes nothing.
    const nothing = [1, 2].map((number) => ({
      ...aPerson(number),
      company: 'CITY GROCERS',
      amount: '84.20',
      type: 'Debit' as const,
      day: '2026-11-08',
    }));
    expect(await analysed(nothing)).toBe(0);
    expect(await alerts()).toEqual(before);
  });

  it('adds nothing when a shard runs twice, even at the same time', async () => {
    const runId = await opened(planted());
    await the(ListingService).list(runId);
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => the(ShardService).detect({ runId, shard: 0 }, goOn)),
    );
    expect(outcomes.filter((outcome) => outcome !== 'done_before')).toEqual([
      { runFinished: true, alertsGenerated: 2 },
    ]);
    expect(await the(ShardService).detect({ runId, shard: 0 }, goOn)).toBe('done_before');
    expect(await alerts()).toHaveLength(2);
  });

  it('starts a shard from the beginning when its worker was told to stop', async () => {
    const runId = await opened(planted());
    await the(ListingService).list(runId);
    await expect(the(ShardService).detect({ runId, shard: 0 }, AbortSignal.abort())).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(await alerts()).toHaveLength(0);
    expect(await the(ShardService).detect({ runId, shard: 0 }, goOn)).toEqual({
      runFinished: true,
      alertsGenerated: 2,
    });
  });

  it('tells open browsers once that a run is finished, and with how many alerts', async () => {
    const runId = await opened(planted());
    await the(ListingService).list(runId);
    const { run, events } = recordingRun();
    await the(DetectAccountsHandler).handle({ runId, shard: 0 }, run);
    await the(DetectAccountsHandler).handle({ runId, shard: 0 }, run);
    expect(events).toEqual([{ type: 'detection.finished', runId, alertsGenerated: 2 }]);
  });

  it('tells open browsers of a run that had nothing to do', async () => {
    const runId = await opened([]);
    const { run, events } = recordingRun();
    await the(DetectRunHandler).handle({ runId }, run);
    expect(events).toEqual([{ type: 'detection.finished', runId, alertsGenerated: 0 }]);
  });

  it('lists a run once', async () => {
    const runId = await opened(planted());
    expect(await the(ListingService).list(runId)).toBe('listed');
    expect(await the(ListingService).list(runId)).toBe('listed_before');
    expect((await the(DetectionRunsRepository).openWorkOf(runId)).shards).toEqual([0]);
  });

  it('finishes a run of an import that stored nothing', async () => {
    const runId = await opened([]);
    expect(await the(ListingService).list(runId)).toBe('nothing_to_do');
    expect(await the(DetectionRunsRepository).openWorkOf(runId)).toEqual({ isQueued: false, shards: [] });
  });

  it('finds runs and shards whose jobs are lost', async () => {
    const runId = await opened(planted());
    expect(await the(QueuedRunsFinder).findOpenWork()).toEqual([]);
    await ledger.client.query(`UPDATE analytics.detection_runs SET created_at = now() - interval '21 s'`);
    expect(await the(QueuedRunsFinder).findOpenWork()).toEqual([{ runId }]);
    await the(ListingService).list(runId);
    expect(await the(QueuedRunsFinder).findOpenWork()).toEqual([]);
    expect(await the(OpenShardsFinder).findOpenWork()).toEqual([{ runId, shard: 0 }]);
    await the(ShardService).detect({ runId, shard: 0 }, goOn);
    expect(await the(OpenShardsFinder).findOpenWork()).toEqual([]);
  });
});

describe('an alert that exists', () => {
  const more = (amount: string, day: string): LedgerEntry => ({
    ...aPerson(1),
    company: `DEPOSIT SOURCE ${amount}`,
    amount,
    type: 'Credit',
    day,
  });

  beforeEach(async () => {
    await analysed([...ordinary(1), ...structuredDeposits(aPerson(1), '2026-08-03')]);
  });

  it('grows in its amount while it is open, and only in that', async () => {
    const [before] = await alerts();
    expect(await analysed([more('9700.00', '2026-08-11')])).toBe(0);
    expect(await alerts()).toEqual([{ ...before, amount: '47300.00' }]);
  });

  it('is never touched once it is reviewed, and comes again only when it has grown by half', async () => {
    await ledger.client.query(
      `UPDATE analytics.unusual_activities SET reviewed = true, review_outcome = 'explained'`,
    );
    const reviewed = await alerts();
    expect(await analysed([more('9700.00', '2026-08-11')])).toBe(0);
    expect(await alerts()).toEqual(reviewed);
    expect(await analysed([more('9600.00', '2026-08-12')])).toBe(1);
    const [first, second, ...others] = await alerts();
    expect(others).toEqual([]);
    expect(first).toEqual(reviewed[0]);
    expect(second).toMatchObject({ reviewed: false, amount: '56900.00', activity_date: '2026-08-12' });
    expect(await analysed([more('1.00', '2026-08-13')])).toBe(0);
  });
});
