import { screen, waitFor, within } from '@testing-library/react';
import { aCompaniesOverview, aCompany } from '../../testing/api-member-fixtures.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { aSignedInServer, listAnswer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

function aServerWith(companies = [aCompany()], total = companies.length): FakeServer {
  return aSignedInServer()
    .on('GET /api/companies/overview', { body: aCompaniesOverview() })
    .on('GET /api/companies/summary', listAnswer(companies, total));
}

const card = (name: string) => screen.findByRole('article', { name });
const theTable = () => screen.findByRole('table', { name: /^Companies and/ });
const lastQuestion = (server: FakeServer) =>
  Object.fromEntries(
    new URLSearchParams(server.requestsTo('GET /api/companies/summary').at(-1)?.path.split('?')[1] ?? ''),
  );

describe('company analysis', () => {
  it('the company analysis shows four cards and the as-of date [spec 2.14.2]', async () => {
    aServerWith();
    openApp('/companies');
    expect(await card('Companies')).toHaveTextContent('310');
    expect(await card('Total Members')).toHaveTextContent('2,583');
    expect(await card('Total Transactions')).toHaveTextContent('13,190');
    expect(await card('High Risk')).toHaveTextContent('3');
    expect(screen.getByText('As of Nov 18, 2026')).toBeVisible();
  });

  it.each([
    [87, 'green'],
    [60, 'blue'],
    [59, 'yellow'],
    [39, 'gray'],
  ])('the company analysis shows a partnership score of %d in %s', async (partnershipScore, tone) => {
    aServerWith([aCompany({ partnershipScore })]);
    openApp('/companies');
    expect(within(await theTable()).getByText(String(partnershipScore))).toHaveClass(`tone-badge-${tone}`);
  });

  it('the company analysis lists the specified columns and links to the details [spec 2.14.3]', async () => {
    aServerWith([aCompany({ company: 'A/B & <b>100%</b>' })]);
    openApp('/companies');
    const table = within(await theTable());
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Company',
      'Members',
      'Transactions',
      'Credits',
      'Debits',
      'Partnership Score',
      'Risk Level',
      'Actions',
    ]);
    expect(table.getAllByRole('row')[1]).toHaveTextContent(
      'A/B & <b>100%</b>4129,888$24,500,000.10$0.0087LowView Details',
    );
    expect(table.getByRole('link', { name: 'View Details for A/B & <b>100%</b>' })).toHaveAttribute(
      'href',
      '/companies/A%2FB%20%26%20%3Cb%3E100%25%3C%2Fb%3E',
    );
  });

  it('the company analysis lists the best partners first and sorts descending on the first click [spec 4.10]', async () => {
    const server = aServerWith();
    const user = openApp('/companies');
    const table = within(await theTable());
    expect(lastQuestion(server)).toMatchObject({ sort: 'partnershipScore', order: 'desc' });
    await user.click(table.getByRole('button', { name: 'Members' }));
    await waitFor(() => expect(lastQuestion(server)).toMatchObject({ sort: 'memberCount', order: 'desc' }));
    await user.click(screen.getByRole('button', { name: 'Members' }));
    await waitFor(() => expect(lastQuestion(server)).toMatchObject({ sort: 'memberCount', order: 'asc' }));
    expect(window.location.search).toBe('?sort=memberCount&order=asc');
  });

  it('the company analysis filters by greater and less and keeps the limits in the URL [spec 2.14.1]', async () => {
    const server = aServerWith();
    const user = openApp('/companies');
    await theTable();
    await user.click(screen.getByRole('button', { name: 'Advanced Filters' }));
    await user.type(screen.getByLabelText('Total Volume: number'), '1,000');
    await waitFor(() => expect(lastQuestion(server)['volumeAbove']).toBe('1,000'));
    await user.click(screen.getByLabelText('Total Volume: comparison'));
    await user.click(await screen.findByTitle('Less than'));
    await waitFor(() => expect(lastQuestion(server)).toMatchObject({ volumeBelow: '1,000' }));
    expect(lastQuestion(server)['volumeAbove']).toBeUndefined();
    expect(window.location.search).toBe('?volumeBelow=1%2C000');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(window.location.search).toBe(''));
    expect(screen.getByLabelText('Total Volume: number')).toHaveValue('');
  });

  it('clearing the company filters also clears text that was just typed [spec 2.14.1]', async () => {
    aServerWith();
    const user = openApp('/companies?riskLevel=high');
    await theTable();
    await user.type(screen.getByLabelText('Search companies'), 'pay');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(window.location.search).toBe(''));
    expect(screen.getByLabelText('Search companies')).toHaveValue('');
  });

  it('the company analysis applies the search and filters in the URL', async () => {
    const server = aServerWith([aCompany()], 75);
    openApp('/companies?search=pay&company=co&riskLevel=high&membersBelow=9&page=2');
    await theTable();
    expect(lastQuestion(server)).toEqual({
      search: 'pay',
      company: 'co',
      riskLevel: 'high',
      membersBelow: '9',
      sort: 'partnershipScore',
      order: 'desc',
      page: '2',
      pageSize: '50',
    });
    expect(screen.getByLabelText('Members: number')).toBeVisible();
    expect(screen.getByLabelText('Members: number')).toHaveValue('9');
  });

  it('the company analysis has separate empty texts for no matches and no data [spec 2.14.4]', async () => {
    aServerWith([]);
    const user = openApp('/companies?membersAbove=99999');
    expect(await screen.findByText('No Companies Match Your Filters')).toBeVisible();
    const [clear] = screen.getAllByRole('button', { name: 'Clear' });
    await user.click(clear as HTMLElement);
    expect(await screen.findByText('No Companies Found')).toBeVisible();
  });

  it('the company analysis reports a load error and can be retried [spec 8.23]', async () => {
    const server = aServerWith().on('GET /api/companies/summary', { status: 500, body: '' });
    const user = openApp('/companies');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Failed to load company data. Please try again.');
    server.on('GET /api/companies/summary', listAnswer([aCompany()]));
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await theTable()).toBeVisible();
  });
});
