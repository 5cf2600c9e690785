import { ProjectionService } from '../projection/projection.service.ts';
import { AlertsTestContext } from '../testing/alerts-test-context.ts';
import type { LedgerEntry } from '../testing/analytics-ledger-fixtures.ts';

const entry = (account: string, day: string | null, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  account,
  firstName: 'Ana',
  lastName: 'Sample',
  amount: '10.00',
  type: 'Credit',
  day,
  ...more,
});
const crowd = ['C1', 'C2', 'C3', 'C4'].map((account) => entry(account, '2026-05-01', { firstName: 'Bo' }));

let context: AlertsTestContext;
beforeAll(async () => {
  context = await AlertsTestContext.start(
    [
      entry('A', '2025-12-01'),
      entry('A', '2026-02-21', { amount: '7.50', type: 'Debit' }),
      entry('A', '2026-06-03', { kind: 'prenote' }),
      entry('A', '2026-07-05', { amount: '0.25' }),
      entry('A', null),
      entry('A2', '2026-06-01'),
      ...crowd,
    ],
    { role: 'all' },
  );
  await context.analytics.app.get(ProjectionService, { strict: false }).project(1);
});
afterAll(() => context.stop());
beforeEach(() => context.forgetAlerts());

const around = (id: number) => context.analytics.get(`/api/unusual-activities/${id}/surroundings`);
const WINDOW = { window: { firstDay: '2026-06-20', lastDay: '2026-06-28' } };

describe('alert context', () => {
  it('the alert context contains the days with amounts from 120 days before the window to the end of the ledger', async () => {
    await context.stored({ evidence: WINDOW });
    expect((await around(1)).body).toEqual({
      firstDay: '2026-02-20',
      lastDay: '2026-07-05',
      days: [
        { day: '2026-02-21', credits: '0.00', debits: '7.50' },
        { day: '2026-06-30', credits: '1.00', debits: '0.00' },
        { day: '2026-07-05', credits: '0.25', debits: '0.00' },
      ],
      otherAlerts: [],
    });
  });

  it('the alert context starts no earlier than the ledger and covers the whole window, even after entries were removed', async () => {
    await context.stored(
      { evidence: { window: { firstDay: '2026-01-05', lastDay: '2026-01-09' } } },
      { evidence: { window: { firstDay: '2027-01-05', lastDay: '2027-01-09' } } },
    );
    expect((await around(1)).body).toMatchObject({ firstDay: '2025-12-01', lastDay: '2026-02-08' });
    expect((await around(2)).body).toMatchObject({ firstDay: '2026-09-07', lastDay: '2027-01-09', days: [] });
  });

  it('the alert context lists other alerts on all of the member’s accounts, newest first', async () => {
    await context.stored(
      { day: '2026-06-05' },
      { account: 'A2', day: '2026-06-09', reviewed: true },
      { day: '2026-06-07' },
      { account: 'C1', day: '2026-06-08' },
    );
    const { body } = await around(1);
    expect(body.otherAlerts.map(({ id }: { id: number }) => id)).toEqual([2, 3]);
  });

  it('the alert context lists only the account’s alerts when too many accounts share the member’s name', async () => {
    await context.stored({ account: 'C1' }, { account: 'C2' }, { account: 'C1' }, { account: 'GONE' });
    expect((await around(1)).body.otherAlerts).toMatchObject([{ id: 3 }]);
    expect((await around(4)).body.otherAlerts).toEqual([]);
  });

  it('the alert context includes at most twenty other alerts', async () => {
    await context.stored(...Array.from({ length: 25 }, () => ({})));
    expect((await around(1)).body.otherAlerts).toHaveLength(20);
  });

  it('viewing an alert’s context and evidence is audited as one view, and not at all for a missing alert', async () => {
    await context.stored({});
    const user = { id: 901, name: 'looker' };
    await context.analytics.get('/api/unusual-activities/1/surroundings', user);
    await context.analytics.get('/api/unusual-activities/1', user);
    expect((await context.analytics.get('/api/unusual-activities/99/surroundings', user)).status).toBe(404);
    expect(await context.trail()).toMatchObject([{ action: 'alert.viewed', actor_id: 901, subject_id: '1' }]);
  });
});
