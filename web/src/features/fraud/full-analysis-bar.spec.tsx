import { act, screen, waitFor, within } from '@testing-library/react';
import { anAnalysis } from '../../testing/api-detection-fixtures.ts';
import { FakeEventSource } from '../../testing/browser-fakes.ts';
import { type FakeServer, heldAnswer } from '../../testing/fake-server.ts';
import { openApp } from '../../testing/open-app.tsx';
import { formatRemainingTime } from './full-analysis-bar.tsx';
import { aFraudServer } from './testing/fraud-screen-fixtures.ts';

const running = (shardsDone = 0) => anAnalysis({ runId: 6, state: 'running', shardsDone, finishedAt: null });
const runButton = () => screen.findByRole('button', { name: 'Run Full Analysis' });
const progress = (shardsDone: number, runId = 6) =>
  act(() => FakeEventSource.emit({ type: 'detection.progress', runId, shardsDone, shards: 40 }));

/** Finishes the analysis on the server and sends its event. */
function finish(server: FakeServer, alertsGenerated: number): void {
  server.on('GET /api/analytics/full-analysis', { body: anAnalysis({ runId: 6, alertsGenerated }) });
  act(() => FakeEventSource.emit({ type: 'detection.finished', runId: 6, alertsGenerated }));
}

describe('full analysis', () => {
  it('the fraud screen shows that no full analysis has run yet', async () => {
    aFraudServer();
    openApp('/fraud');
    expect(await screen.findByText(/No full analysis has run yet/)).toBeVisible();
  });

  it('the fraud screen shows the time, user and result of the last full analysis', async () => {
    aFraudServer().on('GET /api/analytics/full-analysis', { body: anAnalysis() });
    openApp('/fraud');
    expect(
      await screen.findByText('Last full analysis Nov 20, 2026 09:32 by lena: 12 alerts generated.'),
    ).toBeVisible();
  });

  it('a full analysis starts on a button click, shows progress and reports the result [spec 2.13.2, 8.17]', async () => {
    const answer = heldAnswer({ body: { runId: 6, alertsGenerated: 7 } });
    const server = aFraudServer().on('POST /api/analytics/detect-fraud', answer.respond);
    const user = openApp('/fraud');
    await user.click(await runButton());
    expect(await screen.findByText(/Preparing the analysis/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Analyzing...' })).toBeDisabled();
    server.on('GET /api/analytics/full-analysis', { body: running() });
    progress(1);
    expect(await screen.findByText(/0 of 40 parts/)).toBeVisible();
    progress(12);
    expect(await screen.findByText(/12 of 40 parts/)).toHaveTextContent('started by lena · continues if you leave');
    server.on('GET /api/analytics/full-analysis', { body: anAnalysis({ runId: 6, alertsGenerated: 7 }) });
    answer.release();
    expect(await screen.findByText('Comprehensive Analysis Complete')).toBeVisible();
    expect(screen.getByText(/^7 fraud alerts generated/)).toBeVisible();
    expect(await runButton()).toBeEnabled();
    expect(server.requestsTo('POST /api/analytics/detect-fraud')[0]?.body).toEqual({ analyzeAllData: true });
  });

  it('a running full analysis shows its progress after a reload or in another browser', async () => {
    const server = aFraudServer().on('GET /api/analytics/full-analysis', { body: running(12) });
    openApp('/fraud');
    expect(await screen.findByText(/12 of 40 parts/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Analyzing...' })).toBeDisabled();
    progress(30);
    expect(await screen.findByText(/30 of 40 parts/)).toBeVisible();
    finish(server, 1);
    expect(await screen.findByText('Comprehensive Analysis Complete')).toBeVisible();
    expect(screen.getByText(/^1 fraud alert generated/)).toBeVisible();
  });

  it('the fraud screen shows a full analysis that a colleague starts', async () => {
    const server = aFraudServer();
    openApp('/fraud');
    await runButton();
    server.on('GET /api/analytics/full-analysis', { body: running(2) });
    progress(2);
    expect(await screen.findByText(/2 of 40 parts/)).toBeVisible();
  });

  it('a full analysis ends with its event, even before the response arrives', async () => {
    const answer = heldAnswer({ body: { runId: 6, alertsGenerated: 7 } });
    const server = aFraudServer().on('POST /api/analytics/detect-fraud', answer.respond);
    const user = openApp('/fraud');
    await user.click(await runButton());
    await screen.findByText(/Preparing the analysis/);
    finish(server, 7);
    expect(await runButton()).toBeEnabled();
    expect(screen.queryByText(/Preparing the analysis/)).not.toBeInTheDocument();
    answer.release();
    expect(await screen.findByText(/^7 fraud alerts generated/)).toBeVisible();
  });

  it('the full analysis ignores events of a backtest after one refetch', async () => {
    const server = aFraudServer().on('GET /api/analytics/full-analysis', { body: anAnalysis() });
    openApp('/fraud');
    await screen.findByText(/^Last full analysis/);
    const requestCount = () => server.requestsTo('GET /api/analytics/full-analysis').length;
    const before = requestCount();
    for (const shardsDone of [1, 2, 3]) progress(shardsDone, 99);
    await waitFor(() => expect(requestCount()).toBe(before + 1));
    expect(screen.getByText(/^Last full analysis/)).toBeVisible();
  });

  it('a full analysis never shows less progress when events are late', async () => {
    aFraudServer().on('GET /api/analytics/full-analysis', { body: running(12) });
    openApp('/fraud');
    await screen.findByText(/12 of 40 parts/);
    progress(20);
    progress(15);
    expect(await screen.findByText(/20 of 40 parts/)).toBeVisible();
  });

  it('a full analysis shows one toast for the response and the event', async () => {
    const answer = heldAnswer({ body: { runId: 6, alertsGenerated: 7 } });
    const server = aFraudServer()
      .on('GET /api/analytics/full-analysis', { body: running(39) })
      .on('POST /api/analytics/detect-fraud', answer.respond);
    openApp('/fraud');
    await screen.findByText(/39 of 40 parts/);
    finish(server, 7);
    await screen.findByText('Comprehensive Analysis Complete');
    answer.release();
    finish(server, 7);
    await runButton();
    expect(screen.getAllByText('Comprehensive Analysis Complete')).toHaveLength(1);
  });

  it.each([
    [{ status: 503, body: 'The queue is not available.' }, 'The queue is not available.'],
    [{ status: 500, body: '' }, 'Failed to run comprehensive fraud analysis.'],
  ])('a full analysis that fails shows the reason: %o [spec 8.18]', async (answer, words) => {
    aFraudServer().on('POST /api/analytics/detect-fraud', answer);
    const user = openApp('/fraud');
    await user.click(await runButton());
    expect(await screen.findByText('Analysis Failed')).toBeVisible();
    const toast = within(screen.getByText('Analysis Failed').closest('[role="alert"]') as HTMLElement);
    expect(toast.getByText(words)).toBeVisible();
    expect(await runButton()).toBeEnabled();
  });

  it('a full analysis is tracked to completion when only the response was lost', async () => {
    const server = aFraudServer()
      .on('GET /api/analytics/full-analysis', { body: running(3) })
      .on('POST /api/analytics/detect-fraud', { status: 504, body: 'The service took too long.' });
    server.on('GET /api/analytics/full-analysis', { body: anAnalysis() });
    const user = openApp('/fraud');
    const button = await runButton();
    server.on('GET /api/analytics/full-analysis', { body: running(3) });
    await user.click(button);
    expect(await screen.findByText(/3 of 40 parts/)).toBeVisible();
    expect(screen.queryByText('Analysis Failed')).not.toBeInTheDocument();
    finish(server, 4);
    expect(await screen.findByText(/^4 fraud alerts generated/)).toBeVisible();
  });
});

describe('remaining time', () => {
  it.each([
    [{ parts: 10, milliseconds: 20_000, partsLeft: 29 }, 'less than a minute left'],
    [{ parts: 10, milliseconds: 20_000, partsLeft: 30 }, 'about 1 minute left'],
    [{ parts: 2, milliseconds: 60_000, partsLeft: 38 }, 'about 19 minutes left'],
  ])('the remaining time of a full analysis is estimated from the pace so far: %o', (pace, words) => {
    expect(formatRemainingTime(pace)).toBe(words);
  });

  it.each([
    ['one part', { parts: 1, milliseconds: 60_000, partsLeft: 5 }],
    ['too short a time', { parts: 30, milliseconds: 9_999, partsLeft: 5 }],
    ['the last part', { parts: 30, milliseconds: 60_000, partsLeft: 0 }],
  ])('the remaining time of a full analysis is not shown for %s', (_what, pace) => {
    expect(formatRemainingTime(pace)).toBeNull();
  });
});
