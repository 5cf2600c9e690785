import { act, screen, waitFor, within } from '@testing-library/react';
import { anAlertDetail, anUploadResponse } from '../../testing/api-core-fixtures.ts';
import { aMemberDetail, aMemberOverview, aMemberRow } from '../../testing/api-member-fixtures.ts';
import { FakeEventSource } from '../../testing/browser-fakes.ts';
import { type FakeServer, heldAnswer } from '../../testing/fake-server.ts';
import { aSignedInServer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

const ADDRESS = '/analysis/member/Dana/Sample?member=1';
const DETAIL = 'GET /api/members/detail/Dana/Sample';

const anEntry = {
  id: 9001,
  company: 'Example Payroll Co',
  amount: '1250.00',
  transactionType: 'Credit',
  entryKind: 'money',
  returnedWith: null,
  entryDescription: 'PAYROLL',
  addenda: null,
  postingDate: '2026-11-13',
};

function aServerWith(detail = aMemberDetail(), overview = aMemberOverview()): FakeServer {
  return aSignedInServer()
    .on(DETAIL, { body: detail })
    .on('GET /api/members/1/overview', { body: overview })
    .on('GET /api/transactions', { body: [anEntry] });
}

const region = async (name: string) => within(await screen.findByRole('region', { name }));
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

describe('member page', () => {
  it('the member page shows the name and the figures of the account in the URL [spec 2.10.1]', async () => {
    const server = aServerWith();
    openApp(ADDRESS);
    expect(await screen.findByRole('article', { name: 'Monthly Income' })).toHaveTextContent(
      '$1,000$12,345.67 in 12 months',
    );
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Dana Sample');
    expect(document.title).toBe('Dana Sample · Clearwatch');
    expect(screen.getByRole('article', { name: 'Monthly Bills' })).toHaveTextContent('$500');
    expect(screen.getByText('50.0%')).toHaveClass('tone-badge-green');
    expect(screen.getByRole('article', { name: 'Total Transactions' })).toHaveTextContent('786.5 in an average month');
    expect(screen.getByText('As of Nov 18, 2026')).toBeVisible();
    expect(screen.getByText('Low Risk')).toBeVisible();
    expect(screen.getByRole('link', { name: /Back to Customer Analysis/ })).toHaveAttribute('href', '/analysis');
    expect(server.requestsTo(DETAIL).map(({ path }) => path)).toEqual(['/api/members/detail/Dana/Sample?member=1']);
    expect(screen.getByRole('link', { name: 'Customer Analysis' })).toHaveAttribute('aria-current', 'page');
  });

  it('the member page shows a note with the income-to-debt ratio when there is no income', async () => {
    const member = aMemberRow({ totalCredits: '0.00', monthlyIncome: '0.00', incomeToDebtRatio: '0.0' });
    aServerWith(aMemberDetail({ member }));
    openApp(ADDRESS);
    expect(await screen.findByRole('article', { name: 'Income-to-Debt Ratio' })).toHaveTextContent(
      /0\.0%no income in 12 months$/,
    );
  });

  it('the member page requests the member by the decoded names in the URL', async () => {
    const server = aServerWith().on('GET /api/members/detail/Ana%2FLu/100%25%252F', {
      body: aMemberDetail(),
    });
    openApp('/analysis/member/Ana%2FLu/100%25%252F');
    await screen.findByRole('article', { name: 'Monthly Income' });
    expect(server.requestsTo('GET /api/members/detail/Ana%2FLu/100%25%252F')).toHaveLength(1);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Ana/Lu 100%%2F');
  });

  it('the member page shows twelve months of credits and debits as a chart and a table [spec 2.10.2]', async () => {
    aServerWith();
    const user = openApp(ADDRESS);
    await screen.findByRole('img', { name: /Monthly credits and debits for Dana Sample/ });
    await user.click(screen.getByRole('button', { name: 'Table of Income and Bills (12 Months)' }));
    const table = screen.getByRole('table', { name: 'Credits and debits per month' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Month', 'Monthly Income (Credits)', 'Monthly Bills (Debits)']);
    expect(rowsOf(table)[0]).toBe('Oct 2026$2,500.00$1,900.25');
  });

  it('the member page lists each month with its signed net flow [spec 2.10.4]', async () => {
    aServerWith();
    openApp(ADDRESS);
    expect(rowsOf(await screen.findByRole('table', { name: 'Net flow per month' }))).toEqual([
      'Nov 2026$100.00$350.104\u2212$250.10',
      'Oct 2026$2,500.00$1,900.259+$599.75',
    ]);
  });

  it('the member page lists other accounts with the same name separately, with links [spec 2.10.3]', async () => {
    const related = {
      id: 2,
      accountNumber: '4000999999',
      company: 'Other Co',
      totalCredits: '10.00',
      totalDebits: '20.00',
    };
    aServerWith(aMemberDetail({ relatedAccounts: [related], relatedCount: 1 }));
    openApp(ADDRESS);
    const accounts = await region('Related Accounts');
    expect(accounts.getByRole('link', { name: '4000999999' })).toHaveAttribute(
      'href',
      '/analysis/member/Dana/Sample?member=2',
    );
    expect(accounts.getByText(/may belong to other members/)).toBeVisible();
    const primary = await region('Primary Account');
    expect(primary.getByText('4000123456')).toBeVisible();
    expect(primary.getByRole('link', { name: 'Example Payroll Co' })).toHaveAttribute(
      'href',
      '/companies/Example%20Payroll%20Co',
    );
  });

  it('the member page shows who pays in and who collects as a chart and a table with links', async () => {
    aServerWith();
    const user = openApp(ADDRESS);
    await screen.findByRole('img', { name: /Companies that pay in on the left/ });
    await user.click(screen.getByRole('button', { name: 'Table of Who Pays In, Who Collects' }));
    const table = screen.getByRole('table', { name: 'The member’s companies' });
    expect(rowsOf(table)).toEqual([
      'Example Payroll Co$12,345.67$0.0024Nov 20, 2025Nov 13, 2026',
      'City Water/Power$0.00$500.0012Dec 1, 2025Nov 1, 2026',
    ]);
    expect(within(table).getByRole('link', { name: 'City Water/Power' })).toHaveAttribute(
      'href',
      '/companies/City%20Water%2FPower',
    );
  });

  it('the member page compares the member with the usual month and with peers', async () => {
    aServerWith();
    openApp(ADDRESS);
    const comparisons = await region('Usual Activity and Peers');
    expect(comparisons.getByText('35.0% above usual')).toBeVisible();
    expect(comparisons.getByText('usually $1,000.00')).toBeVisible();
    expect(comparisons.getByText('More than 83% of 2,583 members in 12 months')).toBeVisible();
    expect(comparisons.getByText('No usual month yet')).toBeVisible();
  });

  it('the member page explains each compared figure and the totals', async () => {
    aServerWith();
    openApp(ADDRESS);
    const explained = (part: { getAllByRole: typeof screen.getAllByRole }) =>
      part.getAllByRole('button', { name: /^What .* means$/ }).map((button) => button.ariaLabel);
    expect(explained(await region('Usual Activity and Peers'))).toEqual([
      'What Last 30 Days means',
      'What Usual Month means',
      'What Rank Among Members means',
      'What Last 30 Days means',
    ]);
    expect(explained(await region('Primary Account'))).toEqual([
      'What Last Activity means',
      'What Total Credits means',
      'What Total Debits means',
    ]);
    expect(explained(within(screen.getByRole('article', { name: 'Total Transactions' })))).toEqual([
      'What Transactions means',
      'What Avg Monthly Transactions means',
    ]);
  });

  it('the member page opens the evidence of an alert and puts the alert in the URL', async () => {
    aServerWith().on('GET /api/unusual-activities/7', { body: anAlertDetail() });
    const user = openApp(ADDRESS);
    await user.click(await screen.findByRole('button', { name: 'Evidence for Structuring, Nov 12, 2026' }));
    expect(await screen.findByText('What would have prevented this alert')).toBeInTheDocument();
    expect(window.location.search).toBe('?member=1&alert=7');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(window.location.search).toBe('?member=1'));
  });

  it('the member page links to transactions and import receipts', async () => {
    aServerWith();
    openApp(ADDRESS);
    const entries = await screen.findByRole('table', { name: 'Latest entries' });
    expect(rowsOf(entries)).toEqual(['Nov 13, 2026Example Payroll CoPAYROLLCredit$1,250.00Details']);
    expect(within(entries).getByRole('link', { name: /^Details of \$1,250\.00/ })).toHaveAttribute(
      'href',
      `${ADDRESS}&transaction=9001`,
    );
    expect((await region('Imports')).getByRole('link', { name: 'october.ach' })).toHaveAttribute(
      'href',
      `/import?import=${anUploadResponse().importId}`,
    );
  });

  it('the member page shows Loading member details... over a skeleton [spec 2.10.5]', async () => {
    aServerWith().on(DETAIL, heldAnswer({}).respond);
    openApp(ADDRESS);
    expect(await screen.findByText('Loading member details...')).toBeVisible();
    expect(screen.getAllByTestId('figure-skeleton')).toHaveLength(4);
  });

  it('the member page shows Member Not Found for an unknown name, with a button back to the analysis [spec 2.10.6]', async () => {
    aServerWith().on(DETAIL, { status: 404, body: 'No member has this name.' });
    const user = openApp(ADDRESS);
    expect(await screen.findByRole('heading', { name: 'Member Not Found' })).toBeVisible();
    expect(screen.getByText('Unable to find member details for Dana Sample')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back to Analysis' }));
    expect(window.location.pathname).toBe('/analysis');
  });

  it('the member page shows Member Not Found when an undone import removes the member', async () => {
    const server = aServerWith();
    openApp(ADDRESS);
    await screen.findByRole('article', { name: 'Monthly Income' });
    server.on(DETAIL, { status: 404, body: 'No member has this name.' });
    act(() => FakeEventSource.emit({ type: 'import.undone', importId: 3 }));
    expect(await screen.findByText('Unable to find member details for Dana Sample')).toBeVisible();
    expect(screen.queryByText('4000123456')).not.toBeInTheDocument();
  });

  it('the member page shows a loading error, not Member Not Found, when the server fails [spec 2.10.6]', async () => {
    const server = aServerWith().on(DETAIL, {
      status: 503,
      body: 'Unavailable.',
      headers: { 'X-Request-Id': 'req-8' },
    });
    const user = openApp(ADDRESS);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The member details could not be loaded. Unavailable.');
    expect(alert).toHaveTextContent('Request req-8');
    expect(screen.queryByText('Member Not Found')).not.toBeInTheDocument();
    server.on(DETAIL, { body: aMemberDetail() });
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('article', { name: 'Monthly Income' })).toBeVisible();
  });

  it('the member page shows a message in each section without entries', async () => {
    const overview = aMemberOverview({
      companies: [],
      companyCount: 0,
      alerts: [],
      alertCount: 0,
      comparisons: [],
    });
    const nothing = { credits: '0.00', debits: '0.00', transactionCount: 0 };
    const detail = aMemberDetail({
      asOf: null,
      member: aMemberRow({ lastActivityDate: null }),
      monthlyHistory: [{ month: '2026-11', ...nothing }],
    });
    aServerWith(detail, overview).on('GET /api/transactions', { body: [] });
    openApp(ADDRESS);
    for (const text of [
      'No activity in the last 12 months.',
      'No companies have paid in or collected.',
      'No data to compare with yet.',
      'No unusual activities detected.',
      'No transactions.',
      'No other account has this name.',
      'No dated entries in the ledger',
    ]) {
      expect(await screen.findByText(text)).toBeVisible();
    }
  });
});
