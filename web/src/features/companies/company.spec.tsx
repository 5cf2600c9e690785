import { screen, waitFor, within } from '@testing-library/react';
import { aCompanyDetail } from '../../testing/api-member-fixtures.ts';
import { type FakeServer, heldAnswer } from '../../testing/fake-server.ts';
import { aSignedInServer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

const ADDRESS = '/companies/Example%20Payroll%20Co';
const DETAILS = 'GET /api/companies/Example%20Payroll%20Co/details';

function aServerWith(detail = aCompanyDetail()): FakeServer {
  return aSignedInServer().on(DETAILS, { body: detail });
}

const figure = (name: string) => screen.findByRole('article', { name });
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

describe('company page', () => {
  it('the company page has the company name as title and shows its figures [spec 2.15.1, 2.15.2]', async () => {
    aServerWith();
    openApp(ADDRESS);
    expect(await figure('Members')).toHaveTextContent('412');
    expect(await figure('Total Transactions')).toHaveTextContent('9,888');
    expect(await figure('Avg Transaction')).toHaveTextContent('$2,477.75');
    expect(await figure('Daily Avg')).toHaveTextContent('$35,714.29');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Example Payroll Co');
    expect(screen.getByText('Active from Jan 3, 2025 to Nov 18, 2026')).toBeVisible();
    expect(screen.getByText('As of Nov 18, 2026')).toBeVisible();
    expect(screen.getByText('Medium Risk')).toBeVisible();
    expect(screen.getByRole('link', { name: /Back to Company Analysis/ })).toHaveAttribute('href', '/companies');
  });

  it('the company page shows the line of business and its source', async () => {
    aServerWith();
    openApp(ADDRESS);
    expect(await screen.findByText('Payroll service')).toHaveAttribute(
      'title',
      'Source: A word in the company name that is typical of this line of business',
    );
  });

  it('the company page shows an unknown line of business as unknown', async () => {
    aServerWith(aCompanyDetail({ lineOfBusiness: 'Unknown line of business' }));
    openApp(ADDRESS);
    expect(await screen.findByText('Unknown line of business')).toBeVisible();
  });

  it('the company page shows the risk flags, the peak transaction and the score [spec 2.15.3]', async () => {
    aServerWith();
    openApp(ADDRESS);
    const risk = within(await screen.findByRole('region', { name: 'Risk Assessment' }));
    expect(within(risk.getByRole('list', { name: 'Risk flags' })).getByRole('listitem')).toHaveTextContent(
      'Administrative return rate above 3%',
    );
    expect(risk.getByText('$18,000.00')).toBeVisible();
    expect(risk.getByText('47')).toHaveClass('tone-badge-yellow');
  });

  it('the company page compares return rates with the Nacha limits and does not judge too few returns', async () => {
    aServerWith();
    openApp(ADDRESS);
    expect(rowsOf(await screen.findByRole('table', { name: 'Return rates against the limits' }))).toEqual([
      'Unauthorized 11001.00%0.5%Too few returns',
      'Administrative 81008.00%3%Above limit',
      'Overall 00None15%No debits',
    ]);
  });

  it('the company page opens each tab and keeps it in the URL [spec 2.15.4]', async () => {
    aServerWith();
    const user = openApp(ADDRESS);
    await screen.findByRole('img', { name: /^Weekly credits and debits/ });
    await user.click(screen.getByRole('tab', { name: 'Volume' }));
    await screen.findByRole('img', { name: /per month/ });
    expect(window.location.search).toBe('?tab=volume');
    await user.click(screen.getByRole('button', { name: 'Table of Monthly Transaction Volume' }));
    expect(window.location.search).toBe('?tab=volume&volume=table');
    expect(rowsOf(screen.getByRole('table', { name: 'Transactions per month' }))).toEqual([
      'Oct 2026811',
      'Nov 2026402',
    ]);
    await user.click(screen.getByRole('tab', { name: 'Transaction Types' }));
    expect(rowsOf(await screen.findByRole('table', { name: 'Transaction types and amounts' }))).toEqual([
      'Checking Credit (22)9,000$24,000,000.00',
    ]);
    await user.click(screen.getByRole('tab', { name: 'Trends' }));
    await waitFor(() => expect(window.location.search).toBe('?volume=table'));
  });

  it('the company page opens the members tab from the URL and links to the members [spec 2.15.4]', async () => {
    aServerWith();
    openApp(`${ADDRESS}?tab=members`);
    const members = await screen.findByRole('table', { name: 'Members with entries from the company' });
    expect(rowsOf(members)).toEqual(['Dana Sample***345624$1,000.00$500.00Low']);
    expect(within(members).getByRole('link', { name: 'Dana Sample' })).toHaveAttribute(
      'href',
      '/analysis/member/Dana/Sample?member=1',
    );
    expect(screen.getByText('Showing 1 of 412 members, most transactions first')).toBeVisible();
  });

  it('the company page shows a text instead of charts when entries have no dates [spec 2.15.1]', async () => {
    aServerWith(aCompanyDetail({ firstActivityDate: null, lastActivityDate: null, weeklyData: [], monthlyData: [] }));
    openApp(ADDRESS);
    expect(await screen.findByText('Entries from this company have no dates.')).toBeVisible();
    expect(screen.getByText('Entries have no dates')).toBeVisible();
  });

  it('the company page shows a skeleton while it loads', async () => {
    aServerWith().on(DETAILS, heldAnswer({}).respond);
    openApp(ADDRESS);
    expect(await screen.findAllByTestId('figure-skeleton')).toHaveLength(4);
  });

  it('the company page shows a not-found message for an unknown company', async () => {
    aSignedInServer().on('GET /api/companies/A%2FB%25/details', { status: 404, body: 'No.' });
    openApp('/companies/A%2FB%25');
    expect(await screen.findByText('No company named A/B% is in the ledger')).toBeVisible();
  });

  it('the company page shows a load error and can be retried [spec 8.24]', async () => {
    const server = aServerWith().on(DETAILS, { status: 503, body: 'Away.' });
    const user = openApp(ADDRESS);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Failed to load company details. Please try again. Away.');
    server.on(DETAILS, { body: aCompanyDetail() });
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await figure('Members')).toBeVisible();
  });
});
