import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { DataSource } from 'typeorm';
import { ReportExpiryService } from './report-expiry.service.ts';
import { AiReportTestContext, TEST_TODAY } from './testing/ai-report-test-context.ts';

let context: AiReportTestContext;
beforeAll(async () => {
  context = await AiReportTestContext.start({ role: 'worker' });
  // The purge that runs when the worker starts would change the test counts.
  await waitUntil('the first purge has finished', async () => (await runs().last())?.finishedAt != null);
});
afterAll(() => context.stop());
beforeEach(() => context.forget());

const stored = (state: string, requested: string, generated: string | null) =>
  context.owner.query(
    `INSERT INTO reports.ai_reports (report_type, title, state, requested_at, generated_at)
     VALUES ('custom', $1, $1, $2, $3)`,
    [state, requested, generated],
  );
const left = async () => {
  const { rows } = await context.owner.query('SELECT id FROM reports.ai_reports ORDER BY id');
  return rows.map(({ id }) => id);
};

const runs = () => new PurgeRuns(context.app.get(DataSource, { strict: false }), 'reports');
/** No purge run has ID 0, so the count is not recorded in a run. */
const expire = () => context.app.get(ReportExpiryService, { strict: false }).expire(0);

describe('report expiry', () => {
  it('reports older than two years are deleted in any state, and the number deleted is audited [spec 9.16]', async () => {
    await stored('completed', '2024-11-19T10:00:00Z', '2024-11-19T10:00:01Z');
    await stored('failed', '2024-11-01T10:00:00Z', null);
    await stored('completed', '2024-11-19T23:59:59Z', '2024-11-20T12:00:00Z');
    await stored('completed', '2026-11-20T10:00:00Z', '2026-11-20T10:00:01Z');
    expect([await expire(), await left()]).toEqual([2, [3, 4]]);
    expect(await context.trail()).toMatchObject([
      { action: 'report.expired', actor_name: 'system', detail: { reports: 2, olderThan: '2024-11-20' } },
    ]);
    expect(await expire()).toBe(0);
    expect(await context.trail()).toHaveLength(1);
  });

  it('expired reports are kept under a legal hold on everything or on an account that they name', async () => {
    const hold = (account: string | null) =>
      context.owner.query(
        `INSERT INTO ledger.legal_holds (account_number, reason, placed_by, placed_by_name) VALUES ($1, 'x', 1, 'ada')`,
        [account],
      );
    await stored('completed', '2024-11-19T10:00:00Z', '2024-11-19T10:00:01Z');
    await stored('completed', '2024-11-19T10:00:00Z', '2024-11-19T10:00:01Z');
    await context.owner.query(
      `UPDATE reports.ai_reports SET content = 'Of account 4000123456.' WHERE id = (SELECT min(id) FROM reports.ai_reports)`,
    );
    try {
      await hold(null);
      expect(await expire()).toBe(0);
      await context.owner.query('TRUNCATE ledger.legal_holds');
      await hold('4000123456');
      expect([await expire(), (await left()).length]).toEqual([1, 1]);
    } finally {
      await context.owner.query('TRUNCATE ledger.legal_holds');
    }
    expect(await expire()).toBe(1);
  });

  it('expired reports are selected based on the current day', async () => {
    const today = context.app.get(Today, { strict: false });
    await stored('completed', '2024-02-29T10:00:00Z', '2024-02-29T10:00:00Z');
    try {
      today.day = () => '2026-02-28';
      expect(await expire()).toBe(0);
      today.day = () => '2026-03-01';
      expect(await expire()).toBe(1);
    } finally {
      today.day = () => TEST_TODAY;
    }
  });

  it('expired reports are purged once a day by one worker, and again when an operator repeats the run', async () => {
    await stored('completed', '2001-01-01T10:00:00Z', '2001-01-01T10:00:00Z');
    expect(await runs().open(TEST_TODAY)).toEqual([]);
    await runs().repeatLatest(context.app.get(DataSource, { strict: false }));
    const another = await context.another({ role: 'worker' });
    try {
      await waitUntil('the report is deleted', async () => (await left()).length === 0);
      expect(await runs().last()).toMatchObject({
        day: TEST_TODAY,
        finishedAt: expect.any(String),
        removed: [{ what: 'reports', count: 1 }],
      });
    } finally {
      await another.stop();
    }
  });
});
