import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { anEntry } from '../../testing/api-member-fixtures.ts';
import { FakeEventSource } from '../../testing/browser-fakes.ts';
import { type FakeServer, heldAnswer } from '../../testing/fake-server.ts';
import { openApp } from '../../testing/open-app.tsx';
import { anUnfinishedCount, aReportsServer } from './testing/reports-screen-fixtures.ts';

const reportRequests = (server: FakeServer) => server.requestsTo('POST /api/reports/transactions');
const lastReportRequest = (server: FakeServer) => reportRequests(server).at(-1)?.body;
const theTable = () => screen.findByRole('table', { name: 'Transactions matching the filters' });
const chips = () =>
  within(screen.getByRole('region', { name: 'Active Filters' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const button = (name: string) => screen.findByRole('button', { name });
const apply = async (user: UserEvent) => user.click(await button('Apply Filters'));

describe('transaction reports', () => {
  it('the transaction reports screen sends no request until a filter is applied [spec 2.11.1, 2.11.2, 2.11.10]', async () => {
    const server = aReportsServer();
    const user = openApp('/reports');
    expect(await screen.findByText('Use the filters on the left to search for transactions.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Transaction Reports');
    expect(await button('Clear Filters')).toBeDisabled();
    expect(await button('Export CSV')).toBeDisabled();
    expect(await button('Export Report')).toBeDisabled();
    await apply(user);
    await user.type(screen.getByLabelText('First Name'), 'da');
    expect(await button('Clear Filters')).toBeEnabled();
    expect(screen.getByText('Not applied yet')).toBeVisible();
    expect(reportRequests(server)).toEqual([]);
  });

  it('the transaction reports screen applies typed filters by button or Enter and keeps them in the address [spec 2.11.5]', async () => {
    const server = aReportsServer();
    const user = openApp('/reports');
    await user.type(await screen.findByLabelText('First Name'), 'da');
    await user.type(screen.getByLabelText('Company'), 'Acme, Inc.');
    await user.click(screen.getByRole('button', { name: 'Add another company' }));
    await user.keyboard('Example{Enter}');
    await theTable();
    expect(lastReportRequest(server)).toEqual({ firstName: 'da', company: ['Acme, Inc.', 'Example'] });
    expect(reportRequests(server)[0]?.path).toBe('/api/reports/transactions?page=1&pageSize=100');
    expect(window.location.search).toBe('?firstName=da&company=Acme%2C+Inc.&company=Example');
    expect(screen.queryByText('Not applied yet')).not.toBeInTheDocument();
    expect(chips()).toEqual(['First Name: da', 'Company: Acme, Inc.', 'Company: Example']);
  });

  it('a transaction report shows the specified columns and the number of matches [spec 2.11.7, 2.11.9]', async () => {
    const server = aReportsServer([
      anEntry(),
      anEntry({
        id: 9002,
        memberName: 'Lee Vale',
        amount: '1234567.80',
        transactionType: 'Debit',
        entryDescription: null,
        addenda: 'INVOICE 7',
        settlementDate: null,
        createdAt: new Date(2026, 10, 20, 12).toISOString(),
      }),
      anEntry({ id: 9003, entryDescription: null, postingDate: '2026-11-12', transactionCode: '' }),
    ]);
    openApp('/reports?batch=1');
    const rows = within(await theTable()).getAllByRole('row');
    expect(rows.map(({ children }) => [...children].map(({ textContent }) => textContent))).toEqual([
      ['Member', 'Company', 'Amount', 'Type', 'Code', 'Date', 'Description'],
      ['Dana Sample', 'Example Payroll Co', '$1,250.00', 'Credit', '22', 'Nov 16, 2026', 'PAYROLL'],
      ['Lee Vale', 'Example Payroll Co', '$1,234,567.80', 'Debit', '22', 'Nov 20, 2026', 'INVOICE 7'],
      ['Dana Sample', 'Example Payroll Co', '$1,250.00', 'Credit', '—', 'Nov 12, 2026', '—'],
    ]);
    expect(screen.getByRole('heading', { name: 'Found 3 transactions matching your criteria' })).toBeVisible();
    expect(screen.queryByText(/Showing first/)).not.toBeInTheDocument();
    expect(lastReportRequest(server)).toEqual({ batch: '1' });
  });

  it('a transaction report notes when more transactions match than are shown or counted [spec 2.11.8]', async () => {
    const many = Array.from({ length: 100 }, (_, at) => anEntry({ id: at + 1 }));
    const server = aReportsServer(many, 48_211);
    const user = openApp('/reports?firstName=da');
    expect(
      await screen.findByRole('heading', { name: 'Found 48,211 transactions matching your criteria' }),
    ).toBeVisible();
    expect(screen.getByText(/^Showing first 100 results/)).toBeVisible();
    server.on('POST /api/reports/transactions', anUnfinishedCount(many, 10_001));
    await apply(user);
    expect(
      await screen.findByRole('heading', {
        name: 'Found at least 10,001 transactions matching your criteria',
      }),
    ).toBeVisible();
  });

  it('a transaction report shows loading, no matches and server errors [spec 2.11.10]', async () => {
    const server = aReportsServer();
    const answer = heldAnswer({ body: [] });
    server.on('POST /api/reports/transactions', answer.respond);
    const user = openApp('/reports?lastName=unknown');
    expect(await screen.findByText('Loading transactions...')).toBeVisible();
    expect(await button('Export CSV')).toBeDisabled();
    act(() => answer.release());
    expect(await screen.findByText('No transactions found matching your criteria')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Found 0 transactions matching your criteria' })).toBeVisible();
    expect(await button('Export CSV')).toBeDisabled();
    server.on('POST /api/reports/transactions', { status: 503, body: 'The service is not available.' });
    await user.type(screen.getByLabelText('First Name'), 'x{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The transactions could not be loaded. The service is not available.',
    );
    server.on('POST /api/reports/transactions', { body: [anEntry()] });
    await user.click(await button('Try again'));
    await theTable();
  });

  it('a shared address shows the same transaction report [spec 2.11.4]', async () => {
    const server = aReportsServer();
    openApp(
      '/reports?lastName=Sample&transactionType=Credit&class=XYZ&amountIs=between&amount=5&amountTo=1000&from=2026-11-01&to=2026-11-30',
    );
    await theTable();
    expect(lastReportRequest(server)).toEqual({
      lastName: 'Sample',
      transactionType: ['Credit'],
      class: ['XYZ'],
      amount: { operator: 'between', value: '5.00', value2: '1000.00' },
      dateRange: { start: '2026-11-01', end: '2026-11-30' },
    });
    expect(screen.getByLabelText('Last Name')).toHaveValue('Sample');
    expect(screen.getByLabelText('Maximum amount')).toHaveValue('1000.00');
    expect(screen.getByPlaceholderText('Start date')).toHaveValue('Nov 1, 2026');
    // Advanced filters are collapsed by default but shown when active.
    expect(screen.getByRole('button', { name: /^Advanced Filters/ })).toHaveAttribute('aria-expanded', 'true');
  });

  it('removing a filter chip updates the transaction report immediately and keeps typed text [spec 2.11.3]', async () => {
    const server = aReportsServer();
    const user = openApp('/reports?firstName=da&batch=1&company=A&company=B');
    await theTable();
    await user.type(screen.getByLabelText('Last Name'), 'sam');
    await user.click(screen.getByRole('button', { name: 'Remove Company: A' }));
    await waitFor(() => expect(lastReportRequest(server)).toEqual({ firstName: 'da', batch: '1', company: ['B'] }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Remove Company: B' })).toHaveFocus());
    expect(screen.getByLabelText('Last Name')).toHaveValue('sam');
    expect(screen.getByLabelText('Company')).toHaveValue('B');
    await apply(user);
    await waitFor(() =>
      expect(lastReportRequest(server)).toEqual({
        firstName: 'da',
        lastName: 'sam',
        batch: '1',
        company: ['B'],
      }),
    );
    act(() => window.history.back());
    await waitFor(() => expect(screen.getByLabelText('Last Name')).toHaveValue(''));
  });

  it('the Clear Filters button clears typed and applied report filters [spec 2.11.2]', async () => {
    aReportsServer();
    const user = openApp('/reports?firstName=da');
    await theTable();
    await user.type(screen.getByLabelText('Amount'), 'twelve');
    expect(screen.getByText(/^Enter an amount/)).toBeVisible();
    await user.type(screen.getByPlaceholderText('Start date'), '2026-11-01');
    await user.click(screen.getByLabelText('First Name'));
    expect(await screen.findByText(/^Enter both dates/)).toBeVisible();
    await user.click(await button('Clear Filters'));
    expect(await screen.findByText('Use the filters on the left to search for transactions.')).toBeVisible();
    expect(window.location.search).toBe('');
    expect(screen.getByLabelText('First Name')).toHaveValue('');
    expect(screen.getByLabelText('Amount')).toHaveValue('');
    expect(screen.getByPlaceholderText('Start date')).toHaveValue('');
    expect(screen.queryByRole('region', { name: 'Active Filters' })).not.toBeInTheDocument();
    expect(await button('Clear Filters')).toBeDisabled();
  });

  it('the transaction reports screen offers default classes when those in the ledger cannot be loaded [spec 9.24]', async () => {
    const server = aReportsServer().on('GET /api/reports/filter-options', { status: 503 });
    const user = openApp('/reports');
    await user.click(await button('Advanced Filters'));
    await user.click(screen.getByLabelText('ACH Class Codes'));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toContain('PPD');
    await user.click(await screen.findByTitle('IAT'));
    await apply(user);
    await waitFor(() => expect(lastReportRequest(server)).toEqual({ class: ['IAT'] }));
  });

  it('a transaction report opens a transaction by keyboard, and Escape returns to the same report', async () => {
    aReportsServer([anEntry(), anEntry({ id: 9002 })]);
    const user = openApp('/reports?firstName=da');
    const rows = within(await theTable()).getAllByRole('row');
    act(() => rows[1]?.focus());
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(window.location.search).toBe('?firstName=da&transaction=9002'));
    expect(await screen.findByRole('dialog', { name: /^Transaction 9002/ })).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(window.location.search).toBe('?firstName=da'));
  });

  it('a transaction report remembers the chosen columns in this browser', async () => {
    aReportsServer();
    const user = openApp('/reports?firstName=da');
    await theTable();
    await user.click(await button('Columns'));
    await user.click(await screen.findByRole('checkbox', { name: 'Account' }));
    await user.click(screen.getByRole('checkbox', { name: 'Code' }));
    const headings = within(await theTable()).getAllByRole('columnheader');
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      'Member',
      'Company',
      'Amount',
      'Type',
      'Date',
      'Description',
      'Account',
    ]);
    expect(localStorage.getItem('clearwatch.hidden-columns.transaction-report')).toContain('Code');
  });

  it('a transaction report refetches when the ledger changes', async () => {
    const server = aReportsServer();
    openApp('/reports?firstName=da');
    await theTable();
    server.on('POST /api/reports/transactions', { body: [anEntry(), anEntry({ id: 9002 })] });
    act(() => FakeEventSource.emit({ type: 'ledger.projected', importId: 4 }));
    expect(await screen.findByRole('heading', { name: 'Found 2 transactions matching your criteria' })).toBeVisible();
  });
});
