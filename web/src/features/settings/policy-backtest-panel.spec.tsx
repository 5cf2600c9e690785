import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { FakeEventSource } from '../../testing/browser-fakes.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { openApp } from '../../testing/open-app.tsx';
import { aBacktest, aBacktestAlert, aBacktestRow, aSettingsServer } from './testing/settings-fixtures.ts';

const running = (shardsDone: number) => aBacktest({ state: 'running', shardsDone, rows: [], alerts: [] });
const started = {
  status: 201,
  body: aBacktest({ state: 'queued', shards: 0, shardsDone: 0, rows: [], alerts: [] }),
};
const progress = (shardsDone: number, runId = 40) =>
  act(() => FakeEventSource.emit({ type: 'detection.progress', runId, shardsDone, shards: 20 }));
const region = () => screen.findByRole('region', { name: 'Backtest' });

async function runBacktest(user: UserEvent, typed = '0'): Promise<void> {
  await user.type(await screen.findByRole('textbox', { name: 'Large transaction amount' }), typed);
  await user.click(screen.getByRole('button', { name: 'Run backtest' }));
}

function aBacktestServer(result = aBacktest()): FakeServer {
  return aSettingsServer()
    .on('POST /api/detection/tryouts', started)
    .on('GET /api/detection/tryouts/40', { body: result });
}

describe('policy backtests', () => {
  it('a policy backtest shows its progress, then its result', async () => {
    const server = aBacktestServer();
    const user = openApp('/settings');
    await runBacktest(user);
    expect(await screen.findByText(/Preparing the backtest/)).toBeVisible();
    server.on('GET /api/detection/tryouts/40', { body: running(5) });
    progress(5);
    expect(await screen.findByText(/5 of 20 parts/)).toBeVisible();
    progress(3);
    expect(screen.getByText(/5 of 20 parts/)).toBeVisible();
    server.on('GET /api/detection/tryouts/40', { body: aBacktest() });
    progress(20);
    expect(await screen.findByText('9 alerts instead of 12 under version 3: 1 added, 4 removed.')).toBeVisible();
  });

  it('a policy backtest sends all parameters and saves nothing', async () => {
    const server = aBacktestServer();
    const user = openApp('/settings');
    await runBacktest(user);
    await region();
    expect(server.requestsTo('POST /api/detection/tryouts')[0]?.body).toEqual({
      sensitivity: 'medium',
      parameters: {
        structuring: { nearLineCount: 3 },
        large_credit: { largeTransactionAmount: 100_000 },
        frequent_debits: { frequentTransactionCount: 10 },
        dormant_reactivation: { gapDays: 120 },
      },
      switchedOff: {},
    });
    expect(server.requestsTo('POST /api/detection/policy')).toEqual([]);
  });

  it('a policy backtest polls for the result when no event arrives', async () => {
    const server = aBacktestServer(running(5));
    const user = openApp('/settings');
    await runBacktest(user);
    expect(await screen.findByText(/5 of 20 parts/, {}, { timeout: 8_000 })).toBeVisible();
    server.on('GET /api/detection/tryouts/40', { body: aBacktest() });
    expect(await screen.findByText(/1 added, 4 removed/, {}, { timeout: 8_000 })).toBeVisible();
  }, 30_000);

  it('a backtest result lists the most changed rules first, with the decisions on removed alerts', async () => {
    aBacktestServer(
      aBacktest({
        rows: [
          aBacktestRow({
            activityType: 'weekend_only',
            now: 2,
            candidate: 2,
            gained: 0,
            lost: 0,
            lostFalsePositive: 0,
          }),
          aBacktestRow({
            activityType: 'velocity_anomaly',
            now: 0,
            candidate: 0,
            gained: 0,
            lost: 0,
            lostFalsePositive: 0,
          }),
          aBacktestRow({ lostSuspicious: 1 }),
        ],
      }),
    );
    const user = openApp('/settings');
    await runBacktest(user);
    progress(20);
    const table = await screen.findByRole('table', {
      name: 'Alerts per rule with the policy in force and with the new values',
    });
    expect(within(table).getAllByRole('row')).toHaveLength(3);
    await user.click(screen.getByRole('button', { name: '1 unchanged rule' }));
    const rows = within(table).getAllByRole('row').slice(1);
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['Structuring', '12', '9', '1', '4', '1', '3'],
      ['Weekend Only', '2', '2', '0', '0', '0', '0'],
      ['All rules', '14', '11', '1', '4', '1', '3'],
    ]);
    expect(screen.getByText('1 removed alert was reviewed as suspicious or escalated.')).toBeVisible();
  });

  it('a backtest result shows examples that link to the member and the transaction', async () => {
    aBacktestServer(
      aBacktest({
        alerts: [
          aBacktestAlert(),
          aBacktestAlert({ sample: 'below_the_line', transactionId: 9002, memberId: null, outcome: null }),
        ],
      }),
    );
    const user = openApp('/settings');
    await runBacktest(user);
    progress(20);
    const lost = await screen.findByRole('table', { name: 'Examples: Removed' });
    expect(within(lost).getByRole('link', { name: /Test1 Sampleton/ })).toHaveAttribute(
      'href',
      '/analysis/member/Test1/Sampleton?member=77',
    );
    expect(within(lost).getByRole('link', { name: 'Transaction 9001, Aug 17, 2026' })).toHaveAttribute(
      'href',
      '/settings?transaction=9001',
    );
    expect(lost).toHaveTextContent('False positive');
    await user.click(screen.getByText('Below the line (1)'));
    const below = await screen.findByRole('table', { name: 'Examples: Below the line' });
    expect(below).toHaveTextContent('Not reviewed');
    expect(within(below).queryByRole('link', { name: /Test1/ })).not.toBeInTheDocument();
    await user.click(screen.getByText('Added (0)'));
    expect(await screen.findByText('No examples.')).toBeVisible();
  });

  it('a backtest result warns that it is outdated when values change', async () => {
    aBacktestServer();
    const user = openApp('/settings');
    await runBacktest(user);
    progress(20);
    await screen.findByText(/1 added, 4 removed/);
    await user.type(screen.getByRole('textbox', { name: 'Frequent transaction count' }), '0');
    expect(screen.getByText(/You changed values after this backtest/)).toBeVisible();
  });

  it('a backtest result states that no alert would change', async () => {
    aBacktestServer(
      aBacktest({
        rows: [aBacktestRow({ candidate: 12, gained: 0, lost: 0, lostFalsePositive: 0 })],
        alerts: [],
      }),
    );
    const user = openApp('/settings');
    await runBacktest(user);
    progress(20);
    expect(await screen.findByText('The same 12 alerts as under version 3: none added, none removed.')).toBeVisible();
  });

  it('a policy backtest shows why it could not start', async () => {
    aBacktestServer().on('POST /api/detection/tryouts', { status: 503, body: 'The queue is not available.' });
    const user = openApp('/settings');
    await runBacktest(user);
    expect(await screen.findByText('Backtest Failed')).toBeVisible();
    expect(screen.getByText('The queue is not available.')).toBeVisible();
  });

  it('a policy backtest shows an error when the user has started another one elsewhere', async () => {
    const server = aBacktestServer(running(1));
    const user = openApp('/settings');
    await runBacktest(user);
    server.on('GET /api/detection/tryouts/40', { status: 404, body: 'There is no such backtest.' });
    progress(20);
    await waitFor(() => expect(server.requestsTo('GET /api/detection/tryouts/40').length).toBeGreaterThan(0));
    expect(await screen.findByText(/There is no such backtest/)).toBeVisible();
    await user.click(within(await region()).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Backtest' })).not.toBeInTheDocument());
  });
});
