import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { ReportClaimsRepository } from './report-claims.repository.ts';
import {
  AiReportTestContext,
  requestReport as ask,
  SMALL_REPORT,
  SMALL_TYPE,
} from './testing/ai-report-test-context.ts';
import { FakeModelEndpoint, GOOD_ANSWER } from './testing/model-test-context.ts';

/** The compiled worker program. */
const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

const endpoint = new FakeModelEndpoint();
let api: AiReportTestContext;
const workers: AiReportTestContext[] = [];
beforeAll(async () => {
  api = await AiReportTestContext.start({ role: 'api', settings: { REPORT_WAIT_SECONDS: 50 } });
});
beforeEach(async () => {
  await api.forget();
  await api.posted('2026-08-20');
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});
afterAll(() => api.stop());

async function startWorker(): Promise<AiReportTestContext> {
  const worker = await api.another({ role: 'worker' });
  workers.push(worker);
  worker.writes(SMALL_TYPE, async () => SMALL_REPORT);
  return worker;
}

/** A separate worker process with a language model. */
function spawnWorker(model: object): ChildProcess {
  const known = Object.entries(api.environment).filter(([, value]) => value !== undefined);
  const env = Object.fromEntries(known.map(([name, value]) => [name, String(value)]));
  Object.assign(env, { PROCESS_ROLE: 'worker' }, model);
  return spawn(process.execPath, [PROGRAM], { env, stdio: 'ignore' });
}

/** Audited report actions, except views. */
async function actions(): Promise<string[]> {
  const actions = (await api.trail()).map(({ action }) => action);
  return actions.filter((action) => action !== 'report.viewed');
}

describe('handover between workers', () => {
  it('a report stays pending without a worker and is written by the next worker', async () => {
    api.environment.REPORT_WAIT_SECONDS = 0;
    try {
      const { status, body } = await ask(api);
      expect([status, body.state, body.document]).toEqual([202, 'pending', null]);
      await ask(api);
    } finally {
      api.environment.REPORT_WAIT_SECONDS = 50;
    }
    await api.post('/api/reports/1/cancel');
    await startWorker();
    await waitUntil('the second report is completed', async () => (await api.report(2)).state === 'completed');
    expect((await api.report(1)).state).toBe('cancelled');
    expect(await actions()).toHaveLength(4);
  });

  it('a report is restarted by another worker when its worker stops [fault 1.4]', async () => {
    const first = await api.another({ role: 'worker' });
    let hasStarted = false;
    first.writes(SMALL_TYPE, async (ledger) => {
      hasStarted = true;
      await ledger.query('SELECT pg_sleep(60)');
      return SMALL_REPORT;
    });
    const answer = ask(api);
    await waitUntil('the first worker has started', () => hasStarted);
    await startWorker();
    await first.stop();
    expect([(await answer).status, (await answer).body.document]).toEqual([201, SMALL_REPORT.document]);
    expect(await actions()).toEqual(['report.requested', 'report.composed']);
  });

  it('a report is restarted by another worker when its worker is killed, without a duplicate report', async () => {
    const model = { OPENAI_BASE_URL: await endpoint.start(), OPENAI_MODEL: 'words-1' };
    endpoint.behaves({ hangsAfter: GOOD_ANSWER });
    const worker = spawnWorker(model);
    try {
      const answer = ask(api);
      await waitUntil('the model is called', () => endpoint.requests.length === 1);
      await waitUntil('a draft is stored', async () => (await api.report(1)).content !== '');
      worker.kill('SIGKILL');
      await once(worker, 'exit');
      await startWorker();
      expect([(await answer).status, (await answer).body.document]).toEqual([201, SMALL_REPORT.document]);
      expect((await api.get('/api/reports')).body).toHaveLength(1);
      expect(await actions()).toEqual(['report.requested', 'report.composed']);
    } finally {
      worker.kill('SIGKILL');
      await endpoint.stop();
    }
  });

  it('a report with two runs is completed by the later run, and the earlier run can change nothing', async () => {
    const claims = (await startWorker()).app.get(ReportClaimsRepository, { strict: false });
    await api.owner.query(
      `INSERT INTO reports.ai_reports (report_type, title, state, progress_at)
       VALUES ($1, 'one', 'pending', now() + interval '1 hour')`,
      [SMALL_TYPE],
    );
    const written = { ...SMALL_REPORT, unboundCount: 0, notice: null, writer: 'built_in' } as const;
    const [earlier, later] = [await claims.claim(1, randomUUID()), await claims.claim(1, randomUUID())];
    if (earlier === null || later === null) throw new TypeError('a claim failed');
    expect([await claims.extend(earlier), await claims.extend(earlier, { content: 'old' })]).toEqual([false, false]);
    expect(await claims.extend(later)).toBe(true);
    expect(await claims.complete(earlier, { ...written, content: 'of the earlier' })).toBe(false);
    expect(await claims.fail(earlier, { code: 'internal', sentence: 'no' })).toBe(false);
    expect(await claims.complete(later, { ...written, content: 'of the later' })).toBe(true);
    expect(await claims.complete(later, { ...written, content: 'again' })).toBe(false);
    expect(await claims.claim(1, randomUUID())).toBeNull();
    expect(await api.report(1)).toMatchObject({ state: 'completed', content: 'of the later' });
    expect(await actions()).toEqual(['report.composed']);
  });
});
