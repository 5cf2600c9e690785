import { checkHealth, type HealthProbe, RecoveringError } from './health-probe.ts';

const probe = (name: string, failure?: Error): HealthProbe => ({
  name,
  check: () => (failure === undefined ? Promise.resolve() : Promise.reject(failure)),
});
const recovering = Object.assign(new Error('the database system is not yet accepting connections'), {
  code: '57P03',
});

describe('health of dependencies', () => {
  it('the health status is up when every check succeeds', async () => {
    const report = await checkHealth([probe('database'), probe('queue')]);
    expect([report.status, report.waitsFor]).toEqual(['up', undefined]);
  });

  it('the health status is recovering while the database recovers, and explains this', async () => {
    const report = await checkHealth([
      probe('ingest', new RecoveringError('waits for its database')),
      probe('reports', new Error('refused')),
      probe('database', recovering),
      probe('queue'),
    ]);
    expect(report.status).toBe('recovering');
    expect(report.waitsFor).toMatch(/^The database is starting or recovering from a crash\. /);
    expect(report.checks.map(({ state }) => state)).toEqual(['recovering', 'down', 'recovering', 'up']);
  });

  it('the health status is down when a check fails and nothing is recovering', async () => {
    const stopping = Object.assign(new Error('the database system is shutting down'), { code: '57P03' });
    expect((await checkHealth([probe('database', stopping), probe('queue')])).status).toBe('down');
  });
});
