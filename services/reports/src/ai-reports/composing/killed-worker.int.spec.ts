import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { until } from '@clearwatch/service-kit/testing/until';
import { aComposedReport, GOOD_ANSWER } from '../model/testing/a-composed-report.ts';
import { StandInEndpoint } from '../model/testing/stand-in-endpoint.ts';
import { ReportsWorld } from '../testing/reports-world.ts';

/** The program itself, as it is installed. */
const PROGRAM = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));

const endpoint = new StandInEndpoint();
let world: ReportsWorld;
let worker: ChildProcess | undefined;
beforeAll(async () => {
  const settings = {
    OPENAI_BASE_URL: await endpoint.start(),
    OPENAI_MODEL: 'words-1',
    REPORT_WAIT_SECONDS: 50,
  };
  world = await ReportsWorld.start({ role: 'api', settings });
});
afterAll(async () => {
  worker?.kill('SIGKILL');
  await world.stop();
  await endpoint.stop();
});

const modelOf = ({ environment: { OPENAI_BASE_URL, OPENAI_MODEL } }: ReportsWorld) => ({
  OPENAI_BASE_URL,
  OPENAI_MODEL,
});

/** A worker process of its own, with all that it needs to know. */
function startWorker(): ChildProcess {
  const settings = Object.entries(world.environment).filter(([, value]) => value !== undefined);
  const env = Object.fromEntries(settings.map(([name, value]) => [name, String(value)]));
  Object.assign(env, { PROCESS_ROLE: 'worker' });
  return spawn(process.execPath, [PROGRAM], { env, stdio: 'ignore' });
}

it('a report whose worker is killed in the middle of it is begun anew by another, and is one report', async () => {
  await world.posted('2026-08-20');
  endpoint.behaves({ hangsAfter: GOOD_ANSWER });
  const answer = world.post('/api/generate-report', { reportType: 'executive_summary' });
  worker = startWorker();
  await until('it is being written', () => endpoint.asked.length === 1, 20_000);
  await until('there is something to read', async () => (await world.report(1)).content !== '');
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  endpoint.behaves({ status: 401 });
  const another = await world.another({ role: 'worker', settings: modelOf(world) });
  try {
    another.writes('executive_summary', async () => aComposedReport());
    const { status, body } = await answer;
    expect([status, body.state, body.writer]).toEqual([201, 'completed', 'built_in']);
    expect((await world.get('/api/reports')).body).toHaveLength(1);
    const actions = (await world.trail()).map(({ action }) => action);
    expect(actions.filter((action) => action !== 'report.viewed')).toEqual([
      'report.requested',
      'report.composed',
    ]);
  } finally {
    await another.stop();
  }
});
