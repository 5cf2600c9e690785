import { screen, waitFor } from '@testing-library/react';
import { anUploadResponse, aUser, someMetrics } from '../testing/api-core-fixtures.ts';
import { type FakeServer, heldAnswer } from '../testing/fake-server.ts';
import { aSignedInServer, listAnswer } from '../testing/fake-server-setups.ts';
import { openApp } from '../testing/open-app.tsx';

const OFFER = { available: true, transactionCount: 13_190, accountCount: 2_583 };
const loadButton = () => screen.findByRole('button', { name: 'Load sample data' });
const noLoadButton = () => expect(screen.queryByRole('button', { name: /sample data/ })).not.toBeInTheDocument();

function anEmptyLedger(): FakeServer {
  return aSignedInServer()
    .on('GET /api/metrics/30', { body: someMetrics({ asOf: null }) })
    .on('GET /api/transactions/chart/365', { body: [] })
    .on('GET /api/top-depositors/10/365', { body: [] })
    .on('GET /api/unusual-activities', listAnswer([]))
    .on('GET /api/imports/sample', { body: OFFER });
}

describe('empty ledger', () => {
  it.each(['/', '/import'])(
    'the sample data offer describes the data and loads it for an admin at %s',
    async (path) => {
      const answer = heldAnswer({
        body: anUploadResponse({ transactionCount: 13_190, duplicateCount: 0, rejectedCount: 0 }),
      });
      const server = anEmptyLedger().on('POST /api/imports/sample', answer.respond);
      const user = openApp(path);
      expect(await screen.findByText(/13,190 generated transactions for 2,583 accounts/)).toBeVisible();
      expect(screen.getByText(/An admin can undo the import/)).toBeVisible();
      await user.dblClick(await loadButton());
      expect(await screen.findByRole('button', { name: 'Loading sample data...' })).toBeDisabled();
      server
        .on('GET /api/imports/sample', { body: { ...OFFER, available: false } })
        .on('GET /api/metrics/30', { body: someMetrics() });
      answer.release();
      expect(await screen.findByText('Sample Data Loaded')).toBeVisible();
      expect(screen.getByText('13,190 transactions imported')).toBeVisible();
      await waitFor(noLoadButton);
      expect(server.requestsTo('POST /api/imports/sample')).toHaveLength(1);
    },
  );

  it('the dashboard fills after sample data is loaded', async () => {
    const server = anEmptyLedger().on('POST /api/imports/sample', () => {
      server.on('GET /api/metrics/30', { body: someMetrics() });
      return { body: anUploadResponse() };
    });
    const user = openApp();
    await user.click(await loadButton());
    expect(await screen.findByRole('article', { name: 'Total Credits (30 days)' })).toBeVisible();
  });

  it('a failed load of sample data shows an error and can be retried', async () => {
    anEmptyLedger().on('POST /api/imports/sample', {
      status: 503,
      body: 'Ingest is not available at the moment. Please try again.',
    });
    const user = openApp();
    await user.click(await loadButton());
    expect(await screen.findByText('Sample Data Not Loaded')).toBeVisible();
    expect(await loadButton()).toBeEnabled();
  });

  it('the sample data offer refers users to an admin on the dashboard, and is not on Data Import', async () => {
    anEmptyLedger().on('GET /api/auth/user', { body: aUser({ role: 'User' }) });
    const user = openApp();
    expect(await screen.findByText(/An admin can load sample data/)).toBeVisible();
    noLoadButton();
    await user.click(screen.getByRole('link', { name: 'Data Import' }));
    expect(await screen.findByRole('heading', { name: 'JSON Data Import' })).toBeVisible();
    expect(screen.queryByText(/sample data/)).not.toBeInTheDocument();
  });
});

describe('no offer', () => {
  it('the sample data offer is not shown when the server does not make it', async () => {
    const server = anEmptyLedger().on('GET /api/imports/sample', { body: { ...OFFER, available: false } });
    openApp();
    expect(await screen.findByText(/No metrics data available/)).toBeVisible();
    await waitFor(() => expect(server.requestsTo('GET /api/imports/sample')).toHaveLength(1));
    noLoadButton();
    expect(screen.queryByText(/sample data/)).not.toBeInTheDocument();
  });
});
