import type { HealthCheck } from '@clearwatch/contracts/system-status.dto';
import { screen, waitFor, within } from '@testing-library/react';
import { openApp } from '../../testing/open-app.tsx';
import { databaseProblem, formatUptime } from './system-section.tsx';
import { aRetention, aSettingsServer, aSystem } from './testing/settings-fixtures.ts';

const check = (name: string, state: 'up' | 'down', reason?: string): HealthCheck =>
  Object.assign({ name, state, milliseconds: 3 }, reason === undefined ? {} : { reason });
const of = (...checks: HealthCheck[]) => databaseProblem({ status: 'up', checks });

describe('the connection test', () => {
  it('the connection test reports a healthy database only when every component responds', () => {
    expect(of(check('database', 'up'), check('reports', 'up'))).toBeNull();
    expect(of(check('database', 'up'), check('reports', 'down'))).toBe(
      'The database responds, but these components do not: reports.',
    );
  });

  it('the connection test gives the reason for a failure', () => {
    expect(of(check('database', 'down', 'no response in time'))).toBe(
      'The database is not responding (no response in time).',
    );
    expect(of(check('reports', 'up'))).toBe('The server did not report the state of its database.');
  });
});

const ADDRESS = '/settings?section=system';
const GET = 'GET /api/system/status';
const HEALTH = 'GET /api/health';
const panel = (name: string) => screen.findByRole('region', { name });

describe('system status', () => {
  it('the system status shows components and the ledger date, and processes and queues to admins [spec 2.16.1]', async () => {
    aSettingsServer().on(GET, { body: aSystem() });
    openApp(ADDRESS);
    const status = await panel('System status');
    expect(await within(status).findByText('All components are responding.')).toBeVisible();
    expect(status).toHaveTextContent('DatabaseUp · 4 ms');
    expect(status).toHaveTextContent('As of Nov 19, 2026 · version 41');
    expect(within(status).getByRole('link', { name: 'november.ach' })).toHaveAttribute('href', '/import?import=12');
    expect(status).toHaveTextContent('60 GB free of 240 GB (25.0%)');
    expect(status).toHaveTextContent('Last backupNov 20, 2026 02:00 · 10.8 MB · key 0a1b2c3d');
    const services = screen.getByRole('table', { name: 'Service processes' });
    expect(within(services).getByRole('row', { name: /ingest/ })).toHaveTextContent('0.1.03 days 3 hours');
    expect(within(services).getByRole('row', { name: /reports/ })).toHaveTextContent('No response');
    const queues = screen.getByRole('table', { name: 'Jobs by queue' });
    expect(within(queues).getByRole('row', { name: /Importing files/ })).toHaveTextContent('1,200101');
    expect(within(queues).getByRole('row', { name: /Writing AI reports/ })).toHaveTextContent('002None');
  });

  it('the system status shows problems with their remedy, and no processes to analysts', async () => {
    const trouble = { what: 'The database is not responding.', action: 'Check that PostgreSQL is running.' };
    aSettingsServer().on(GET, {
      body: aSystem({ state: 'down', troubles: [trouble], details: null, ledger: null, newestImport: null }),
    });
    openApp(ADDRESS);
    expect(await screen.findByText('The database is not responding.')).toBeVisible();
    expect(screen.getByText('Check that PostgreSQL is running.')).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(screen.queryByText('All components are responding.')).not.toBeInTheDocument();
  });

  it('the system status shows that uploaded files are in a bucket and that there is no backup', async () => {
    const { details } = aSystem();
    if (details === null) throw new Error('The fixture has no details');
    const uploads = { inBucket: true, freeBytes: 60_000_000_000, totalBytes: 240_000_000_000 };
    aSettingsServer().on(GET, {
      body: aSystem({
        details: Object.assign(details, { uploads, backup: { isOverdue: false, last: null } }),
      }),
    });
    openApp(ADDRESS);
    const status = await panel('System status');
    await within(status).findByText('All components are responding.');
    expect(status).toHaveTextContent('Uploaded filesIn a bucket; local space for uploads in progress: 60 GB free');
    expect(status).toHaveTextContent('Last backupNo backup yet');
  });

  it('the Refresh button reloads the system status', async () => {
    const server = aSettingsServer().on(GET, { body: aSystem() });
    const user = openApp(ADDRESS);
    await screen.findByText('All components are responding.');
    server.on(GET, { body: aSystem({ ledger: { version: 42, asOf: '2026-11-20' } }) });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('As of Nov 20, 2026 · version 42')).toBeVisible();
  });
});

describe('failed jobs', () => {
  const FAILED = 'GET /api/system/failed-jobs';
  const PATH = '/api/system/failed-jobs/detect/detect.run-7';
  const job = {
    queue: 'detect',
    title: 'Detection',
    id: 'detect.run-7',
    name: 'detect.run',
    attempts: 6,
    reason: 'A fault in the program.',
    failedAt: new Date(2026, 10, 20, 8, 5).toISOString(),
  };

  it('failed jobs show attempts, reason and time, and can be retried', async () => {
    const server = aSettingsServer()
      .on(GET, { body: aSystem() })
      .on(FAILED, { body: [job] });
    const user = openApp(ADDRESS);
    const row = await screen.findByRole('row', { name: /Detection/ });
    expect(row).toHaveTextContent('Detectiondetect.run-7A fault in the program.6Nov 20, 2026');
    server.on(`POST ${PATH}/retry`, { status: 204 }).on(FAILED, { body: [] });
    await user.click(within(row).getByRole('button', { name: 'Retry detect.run-7' }));
    expect(await screen.findByText('detect.run-7 is queued again.')).toBeVisible();
    expect(await screen.findByText('No failed jobs.')).toBeVisible();
  });

  it('discarding a failed job asks for confirmation and shows an error when a colleague acted first', async () => {
    const server = aSettingsServer()
      .on(GET, { body: aSystem() })
      .on(FAILED, { body: [job] });
    const user = openApp(ADDRESS);
    const message = 'This job is no longer on the list. It was already retried or discarded.';
    server.on(`DELETE ${PATH}`, { status: 404, body: message });
    await user.click(await screen.findByRole('button', { name: 'Discard detect.run-7' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('a new job is queued within seconds');
    await user.click(within(dialog).getByRole('button', { name: 'Discard' }));
    expect(await screen.findByText(message)).toBeVisible();
    server.on(`DELETE ${PATH}`, { status: 204 }).on(FAILED, { body: [] });
    await user.click(within(dialog).getByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('detect.run-7 was removed from the list.')).toBeVisible();
    expect(await screen.findByText('No failed jobs.')).toBeVisible();
  });
});

describe('the connection test', () => {
  const up = { name: 'database', state: 'up', milliseconds: 2 };
  const down = { name: 'database', state: 'down', milliseconds: 2_000, reason: 'no response in time' };

  it('the connection test reports a healthy database only while it responds [spec 2.16.2]', async () => {
    const server = aSettingsServer()
      .on(GET, { body: aSystem() })
      .on(HEALTH, { body: { status: 'up', checks: [up] } });
    const user = openApp(ADDRESS);
    await user.click(await screen.findByRole('button', { name: 'Test connection' }));
    expect(await screen.findByText('Connection Test')).toBeVisible();
    expect(screen.getByText('Database connection is healthy')).toBeVisible();
    server.on(HEALTH, { status: 503, body: { status: 'down', checks: [down] } });
    await user.click(screen.getByRole('button', { name: 'Test connection' }));
    expect(await screen.findByText('The database is not responding (no response in time).')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Database connection is healthy')).not.toBeInTheDocument());
  });

  it('the connection test shows an error when the server cannot be reached [spec 2.16.2]', async () => {
    const server = aSettingsServer().on(GET, { body: aSystem() });
    const user = openApp(ADDRESS);
    const button = await screen.findByRole('button', { name: 'Test connection' });
    server.goDown();
    await user.click(button);
    expect(await screen.findByText('The server cannot be reached.')).toBeVisible();
  });
});

describe('data retention', () => {
  it('the retention settings show the period, legal minimum, held records, next removal and last purge [spec 9.15]', async () => {
    aSettingsServer().on('GET /api/system/retention', {
      body: {
        kinds: [
          aRetention({
            withheldCount: 12,
            lastPurge: {
              day: '2026-11-19',
              startedAt: '2026-11-19T00:00:09Z',
              finishedAt: '2026-11-19T00:00:10Z',
              failure: null,
              removed: [
                { what: 'entries', count: 1_204 },
                { what: 'imports', count: 1 },
              ],
            },
          }),
          aRetention({
            kind: 'ai_reports',
            count: 0,
            oldestDay: null,
            nextRemovalDay: null,
          }),
          aRetention({ kind: 'activity_log', isKnown: false, nextRemovalDay: null }),
        ],
      },
    });
    openApp('/settings?section=retention');
    const entries = await screen.findByRole('region', { name: 'Transaction data' });
    expect(entries).toHaveTextContent(
      'Transaction data 7 years (at least 6 under the Nacha Operating Rules)Removed automatically',
    );
    expect(entries).toHaveTextContent(
      'Records13,190OldestNov 21, 2025Next removal40 entries, on or after Nov 22, 2032Kept past the period12 (under a legal hold or in an alert)',
    );
    expect(entries).toHaveTextContent(/Last purgeNov 1[89], 2026.*: 1,204 entries, 1 import removed/);
    expect(await screen.findByRole('region', { name: 'AI reports' })).toHaveTextContent(
      'Next removalNoneLast purgeNo purge yet',
    );
    expect(screen.getByRole('region', { name: 'Activity logs' })).toHaveTextContent('RecordsNot available');
  });
});

const since = (milliseconds: number) =>
  formatUptime(new Date(Date.UTC(2026, 10, 20) - milliseconds).toISOString(), '2026-11-20T00:00:00.000Z');
const MINUTE = 60_000;

it.each([
  [0, 'Less than a minute'],
  [-5 * MINUTE, 'Less than a minute'],
  [MINUTE, '1 minute'],
  [60 * MINUTE, '1 hour'],
  [61 * MINUTE, '1 hour 1 minute'],
  [24 * 60 * MINUTE + 5 * MINUTE, '1 day'],
  [(2 * 24 + 3) * 60 * MINUTE, '2 days 3 hours'],
  [400 * 24 * 60 * MINUTE, '400 days'],
])('the system status shows an uptime of %d ms as %j', (milliseconds, words) => {
  expect(since(milliseconds)).toBe(words);
});

// cspell:ignore detectiondetect
