import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { aChartPoint, aMember, anAlert, someMetrics } from '../../testing/api-core-fixtures.ts';
import { FakeEventSource } from '../../testing/browser-fakes.ts';
import { type FakeServer, heldAnswer } from '../../testing/fake-server.ts';
import { aSignedInServer, listAnswer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

const card = (name: string) => screen.findByRole('article', { name });

function anEmptyLedger(): FakeServer {
  return aSignedInServer()
    .on('GET /api/metrics/30', { body: someMetrics({ asOf: null }) })
    .on('GET /api/transactions/chart/365', { body: [] })
    .on('GET /api/top-depositors/10/365', { body: [] })
    .on('GET /api/unusual-activities', listAnswer([]));
}

describe('metric cards', () => {
  it('the metric cards compare the last 30 days with the 30 days before by arrow and word [spec 2.6.1]', async () => {
    aSignedInServer();
    openApp();
    expect(await card('Total Credits (30 days)')).toHaveTextContent('$1,501 50.1% up vs prior 30 days');
    expect(await card('Total Debits (30 days)')).toHaveTextContent('$1,200 20.0% up vs prior 30 days');
    expect(await card('Active Members')).toHaveTextContent('90 10.0% down vs prior 30 days');
  });

  it('the metric cards show rising credits and members as good and rising debits as bad [spec 2.6.3]', async () => {
    aSignedInServer();
    openApp();
    const tone = async (name: string) => (await card(name)).querySelector('.metric-change')?.className;
    expect(await tone('Total Credits (30 days)')).toContain('tone-good');
    expect(await tone('Total Debits (30 days)')).toContain('tone-bad');
    expect(await tone('Active Members')).toContain('tone-bad');
  });

  it('the metric cards show a change from zero as 0% [spec 2.6.4]', async () => {
    aSignedInServer().on('GET /api/metrics/30', { body: someMetrics({ previousPeriodCredits: '0.00' }) });
    openApp();
    expect(await card('Total Credits (30 days)')).toHaveTextContent('0.0% nothing in the prior 30 days');
  });

  it('the metric cards show no change as 0%', async () => {
    aSignedInServer().on('GET /api/metrics/30', { body: someMetrics({ previousPeriodCredits: '1500.60' }) });
    openApp();
    expect(await card('Total Credits (30 days)')).toHaveTextContent('0.0% no change vs prior 30 days');
  });

  it('the metric cards show the as-of date', async () => {
    aSignedInServer();
    openApp();
    expect(await screen.findByText(/As of Nov 18, 2026/)).toBeVisible();
  });

  it('the metric cards count unreviewed alerts [spec 2.6.2]', async () => {
    const server = aSignedInServer().on(
      'GET /api/unusual-activities?reviewed=false&pageSize=1',
      listAnswer([anAlert()], 1234),
    );
    openApp();
    await waitFor(async () => expect(await card('Unusual Activity Alerts')).toHaveTextContent('1,234'));
    expect(server.seen.map(({ path }) => path)).toContain('/api/unusual-activities?reviewed=false&pageSize=1');
  });

  it('the metric cards link to the unreviewed alerts [spec 2.6.2]', async () => {
    aSignedInServer().on('GET /api/unusual-activities?reviewed=false&pageSize=1', listAnswer([anAlert()], 3));
    openApp();
    const link = within(await card('Unusual Activity Alerts')).findByRole('link', {
      name: 'waiting for review',
    });
    expect(await link).toHaveAttribute('href', '/fraud?tab=unreviewed');
  });

  it('the metric cards show four skeletons while loading [spec 2.6.5]', async () => {
    aSignedInServer().on('GET /api/metrics/30', heldAnswer({}).respond);
    openApp();
    expect(await screen.findAllByTestId('metric-skeleton')).toHaveLength(4);
  });

  it('the metric cards show the empty text without data [spec 2.6.6]', async () => {
    anEmptyLedger();
    openApp();
    expect(await screen.findByText('No metrics data available. Please upload transaction data first.')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Import a file' })[0]).toHaveAttribute('href', '/import');
  });

  it('the metric cards show what failed and the request ID, and can be retried separately', async () => {
    const server = aSignedInServer().on('GET /api/metrics/30', {
      status: 503,
      body: 'The database is not available.',
      headers: { 'X-Request-Id': 'req-9' },
    });
    const user = openApp();
    const figures = within(await screen.findByRole('region', { name: 'Key figures' }));
    expect(await figures.findByRole('alert')).toHaveTextContent(
      'The key figures could not be loaded. The database is not available.',
    );
    expect(figures.getByText('Request req-9')).toBeVisible();
    server.on('GET /api/metrics/30', { body: someMetrics() });
    await user.click(figures.getByRole('button', { name: 'Try again' }));
    expect(await card('Active Members')).toBeVisible();
  });

  it('the metric cards update after an import is projected [spec 7.2]', async () => {
    const server = aSignedInServer();
    openApp();
    await card('Active Members');
    server.on('GET /api/metrics/30', { body: someMetrics({ activeMembers: 4321 }) });
    act(() => FakeEventSource.emit({ type: 'ledger.projected', importId: 3 }));
    await waitFor(async () => expect(await card('Active Members')).toHaveTextContent('4,321'));
  });
});

describe('transaction trends', () => {
  it('the transaction trends start with twelve months and follow the period [spec 2.6.8, 9.11]', async () => {
    const server = aSignedInServer().on('GET /api/transactions/chart/30', {
      body: [aChartPoint({ week: '2026-11-09' })],
    });
    const user = openApp();
    expect(await screen.findByRole('radio', { name: 'Last 12 Months' })).toBeChecked();
    expect(await screen.findByRole('img', { name: /Credits and debits per week/ })).toBeInTheDocument();
    for (const period of ['Last 60 Days', 'Last 90 Days']) {
      expect(screen.getByRole('radio', { name: period })).toBeInTheDocument();
    }
    await user.click(screen.getByText('Last 30 Days'));
    await waitFor(() => expect(server.requestsTo('GET /api/transactions/chart/30')).toHaveLength(1));
    expect(window.location.search).toBe('?period=30');
  });

  it('the transaction trends show the same figures to the cent as a table', async () => {
    aSignedInServer();
    const user = openApp();
    await screen.findByRole('img', { name: /Credits and debits per week/ });
    await user.click(screen.getByRole('button', { name: /Table/ }));
    const table = within(await screen.findByRole('table', { name: 'Credits and debits per week' }));
    expect(table.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      'Nov 16, 2026',
      '$9,500.00',
      '$4,200.50',
    ]);
  });

  it('the transaction trends show an empty text for an empty period [spec 2.6.10]', async () => {
    anEmptyLedger();
    openApp();
    expect(await screen.findByText('No transaction data available for the selected period')).toBeVisible();
  });
});

describe('top credit recipients', () => {
  it('the top credit recipients use the company or account when a name is missing', async () => {
    aSignedInServer().on('GET /api/top-depositors/10/365', {
      body: [aMember({ firstName: '', lastName: '' })],
    });
    openApp();
    expect(await screen.findByText('Example Payroll Co Account')).toBeVisible();
  });

  it('the top credit recipients show rank, name, company, masked account, total and number of transactions [spec 2.6.11]', async () => {
    aSignedInServer();
    openApp();
    expect(await screen.findByRole('heading', { name: 'Top 10 Credit Recipients (12 Months)' })).toBeVisible();
    const first = (await screen.findByText('***3456')).closest('li');
    expect(first).toHaveTextContent('1Dana SampleExample Payroll Co***3456$12,345.6712 transactions');
    expect(document.body).not.toHaveTextContent('4000123456');
  });

  it('the top credit recipients link to each member, and to all when there are more than four [spec 2.6.13, 9.12]', async () => {
    const server = aSignedInServer();
    openApp();
    expect(
      await within(await screen.findByRole('region', { name: /^Top 10/ })).findByRole('link', {
        name: 'Dana Sample',
      }),
    ).toHaveAttribute('href', '/analysis/member/Dana/Sample?member=1');
    expect(screen.queryByText('View All Depositors')).not.toBeInTheDocument();
    cleanup();
    const five = [1, 2, 3, 4, 5].map((id) => aMember({ id }));
    server.on('GET /api/top-depositors/10/365', { body: five });
    openApp();
    expect(await screen.findByRole('link', { name: 'View All Depositors' })).toHaveAttribute(
      'href',
      '/analysis?sort=totalCredits&order=desc',
    );
  });

  it('the top credit recipients mask a missing account as 0000 [spec 2.6.12]', async () => {
    aSignedInServer().on('GET /api/top-depositors/10/365', { body: [aMember({ accountNumber: '' })] });
    openApp();
    expect(await screen.findByText('***0000')).toBeVisible();
  });

  it('the top credit recipients show markup in a company name as text', async () => {
    const company = '<img src=x onerror=alert(1)>';
    aSignedInServer().on('GET /api/top-depositors/10/365', { body: [aMember({ company })] });
    openApp();
    expect(await screen.findByText(new RegExp('<img src=x'))).toBeVisible();
  });

  it('the top credit recipients show the empty text without recipients [spec 2.6.14]', async () => {
    anEmptyLedger();
    openApp();
    expect(
      await screen.findByText('No credit recipient data available. Please upload transaction data first.'),
    ).toBeVisible();
  });
});
