import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerEvent } from '@clearwatch/contracts/events/server-event';
import { QUEUES } from '@clearwatch/contracts/jobs/job-definition';
import { COMPOSE_REPORT } from '@clearwatch/contracts/jobs/report-jobs';
import type { Fact, ReportDocument } from '@clearwatch/contracts/reports/report-document';
import { Reconciler } from '@clearwatch/service-kit/jobs/reconciler';
import { ServerEventListener } from '@clearwatch/service-kit/jobs/server-event-listener';
import { openQueue } from '@clearwatch/service-kit/testing/open-queue';
import { QUEUE_BACKENDS } from '@clearwatch/service-kit/testing/queue-backends';
import { until } from '@clearwatch/service-kit/testing/until';
import { pino } from 'pino';
import { ADA, BEN, PAULA, ReportsWorld } from '../testing/reports-world.ts';
import { ReportClaims } from './report-claims.repository.ts';

const TYPE = 'executive_summary';
const FACTS: Fact[] = [
  { id: 'F1', label: 'Credits', value: { kind: 'money', cents: 12_345 }, source: 'counted by hand' },
];
const DOCUMENT: ReportDocument = {
  headline: [{ text: 'Credits came to ' }, { text: '$123.45', fact: 'F1' }, { text: '.' }],
  sections: [{ title: 'What happened', blocks: [{ kind: 'paragraph', spans: [{ text: 'Nothing else.' }] }] }],
};

const ask = (world: ReportsWorld, more: object = {}, user = PAULA) =>
  world.post('/api/generate-report', { reportType: TYPE, ...more }, user);

describe.each(QUEUE_BACKENDS)('writing a report, queue on %s', (backend) => {
  let world: ReportsWorld;
  /** Where the gateway hears what it tells open browsers. */
  let listener: ServerEventListener;
  const heard: ServerEvent[] = [];
  beforeAll(async () => {
    world = await ReportsWorld.start({ backend, redisDatabase: 11 });
    listener = new ServerEventListener(
      world.environment,
      (event) => heard.push(event),
      pino({ level: 'silent' }),
    );
    await listener.ready();
  });
  afterAll(async () => {
    await listener.close();
    await world.stop();
  });
  beforeEach(async () => {
    await world.forget();
    await world.posted('2026-05-01', '2026-08-20', '2027-01-15');
    world.writes(TYPE, async () => ({ document: DOCUMENT, facts: FACTS }));
  });

  /** A report whose facts take as long as the test likes; PostgreSQL itself is what is waited for. */
  const writesForEver = () =>
    world.writes(TYPE, async (ledger) => {
      await ledger.rows('SELECT pg_sleep(60)');
      return { document: DOCUMENT, facts: FACTS };
    });
  const questions = async () => {
    const { rows } = await world.owner.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE '%pg_sleep(60)'`,
    );
    return rows.length;
  };

  it('answers with the whole of it, and writes down who asked and what wrote it', async () => {
    const { status, body } = await ask(world);
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        id: 1,
        reportType: TYPE,
        title: 'Executive Summary, Jul 22 to Aug 20, 2026',
        dateRangeStart: '2026-07-22',
        dateRangeEnd: '2026-08-20',
        state: 'completed',
        requestedBy: 'paula',
        writer: 'built_in',
        model: null,
        cost: null,
        unboundCount: 0,
        document: DOCUMENT,
        facts: FACTS,
        content: 'Credits came to $123.45.\n\n## What happened\n\nNothing else.\n',
      }),
    ]);
    expect(await world.trail()).toMatchObject([
      { action: 'report.requested', actor_name: 'paula', subject_id: '1', detail: { reportType: TYPE } },
      { action: 'report.composed', actor_name: 'system', subject_id: '1', detail: { writer: 'built_in' } },
    ]);
  });

  it('tells open browsers how far it is, and when it has ended, however it ends', async () => {
    heard.length = 0;
    await ask(world);
    await until('it is told', () => heard.length === 2);
    expect(heard).toEqual([
      { type: 'report.progress', reportId: 1, sectionsDone: 1, sections: 1 },
      { type: 'report.finished', reportId: 1 },
    ]);
    await world.owner.query(
      `INSERT INTO reports.ai_reports (report_type, title, state, requested_by, progress_at)
       VALUES ('custom', 'open', 'composing', 7, now() + interval '1 hour')`,
    );
    await world.post('/api/reports/2/cancel');
    await until('it is told', () => heard.length === 3);
    expect(heard[2]).toEqual({ type: 'report.finished', reportId: 2 });
  });

  it('gives its writer the period, the one before, and where the ledger begins and ends', async () => {
    let asked: object = {};
    world.writes('custom', async (_ledger, given) => {
      asked = given;
      return { document: DOCUMENT, facts: FACTS };
    });
    await world.post('/api/generate-report', {
      reportType: 'custom',
      customPrompt: ' Who pays? ',
      dateRangeStart: '2026-08-11',
    });
    expect(asked).toEqual({
      period: { firstDay: '2026-08-11', lastDay: '2026-08-20' },
      previous: { firstDay: '2026-08-01', lastDay: '2026-08-10' },
      asOf: '2026-08-20',
      firstDay: '2026-05-01',
      prompt: 'Who pays?',
    });
  });

  it('speaks of the days that the question of a custom report names', async () => {
    world.writes('custom', async () => ({ document: DOCUMENT, facts: FACTS }));
    const { body } = await world.post('/api/generate-report', {
      reportType: 'custom',
      customPrompt: 'Who paid us in May 2026?',
    });
    expect([body.dateRangeStart, body.dateRangeEnd]).toEqual(['2026-05-01', '2026-05-31']);
  });

  it('says plainly that there is nothing on those days, or nothing at all', async () => {
    const empty = await ask(world, { dateRangeStart: '2020-01-01', dateRangeEnd: '2020-01-31' });
    expect([empty.status, empty.body.content]).toEqual([
      201,
      expect.stringContaining('no entry was posted from Jan 1, 2020 to Jan 31, 2020'),
    ]);
    await world.owner.query('DELETE FROM analytics.ledger_days');
    const { status, body } = await ask(world);
    expect([status, body.title, body.dateRangeStart]).toEqual([201, 'Executive Summary', null]);
    expect(body.content).toContain('the ledger holds no dated entry yet');
  });

  it('that is cancelled in the middle of a long question lets go of it, and stays cancelled', async () => {
    writesForEver();
    const answer = ask(world);
    await until('PostgreSQL is asked', async () => (await questions()) === 1);
    expect((await world.post('/api/reports/1/cancel', {}, BEN)).status).toBe(403);
    const { status, body } = await world.post('/api/reports/1/cancel');
    expect([status, body.state]).toEqual([200, 'cancelled']);
    await until('the question is let go', async () => (await questions()) === 0, 5_000);
    expect([(await answer).status, (await answer).body.state]).toEqual([202, 'cancelled']);
    expect((await world.post('/api/reports/1/cancel', {}, ADA)).status).toBe(409);
    expect((await world.trail()).map(({ action }) => action)).toEqual([
      'report.requested',
      'report.cancelled',
    ]);
  });

  it('writes two that are asked at once, and each once', async () => {
    const [one, two] = await Promise.all([ask(world), ask(world, {}, BEN)]);
    expect([one.status, two.status, one.body.requestedBy, two.body.requestedBy]).toEqual([
      201,
      201,
      'paula',
      'ben',
    ]);
    expect(await world.trail()).toHaveLength(4);
  });

  it('fails with a sentence when the writing itself fails, and the next is written', async () => {
    world.writes(TYPE, async () => {
      throw new TypeError('a lying template');
    });
    const { status, text } = await ask(world);
    expect([status, text]).toEqual([
      503,
      expect.stringMatching(/^Something went wrong on the server, so there is no report/),
    ]);
    expect(await world.report(1)).toMatchObject({
      state: 'failed',
      notice: text,
      document: null,
      content: '',
    });
    expect((await world.trail()).map(({ action }) => action)).toEqual(['report.requested', 'report.failed']);
    world.writes(TYPE, async () => ({ document: DOCUMENT, facts: FACTS }));
    expect((await ask(world)).status).toBe(201);
  });

  it('is tried again when the database was away for a moment', async () => {
    let tries = 0;
    world.writes(TYPE, async () => {
      tries += 1;
      if (tries === 1) throw Object.assign(new Error('terminating'), { code: '57P01' });
      return { document: DOCUMENT, facts: FACTS };
    });
    expect((await ask(world)).status).toBe(201);
    expect(tries).toBe(2);
  });

  it('takes three of one user at a time, and others beside them', async () => {
    await world.owner.query(
      `INSERT INTO reports.ai_reports (report_type, title, state, requested_by, progress_at)
       SELECT 'custom', 'open', 'composing', 7, now() + interval '1 hour' FROM generate_series(1, 2)`,
    );
    writesForEver();
    const third = ask(world);
    await until('the third is begun', async () => (await questions()) === 1);
    const { status, text, headers } = await ask(world);
    expect([status, text, headers['retry-after']]).toEqual([
      429,
      '3 of your reports are still being written. Wait for one of them, or cancel it.',
      '10',
    ]);
    await world.post('/api/reports/3/cancel');
    await third;
    world.writes(TYPE, async () => ({ document: DOCUMENT, facts: FACTS }));
    expect((await ask(world, {}, BEN)).status).toBe(201);
    await until('the question is let go', async () => (await questions()) === 0, 5_000);
  });

  it('that was deleted meanwhile is let go', async () => {
    writesForEver();
    const answer = ask(world);
    await until('PostgreSQL is asked', async () => (await questions()) === 1);
    expect((await world.delete('/api/reports/1', ADA)).status).toBe(204);
    await until('the question is let go', async () => (await questions()) === 0, 5_000);
    expect((await answer).status).toBe(404);
  });

  it('whose job was lost is found by its row and queued again', async () => {
    await world.owner.query(
      `INSERT INTO reports.ai_reports (report_type, title, state, requested_by, requested_by_name, requested_at)
       VALUES ($1, 'lost', 'pending', 7, 'paula', now() - interval '1 minute')`,
      [TYPE],
    );
    await world.app.get(Reconciler, { strict: false }).reconcile();
    await until('it is written', async () => (await world.report(1)).state === 'completed');
  });

  it('whose job is dead becomes failed', async () => {
    const queue = openQueue(QUEUES.compose, world.environment);
    await queue.add('an unknown job', {}, { jobId: COMPOSE_REPORT.identity({ reportId: 1 }) });
    await until('it is dead', async () => (await queue.getFailedCount()) === 1);
    await queue.close();
    await world.owner.query(
      `INSERT INTO reports.ai_reports (report_type, title, state, requested_at)
       VALUES ($1, 'poison', 'pending', now() - interval '1 minute')`,
      [TYPE],
    );
    await world.app.get(Reconciler, { strict: false }).reconcile();
    expect(await world.report(1)).toMatchObject({
      state: 'failed',
      notice: expect.stringMatching(/^Something went wrong/),
    });
  });
});

describe('a report without a worker', () => {
  it('is kept, answered as pending, and written by the worker that comes', async () => {
    const api = await ReportsWorld.start({ role: 'api', settings: { REPORT_WAIT_SECONDS: 1 } });
    try {
      const { status, body } = await ask(api);
      expect([status, body.state, body.document]).toEqual([202, 'pending', null]);
      await ask(api);
      await api.post('/api/reports/2/cancel');
      const worker = await api.another({ role: 'worker' });
      try {
        await until('it is written', async () => (await api.report(1)).state === 'completed');
        await pause(200);
        expect((await api.report(2)).state).toBe('cancelled');
      } finally {
        await worker.stop();
      }
    } finally {
      await api.stop();
    }
  });

  it('goes from a worker that stops to another, which begins anew', async () => {
    const api = await ReportsWorld.start({ role: 'api', settings: { REPORT_WAIT_SECONDS: 60 } });
    try {
      await api.posted('2026-08-20');
      const first = await api.another({ role: 'worker' });
      let isBegun = false;
      first.writes(TYPE, async (ledger) => {
        isBegun = true;
        await ledger.rows('SELECT pg_sleep(60)');
        return { document: DOCUMENT, facts: FACTS };
      });
      const answer = ask(api);
      await until('it is begun', () => isBegun);
      const second = await api.another({ role: 'worker' });
      second.writes(TYPE, async () => ({ document: DOCUMENT, facts: FACTS }));
      try {
        await first.stop();
        expect([(await answer).status, (await answer).body.writer]).toEqual([201, 'built_in']);
        expect((await api.trail()).map(({ action }) => action)).toEqual([
          'report.requested',
          'report.composed',
        ]);
      } finally {
        await second.stop();
      }
    } finally {
      await api.stop();
    }
  });
});

describe('two runs of the same job', () => {
  it('leave the report to the later one, whichever ends first', async () => {
    const world = await ReportsWorld.start({ role: 'worker', settings: { REPORT_WAIT_SECONDS: 0 } });
    try {
      const claims = world.app.get(ReportClaims, { strict: false });
      await world.owner.query(
        `INSERT INTO reports.ai_reports (report_type, title, state, progress_at)
         VALUES ($1, 'one', 'pending', now() + interval '1 hour')`,
        [TYPE],
      );
      const written = { document: DOCUMENT, facts: FACTS, unboundCount: 0, notice: null, worded: null };
      const [earlier, later] = [await claims.claim(1, randomUUID()), await claims.claim(1, randomUUID())];
      if (earlier === null || later === null) throw new TypeError('both were claimed');
      expect([
        await claims.keep(earlier),
        await claims.keepWords(earlier, 'old'),
        await claims.keep(later),
      ]).toEqual([false, false, true]);
      expect(await claims.complete(earlier, { ...written, content: 'of the earlier' })).toBe(false);
      expect(await claims.fail(earlier, { code: 'internal', sentence: 'no' })).toBe(false);
      expect(await claims.complete(later, { ...written, content: 'of the later' })).toBe(true);
      expect(await claims.complete(later, { ...written, content: 'again' })).toBe(false);
      expect(await claims.claim(1, randomUUID())).toBeNull();
      const { rows } = await world.owner.query('SELECT state, content FROM reports.ai_reports');
      expect(rows).toEqual([{ state: 'completed', content: 'of the later' }]);
      expect(await world.trail()).toHaveLength(1);
    } finally {
      await world.stop();
    }
  });
});
