import { createTestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { deleteDetectionData } from '../testing/alerts-test-context.ts';
import {
  burstOfDebits,
  largeCredit,
  personFixture,
  sharedCompanyEntries,
  structuredDeposits,
} from '../testing/analytics-ledger-fixtures.ts';
import { type RunningAnalytics, seededRandom, startAnalytics } from '../testing/analytics-test-context.ts';
import { DetectionTestContext, ordinaryEntries, suspiciousFiles } from '../testing/detection-test-context.ts';

let context: DetectionTestContext;
let api: RunningAnalytics;
beforeAll(async () => {
  const database = await createTestDatabase();
  context = await DetectionTestContext.at(database);
  api = await startAnalytics(database);
});
afterAll(async () => {
  await api.stop();
  await context.stop();
});
beforeEach(async () => {
  await deleteDetectionData(context.ledger.client);
  await owner('DELETE FROM analytics.audit_outbox');
});

const owner = (sql: string) => context.ledger.client.query(sql);
const replay = async (id: number) => (await api.get(`/api/unusual-activities/${id}/replay`)).body;
/** Returns the replays that do not reproduce their alerts. */
async function otherwise(): Promise<object[]> {
  const { rows } = await owner('SELECT id::integer, activity_type FROM analytics.unusual_activities ORDER BY id');
  const replays = [];
  for (const { id, activity_type } of rows) replays.push({ type: activity_type, ...(await replay(id)) });
  expect(replays.length).toBeGreaterThan(0);
  return replays.filter(({ identical }) => !identical);
}

describe('recomputing an alert', () => {
  it('recomputing an alert reproduces it as raised, even after later imports', async () => {
    await context.analyze([...ordinaryEntries(1, 2), ...structuredDeposits(personFixture(1), '2026-08-03')]);
    await context.analyze([
      ...burstOfDebits(personFixture(1), '2026-08-05'),
      largeCredit(personFixture(2), '2026-08-17'),
    ]);
    expect(await replay(1)).toEqual({
      identical: true,
      summary:
        'Rule version 4 with the parameters from policy version 1, applied to the entries in the ledger at that time: the rule raises the same alert.',
      differences: [],
      policyVersion: 1,
      replayedAt: expect.any(String),
    });
    expect(await otherwise()).toEqual([]);
  });

  it.each([1, 2, 77, 93])(
    'recomputing reproduces every alert from random files, one of them undone (seed %i)',
    async (seed) => {
      const random = seededRandom(seed);
      const files = suspiciousFiles(6, random);
      for (const entry of sharedCompanyEntries([1, 2, 3, 4, 5, 6], random)) files[random(files.length)]?.push(entry);
      for (const file of files) await context.analyze(file);
      await context.undone(1 + random(files.length));
      await context.analyzeAll();
      expect(await otherwise()).toEqual([]);
    },
    30_000,
  );

  it('recomputing an alert reports that the alert has grown', async () => {
    await context.analyze([...ordinaryEntries(1), ...structuredDeposits(personFixture(1), '2026-08-03')]);
    await context.analyze([{ ...largeCredit(personFixture(1), '2026-08-11'), amount: '9700.10' }]);
    expect(await replay(1)).toMatchObject({
      identical: true,
      differences: [{ what: 'Amount (increased after the alert was raised)', was: '$37,600.00', is: '$47,300.10' }],
    });
  });

  it('recomputing an alert reports which part of it was altered', async () => {
    await context.analyze([...ordinaryEntries(1), ...structuredDeposits(personFixture(1), '2026-08-03')]);
    await owner(`UPDATE analytics.unusual_activities SET risk_level = 'low', amount = 12`);
    expect(await replay(1)).toMatchObject({
      identical: false,
      differences: [
        { what: 'Amount', was: '$12.00', is: '$37,600.00' },
        { what: 'Risk', was: 'low', is: 'high' },
      ],
    });
  });

  it('recomputing an alert changes nothing and is audited', async () => {
    await context.analyze([...ordinaryEntries(1), ...structuredDeposits(personFixture(1), '2026-08-03')]);
    const { rows: before } = await owner('SELECT * FROM analytics.unusual_activities');
    await replay(1);
    const { rows: after } = await owner('SELECT * FROM analytics.unusual_activities');
    expect(after).toEqual(before);
    const { rows } = await owner('SELECT action, subject_id, detail FROM analytics.audit_outbox');
    expect(rows).toEqual([{ action: 'alert.replayed', subject_id: '1', detail: { identical: true } }]);
  });

  it('recomputing an unknown alert returns 404', async () => {
    expect((await api.get('/api/unusual-activities/999/replay')).status).toBe(404);
  });
});
