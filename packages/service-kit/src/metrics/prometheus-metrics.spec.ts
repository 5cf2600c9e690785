import type { Server } from 'node:http';
import { register } from '@prometheus-io/client';
import { countRequest } from '../http/configure-http.ts';
import { countJob, initializeJobCounters } from '../jobs/job-handler.ts';
import { FixedLabelCounter, serveMetrics } from './prometheus-metrics.ts';

const JOB = { name: 'import.file', queue: 'import' } as const;

/** The lines of one metric. */
async function seriesOf(name: string): Promise<string[]> {
  const text = await register.metrics();
  return text.split('\n').filter((line) => line.startsWith(`${name}{`));
}

// Other test files in this worker also increase the counters.
beforeAll(() => register.resetMetrics());

describe('metrics', () => {
  it('metrics include every series of a fixed-label counter from the start', async () => {
    const letters = new FixedLabelCounter({
      name: 'clearwatch_letters_total',
      help: 'Letters.',
      label: 'outcome',
      values: ['sent', 'lost'],
    });
    letters.count('sent', 3);
    expect(await seriesOf('clearwatch_letters_total')).toEqual([
      'clearwatch_letters_total{outcome="sent"} 3',
      'clearwatch_letters_total{outcome="lost"} 0',
    ]);
  });

  it('metrics count requests by route template and all unknown methods as one', async () => {
    countRequest({ method: 'GET', route: '/api/imports/:id', status: 200, seconds: 0.02 });
    for (const method of ['PROPFIND', 'M-SEARCH'])
      countRequest({ method, route: 'unmatched', status: 404, seconds: 0.001 });
    expect(await seriesOf('clearwatch_http_requests_total')).toEqual([
      'clearwatch_http_requests_total{method="GET",route="/api/imports/:id",status="200"} 1',
      'clearwatch_http_requests_total{method="other",route="unmatched",status="404"} 2',
    ]);
    expect((await seriesOf('clearwatch_http_request_duration_seconds_bucket')).join('\n')).toContain(
      '{le="0.025",method="GET",route="/api/imports/:id"} 1',
    );
  });

  it('metrics count job runs by outcome', async () => {
    initializeJobCounters([JOB]);
    countJob(JOB, 'retried', 0.4);
    countJob(JOB, 'done', 2);
    expect(await seriesOf('clearwatch_jobs_total')).toEqual([
      'clearwatch_jobs_total{queue="import",job="import.file",outcome="done"} 1',
      'clearwatch_jobs_total{queue="import",job="import.file",outcome="retried"} 1',
      'clearwatch_jobs_total{queue="import",job="import.file",outcome="dead"} 0',
    ]);
    expect(await seriesOf('clearwatch_job_duration_seconds_count')).toEqual([
      'clearwatch_job_duration_seconds_count{queue="import",job="import.file"} 2',
    ]);
  });
});

describe('metrics server', () => {
  let server: Server;
  let url: string;

  beforeAll(async () => {
    server = await serveMetrics({ host: '127.0.0.1', port: 0 });
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  });
  afterAll(() => void server.close());

  it('the metrics server answers only /metrics, in Prometheus format', async () => {
    const answer = await fetch(`${url}/metrics`);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await answer.text()).toContain('# TYPE clearwatch_http_requests_total counter');
    for (const [path, method] of [
      ['/', 'GET'],
      ['/metrics?x=1', 'GET'],
      ['/metrics', 'POST'],
    ] as const)
      expect((await fetch(`${url}${path}`, { method })).status).toBe(404);
  });

  it('the metrics server reports a port that is in use', async () => {
    await expect(serveMetrics({ host: '127.0.0.1', port: Number(new URL(url).port) })).rejects.toThrow('EADDRINUSE');
  });
});
