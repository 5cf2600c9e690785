import { QUEUES } from '@clearwatch/contracts/job-definition';
import { COMPOSE_REPORT } from '@clearwatch/contracts/jobs.dto';
import type { ServerEvent } from '@clearwatch/contracts/server-event';
import { Reconciler } from '@clearwatch/service-kit/jobs/reconciler';
import { ServerEventListener } from '@clearwatch/service-kit/jobs/server-event-listener';
import { openQueue, QUEUE_BACKENDS } from '@clearwatch/service-kit/testing/queue-fixtures';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { pino } from 'pino';
import {
  ADA,
  AiReportTestContext,
  requestReport as ask,
  BEN,
  SMALL_REPORT,
  SMALL_TYPE,
} from './testing/ai-report-test-context.ts';

describe.each(QUEUE_BACKENDS)('queue on %s', (backend) => {
  let context: AiReportTestContext;
  /** Receives the events that the gateway sends to browsers. */
  let listener: ServerEventListener;
  const events: ServerEvent[] = [];
  beforeAll(async () => {
    context = await AiReportTestContext.start({ backend, redisDatabase: 11 });
    listener = new ServerEventListener(context.environment, (event) => events.push(event), pino({ level: 'silent' }));
    await listener.ready();
  });
  afterAll(async () => {
    await listener.close();
    await context.stop();
  });
  beforeEach(async () => {
    await context.forget();
    await context.posted('2026-05-01', '2026-08-20', '2027-01-15');
    context.writes(SMALL_TYPE, async () => SMALL_REPORT);
  });

  /** A report whose PostgreSQL query runs for a minute unless it is canceled. */
  const writesForEver = () =>
    context.writes(SMALL_TYPE, async (ledger) => {
      await ledger.query('SELECT pg_sleep(60)');
      return SMALL_REPORT;
    });
  const questions = async () => {
    const { rows } = await context.owner.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE '%pg_sleep(60)'`,
    );
    return rows.length;
  };

  it('a report is returned in full, and its requester and writer are audited', async () => {
    const { status, body } = await ask(context);
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        id: 1,
        reportType: SMALL_TYPE,
        title: 'Executive Summary, Jul 22 to Aug 20, 2026',
        dateRangeStart: '2026-07-22',
        dateRangeEnd: '2026-08-20',
        state: 'completed',
        requestedBy: 'paula',
        writer: 'built_in',
        model: null,
        cost: null,
        unboundCount: 0,
        document: SMALL_REPORT.document,
        facts: SMALL_REPORT.facts,
        content: 'Credits came to $123.45.\n\n## What happened\n\nNothing else.\n',
      }),
    ]);
    expect(await context.trail()).toMatchObject([
      {
        action: 'report.requested',
        actor_name: 'paula',
        subject_id: '1',
        detail: { reportType: SMALL_TYPE },
      },
      { action: 'report.composed', actor_name: 'system', subject_id: '1', detail: { writer: 'built_in' } },
    ]);
  });

  it('a report publishes its progress and its outcome, including a cancellation', async () => {
    events.length = 0;
    await ask(context);
    await waitUntil('two events are published', () => events.length === 2);
    expect(events).toEqual([
      { type: 'report.progress', reportId: 1, sectionsDone: 1, sections: 1 },
      { type: 'report.finished', reportId: 1 },
    ]);
    await context.owner.query(
      `INSERT INTO reports.ai_reports (report_type, title, state, requested_by, progress_at)
       VALUES ('custom', 'open', 'composing', 7, now() + interval '1 hour')`,
    );
    await context.post('/api/reports/2/cancel');
    await waitUntil('three events are published', () => events.length === 3);
    expect(events[2]).toEqual({ type: 'report.finished', reportId: 2 });
  });

  it('the writer of a report receives the period, the previous period, and the first and newest days in the ledger', async () => {
    let requested: object = {};
    context.writes('custom', async (_ledger, requestedScope) => {
      requested = requestedScope;
      return SMALL_REPORT;
    });
    await context.post('/api/generate-report', {
      reportType: 'custom',
      customPrompt: ' Who pays? ',
      dateRangeStart: '2026-08-11',
    });
    expect(requested).toEqual({
      period: { firstDay: '2026-08-11', lastDay: '2026-08-20' },
      previous: { firstDay: '2026-08-01', lastDay: '2026-08-10' },
      asOf: '2026-08-20',
      firstDay: '2026-05-01',
      prompt: 'Who pays?',
    });
  });

  it('a custom report covers the days named in its question', async () => {
    context.writes('custom', async () => SMALL_REPORT);
    const { body } = await context.post('/api/generate-report', {
      reportType: 'custom',
      customPrompt: 'Who paid us in May 2026?',
    });
    expect([body.dateRangeStart, body.dateRangeEnd]).toEqual(['2026-05-01', '2026-05-31']);
  });

  it('a report states that its period or the ledger has no entries', async () => {
    const empty = await ask(context, { dateRangeStart: '2020-01-01', dateRangeEnd: '2020-01-31' });
    expect([empty.status, empty.body.content]).toEqual([
      201,
      expect.stringContaining('no entries were posted from Jan 1, 2020 to Jan 31, 2020'),
    ]);
    await context.owner.query('DELETE FROM analytics.ledger_days');
    const { status, body } = await ask(context);
    expect([status, body.title, body.dateRangeStart]).toEqual([201, 'Executive Summary', null]);
    expect(body.content).toContain('the ledger has no dated entries yet');
  });

  it('a report stops its running query when it is canceled, and stays canceled', async () => {
    writesForEver();
    const answer = ask(context);
    await waitUntil('the query is running', async () => (await questions()) === 1);
    expect((await context.post('/api/reports/1/cancel', {}, BEN)).status).toBe(403);
    const { status, body } = await context.post('/api/reports/1/cancel');
    expect([status, body.state]).toEqual([200, 'cancelled']);
    await waitUntil('the query has ended', async () => (await questions()) === 0, 5_000);
    expect([(await answer).status, (await answer).body.state]).toEqual([202, 'cancelled']);
    expect((await context.post('/api/reports/1/cancel', {}, ADA)).status).toBe(409);
    expect((await context.trail()).map(({ action }) => action)).toEqual(['report.requested', 'report.cancelled']);
  });

  it('two concurrent requests for a report write exactly one report each', async () => {
    const [one, two] = await Promise.all([ask(context), ask(context, {}, BEN)]);
    expect([one.status, two.status, one.body.requestedBy, two.body.requestedBy]).toEqual([201, 201, 'paula', 'ben']);
    expect(await context.trail()).toHaveLength(4);
  });

  it('a report fails with a message for staff on a writer error, and the next report is still written', async () => {
    context.writes(SMALL_TYPE, async () => {
      throw new TypeError('a broken template');
    });
    const { status, text } = await ask(context);
    expect([status, text]).toEqual([
      503,
      expect.stringMatching(/^Something went wrong on the server, so the report was not written/),
    ]);
    expect(await context.report(1)).toMatchObject({
      state: 'failed',
      notice: text,
      document: null,
      content: '',
    });
    expect((await context.trail()).map(({ action }) => action)).toEqual(['report.requested', 'report.failed']);
    context.writes(SMALL_TYPE, async () => SMALL_REPORT);
    expect((await ask(context)).status).toBe(201);
  });

  it('a report is retried after a short database outage', async () => {
    let tries = 0;
    context.writes(SMALL_TYPE, async () => {
      tries += 1;
      if (tries === 1) throw Object.assign(new Error('terminating'), { code: '57P01' });
      return SMALL_REPORT;
    });
    expect((await ask(context)).status).toBe(201);
    expect(tries).toBe(2);
  });

  it('a user can have at most three open reports', async () => {
    await context.owner.query(
      `INSERT INTO reports.ai_reports (report_type, title, state, requested_by, progress_at)
       SELECT 'custom', 'open', 'composing', 7, now() + interval '1 hour' FROM generate_series(1, 2)`,
    );
    writesForEver();
    const third = ask(context);
    await waitUntil('the third report has started', async () => (await questions()) === 1);
    const { status, text, headers } = await ask(context);
    expect([status, text, headers['retry-after']]).toEqual([
      429,
      '3 of your reports are still being written. Wait until one is done, or cancel one.',
      '10',
    ]);
    await context.post('/api/reports/3/cancel');
    await third;
    context.writes(SMALL_TYPE, async () => SMALL_REPORT);
    expect((await ask(context, {}, BEN)).status).toBe(201);
    await waitUntil('the query has ended', async () => (await questions()) === 0, 5_000);
  });

  it('a report is abandoned when it is deleted while being written', async () => {
    writesForEver();
    const answer = ask(context);
    await waitUntil('the query is running', async () => (await questions()) === 1);
    expect((await context.delete('/api/reports/1', ADA)).status).toBe(204);
    await waitUntil('the query has ended', async () => (await questions()) === 0, 5_000);
    expect((await answer).status).toBe(404);
  });

  it('a report is queued again from its database row when its job is missing', async () => {
    await context.owner.query(
      `INSERT INTO reports.ai_reports (report_type, title, state, requested_by, requested_by_name, requested_at)
       VALUES ($1, 'lost', 'pending', 7, 'paula', now() - interval '1 minute')`,
      [SMALL_TYPE],
    );
    await context.app.get(Reconciler, { strict: false }).round();
    await waitUntil('the report is completed', async () => (await context.report(1)).state === 'completed');
  });

  it('a report fails when its job has failed permanently [fault 1.10]', async () => {
    const queue = openQueue(QUEUES.compose, context.environment);
    await queue.add('an unknown job', {}, { jobId: COMPOSE_REPORT.identity({ reportId: 1 }) });
    await waitUntil('the job is dead', async () => (await queue.getFailedCount()) === 1);
    await queue.close();
    await context.owner.query(
      `INSERT INTO reports.ai_reports (report_type, title, state, requested_at)
       VALUES ($1, 'poison', 'pending', now() - interval '1 minute')`,
      [SMALL_TYPE],
    );
    await context.app.get(Reconciler, { strict: false }).round();
    expect(await context.report(1)).toMatchObject({
      state: 'failed',
      notice: expect.stringMatching(/^Something went wrong/),
    });
  });
});
