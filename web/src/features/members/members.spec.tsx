import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { aMemberRow, aMembersOverview } from '../../testing/api-member-fixtures.ts';
import { FakeEventSource } from '../../testing/browser-fakes.ts';
import { type FakeServer, heldAnswer } from '../../testing/fake-server.ts';
import { aSignedInServer, listAnswer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

function aServerWith(members = [aMemberRow()], total = members.length): FakeServer {
  return aSignedInServer()
    .on('GET /api/members/summary', { body: aMembersOverview() })
    .on('GET /api/members', listAnswer(members, total));
}

const card = (name: string) => screen.findByRole('article', { name });
const theTable = () => screen.findByRole('table', { name: /^Members, one row/ });
const lastQuery = (server: FakeServer) =>
  Object.fromEntries(new URLSearchParams(server.requestsTo('GET /api/members').at(-1)?.path.split('?')[1] ?? ''));

describe('customer analysis cards', () => {
  it('the customer analysis cards show figures of all members and their date [spec 2.9.2]', async () => {
    aServerWith();
    openApp('/analysis');
    expect(await card('Total Members')).toHaveTextContent('2,583');
    expect(await card('High Risk')).toHaveTextContent('14');
    expect(await card('Active This Year')).toHaveTextContent('2,410');
    expect(await card('Avg Credits')).toHaveTextContent('$31,245');
    expect(screen.getByText('As of Nov 18, 2026')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Customer Analysis');
  });

  it('the High Risk card of the customer analysis links to high-risk members', async () => {
    const server = aServerWith();
    const user = openApp('/analysis');
    await user.click(within(await card('High Risk')).getByRole('link', { name: 'Show members' }));
    await waitFor(() => expect(lastQuery(server)['riskLevel']).toBe('high'));
    expect(window.location.search).toBe('?riskLevel=high');
  });

  it('the customer analysis cards explain their figures, also by keyboard', async () => {
    aServerWith();
    const user = openApp('/analysis');
    const info = within(await card('Active This Year')).getByRole('button', {
      name: 'What Active This Year means',
    });
    act(() => info.focus());
    expect(await screen.findByText(/at most 365 days ago/)).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(info).not.toHaveAttribute('aria-describedby'));
  });
});

describe('member table', () => {
  it('the member table has the specified columns and distinguishes equal names by company and account [spec 2.9.3]', async () => {
    aServerWith([
      aMemberRow(),
      aMemberRow({ id: 2, accountNumber: '4000999999', company: 'Other Co', incomeToDebtRatio: '81.0' }),
    ]);
    openApp('/analysis');
    const rows = within(await theTable()).getAllByRole('row');
    expect(
      within(rows[0] as HTMLElement)
        .getAllByRole('columnheader')
        .map((th) => th.textContent),
    ).toEqual([
      'Name',
      'Accounts',
      'Total Credits',
      'Monthly Income',
      'Monthly Bills',
      'Income-to-Debt',
      'Transactions',
      'Risk Level',
      'Last Activity',
    ]);
    expect(rows[1]).toHaveTextContent(
      'Dana SampleExample Payroll Co***34561$12,345.67$1,000.00$500.0050.0%12LowNov 18, 2026',
    );
    expect(rows[2]).toHaveTextContent('Dana SampleOther Co***9999');
    expect(within(rows[2] as HTMLElement).getByText('81.0%')).toHaveClass('tone-badge-red');
  });

  it('the member table sorts by name at first; a new column starts ascending and a second click reverses it [spec 4.11]', async () => {
    const server = aServerWith();
    const user = openApp('/analysis');
    const table = within(await theTable());
    expect(lastQuery(server)).toEqual({ sort: 'name', order: 'asc', page: '1', pageSize: '50' });
    expect(table.getByRole('columnheader', { name: /^Name/ })).toHaveAttribute('aria-sort', 'ascending');
    await user.click(table.getByRole('button', { name: 'Risk Level' }));
    await waitFor(() => expect(lastQuery(server)).toMatchObject({ sort: 'riskLevel', order: 'asc' }));
    await user.click(screen.getByRole('button', { name: 'Risk Level' }));
    await waitFor(() => expect(lastQuery(server)).toMatchObject({ sort: 'riskLevel', order: 'desc' }));
    expect(window.location.search).toBe('?sort=riskLevel&order=desc');
  });

  it('the member table reads its filters, order and page from the URL', async () => {
    const server = aServerWith([aMemberRow()], 120);
    openApp('/analysis?search=o%27neil&incomeBand=high&sort=totalCredits&order=desc&page=2');
    await theTable();
    expect(lastQuery(server)).toEqual({
      search: "o'neil",
      incomeBand: 'high',
      sort: 'totalCredits',
      order: 'desc',
      page: '2',
      pageSize: '50',
    });
    expect(screen.getByLabelText('Search members')).toHaveValue("o'neil");
    expect(screen.getByText('High ($7,000 or more)')).toBeVisible();
    expect(screen.getByText('51–51 of 120')).toBeVisible();
  });

  it('the member table searches after a typing pause, from the first page [spec 2.9.1]', async () => {
    const server = aServerWith([aMemberRow()], 120);
    const user = openApp('/analysis?page=2');
    await theTable();
    await user.type(screen.getByLabelText('Search members'), 'dana');
    await waitFor(() => expect(lastQuery(server)).toMatchObject({ search: 'dana', page: '1' }));
    expect(server.requestsTo('GET /api/members').length).toBeLessThan(5);
  });

  it('the member table requests each page from the server [spec 9.21]', async () => {
    const server = aServerWith([aMemberRow()], 120);
    const user = openApp('/analysis');
    await theTable();
    await user.click(screen.getByRole('listitem', { name: '3' }));
    await waitFor(() => expect(lastQuery(server)['page']).toBe('3'));
  });

  it('the member table opens a member by name or by Enter on its row [spec 2.9.4]', async () => {
    aServerWith([aMemberRow({ firstName: 'Ana/Lu', lastName: 'Núñez 100%', displayName: 'Ana/Lu Núñez 100%' })]);
    const user = openApp('/analysis');
    const link = within(await theTable()).getByRole('link', { name: 'Ana/Lu Núñez 100%' });
    const address = '/analysis/member/Ana%2FLu/N%C3%BA%C3%B1ez%20100%25?member=1';
    expect(link).toHaveAttribute('href', address);
    act(() => link.closest('tr')?.focus());
    await user.keyboard('{Enter}');
    expect(window.location.pathname + window.location.search).toBe(address);
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Ana/Lu Núñez 100%');
  });

  it('the member table keeps hidden columns across visits', async () => {
    localStorage.setItem('clearwatch.hidden-columns.members', 'not json');
    aServerWith();
    const user = openApp('/analysis');
    await theTable();
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Monthly Bills' }));
    expect(screen.queryByRole('columnheader', { name: /^Monthly Bills/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('checkbox', { name: 'Name' })).not.toBeInTheDocument();
    cleanup();
    const another = openApp('/analysis');
    const table = within(await theTable());
    expect(table.queryByRole('columnheader', { name: /^Monthly Bills/ })).not.toBeInTheDocument();
    await another.click(screen.getByRole('button', { name: 'Columns' }));
    await another.click(await screen.findByRole('checkbox', { name: 'Monthly Bills' }));
    expect(screen.getByRole('columnheader', { name: /^Monthly Bills/ })).toBeInTheDocument();
    expect(localStorage).toHaveLength(0);
  });

  it('the member table keeps its filters and order when the user returns from a member', async () => {
    aServerWith().on('GET /api/members/detail/Dana/Sample', { status: 404, body: 'No.' });
    const user = openApp('/analysis?riskLevel=low&sort=totalCredits&order=desc');
    await user.click(within(await theTable()).getByRole('link', { name: 'Dana Sample' }));
    await screen.findByText('Member Not Found');
    await user.click(screen.getByRole('button', { name: 'Back to Analysis' }));
    expect(await theTable()).toBeVisible();
    expect(window.location.search).toBe('?riskLevel=low&sort=totalCredits&order=desc');
  });

  it('the member table collapses its filters and can clear them [spec 2.9.1]', async () => {
    const server = aServerWith();
    const user = openApp('/analysis');
    await theTable();
    const filters = screen.getByRole('button', { name: 'Filters' });
    expect(filters).toHaveAttribute('aria-expanded', 'false');
    expect(screen.getByLabelText('Risk Level')).not.toBeVisible();
    await user.click(filters);
    await user.click(screen.getByLabelText('Last Activity'));
    await user.click(await screen.findByText('Old (over 90 days)'));
    await waitFor(() => expect(lastQuery(server)['activity']).toBe('old'));
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(window.location.search).toBe(''));
    expect(screen.queryByRole('button', { name: 'Clear' })).not.toBeInTheDocument();
  });

  it('the member table has different texts for no matches and no data [spec 2.9.6]', async () => {
    const server = aServerWith([]);
    const user = openApp('/analysis?search=unknown');
    expect(await screen.findByText('No members found matching your search and filter criteria.')).toBeVisible();
    const [clear] = screen.getAllByRole('button', { name: 'Clear' });
    await user.click(clear as HTMLElement);
    expect(await screen.findByText('No member data available.')).toBeVisible();
    expect(screen.getByLabelText('Search members')).toHaveValue('');
    expect(server.requestsTo('GET /api/members')).toHaveLength(2);
  });

  it('the member table offers the first page when the URL requests a page after the last one', async () => {
    aServerWith([], 60);
    const user = openApp('/analysis?page=9');
    await user.click(await screen.findByRole('button', { name: 'Go to the first page' }));
    expect(window.location.search).toBe('');
  });

  it('the member table shows a loading error with the request ID and can be retried [spec 2.9.5]', async () => {
    const server = aServerWith().on('GET /api/members', {
      status: 503,
      body: 'The database is not available.',
      headers: { 'X-Request-Id': 'req-5' },
    });
    const user = openApp('/analysis');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Error loading member data: The database is not available.');
    expect(alert).toHaveTextContent('Request req-5');
    server.on('GET /api/members', listAnswer([aMemberRow()]));
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await theTable()).toBeVisible();
  });

  it('the customer analysis shows skeletons while it loads', async () => {
    aServerWith().on('GET /api/members', heldAnswer({}).respond).on('GET /api/members/summary', heldAnswer({}).respond);
    openApp('/analysis');
    expect(await screen.findAllByTestId('figure-skeleton')).toHaveLength(4);
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });

  it('the member table refetches after live events', async () => {
    const server = aServerWith();
    openApp('/analysis');
    await theTable();
    server.on('GET /api/members', listAnswer([aMemberRow({ riskLevel: 'high' })]));
    act(() => FakeEventSource.emit({ type: 'detection.finished', runId: 1, alertsGenerated: 2 }));
    await waitFor(async () => expect(await theTable()).toHaveTextContent('High'));
  });
});
