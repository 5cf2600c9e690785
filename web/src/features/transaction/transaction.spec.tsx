import type { Transaction, TransactionDetail } from '@clearwatch/contracts/transactions.dto';
import { act, screen, waitFor, within } from '@testing-library/react';
import { anEntry } from '../../testing/api-member-fixtures.ts';
import { FakeEventSource } from '../../testing/browser-fakes.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { aSignedInServer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

const RECORD = '622091000019100000017        00001250004000123456     SAMPLE DANA             1121042880000001';
const ADDENDA = '705INVOICE 1042'.padEnd(83).concat('0001', '0000001');

const aTransaction = (over: Partial<Transaction> = {}): Transaction => anEntry({ entryDescription: null, ...over });

function aDetail(over: Partial<TransactionDetail> = {}): TransactionDetail {
  return Object.assign(
    {
      member: {
        id: 1,
        firstName: 'Dana',
        lastName: 'Sample',
        company: 'Example Payroll Co',
        accountNumber: '100000017',
        totalCredits: '15000.60',
        totalDebits: '99.05',
      },
      transaction: aTransaction(),
      source: { importId: 3, fileName: 'october.ach', digest: 'ab'.repeat(32), line: 1204 },
      returns: [],
      original: null,
    },
    over,
  );
}

function aServerWith(detail: TransactionDetail): FakeServer {
  return aSignedInServer().on('GET /api/transactions/9001', { body: detail });
}

const theDialog = async () => within(await screen.findByRole('dialog', { name: /^Transaction 9001/ }));
const factsIn = (card: HTMLElement): string[] =>
  within(card)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);

describe('transaction dialog', () => {
  it('the transaction dialog shows the member, the transaction and its source [spec 2.13.13, 2.13.14]', async () => {
    aServerWith(aDetail());
    openApp('/?transaction=9001');
    const dialog = await theDialog();
    expect(await dialog.findByText('Fraud Investigation')).toBeInTheDocument();
    expect(factsIn(await dialog.findByRole('region', { name: 'Member' }))).toEqual([
      'Name: Dana Sample',
      'Company: Example Payroll Co',
      'Account number: 100000017',
      'Total credits (all time): $15,000.60',
      'Total debits (all time): $99.05',
    ]);
    expect(factsIn(dialog.getByRole('region', { name: 'Transaction' }))).toEqual([
      'ID: 9001',
      'Account number: 100000017',
      'Type: Credit',
      'Amount: $1,250.00',
      'Posting date: Not in the file',
      'Settlement date: Nov 16, 2026',
      'Company: Example Payroll Co',
      'Code: 22',
      'SEC code: PPD: Prearranged payment or deposit',
      'Batch: 1',
      'Trace number: 121042880000001',
      'Created: Nov 20, 2026 09:30',
      'Hash: 0123456789abcdef',
    ]);
    expect(dialog.getByRole('link', { name: 'Receipt for import #3' })).toHaveAttribute('href', '/import?import=3');
    expect(dialog.getByText('No description available')).toBeInTheDocument();
    expect(
      JSON.parse(dialog.getByRole('region', { name: 'Full JSON' }).querySelector('pre')?.textContent ?? ''),
    ).toEqual(aTransaction());
    expect(dialog.queryByRole('region', { name: 'File record' })).not.toBeInTheDocument();
  });

  it('the transaction dialog shows the addenda as the description, and the entry description separately', async () => {
    aServerWith(aDetail({ transaction: aTransaction({ entryDescription: 'PAYROLL', addenda: 'INVOICE 1042' }) }));
    openApp('/?transaction=9001');
    const dialog = await theDialog();
    const description = await dialog.findByRole('region', { name: 'Description' });
    expect(description).toHaveTextContent(/^DescriptionINVOICE 1042$/);
    expect(factsIn(dialog.getByRole('region', { name: 'Transaction' }))).toContain('Entry description: PAYROLL');
  });

  it('the transaction dialog shows no description for an entry without addenda', async () => {
    aServerWith(aDetail({ transaction: aTransaction({ entryDescription: 'PAYROLL', addenda: null }) }));
    openApp('/?transaction=9001');
    const description = await (await theDialog()).findByRole('region', { name: 'Description' });
    expect(description).toHaveTextContent(/^DescriptionNo description available$/);
  });

  it('the transaction dialog shows NACHA records unchanged, with the name and columns of each field', async () => {
    const metadata = { record: RECORD, addendaRecords: ADDENDA };
    aServerWith(aDetail({ transaction: aTransaction({ metadata }) }));
    const user = openApp('/?transaction=9001');
    const part = within(await (await theDialog()).findByRole('region', { name: 'File record' }));
    const columns = part.getByRole('region', { name: 'Columns of Line 1,204: entry' });
    const ruler = columns.querySelector('pre');
    expect(within(columns).getByRole('listbox').textContent).toBe(RECORD);
    expect(ruler?.textContent).toHaveLength(94);
    expect(ruler?.textContent?.slice(0, 20)).toBe('----+----1----+----2');
    const fields = part
      .getAllByRole('term')
      .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
    expect(fields).toEqual(
      expect.arrayContaining([
        '13–29 Account: 100000017',
        '30–39 Amount: 0000125000',
        '4–11 Receiving DFI: 09100001',
        '77–78 Discretionary data: blank',
        '4–83 Information: INVOICE 1042',
      ]),
    );
    expect(part.getByTitle('Amount, columns 30–39')).toHaveTextContent('0000125000');
    await user.click(part.getByRole('button', { name: 'Copy records' }));
    expect(await navigator.clipboard.readText()).toBe(`${RECORD}\n${ADDENDA}`);
  });

  it('the transaction dialog links to the return and back to the original entry', async () => {
    const related = {
      transactionId: 9100,
      kind: 'return',
      reasonCode: 'R01',
      reason: 'Insufficient funds',
    } as const;
    const entry = Object.assign({}, related, { day: '2026-11-18', amount: '1250.00' });
    const server = aServerWith(aDetail({ returns: [entry] }));
    server.on('GET /api/transactions/9100', {
      body: aDetail({
        transaction: aTransaction({ id: 9100, entryKind: 'return' }),
        original: Object.assign({}, entry, { transactionId: 9001, reasonCode: 'R99', reason: null }),
      }),
    });
    const user = openApp('/import?import=3&transaction=9001');
    const dialog = await theDialog();
    expect(await dialog.findByText('Return R01: Insufficient funds')).toBeInTheDocument();
    expect(dialog.getByText('of Nov 18, 2026, $1,250.00')).toBeInTheDocument();
    await user.click(dialog.getByRole('link', { name: 'Show the related entry' }));
    expect(await screen.findByText('Return R99')).toBeInTheDocument();
    expect(window.location.search).toBe('?import=3&transaction=9100');
    expect(screen.getByText('Return, not included in totals')).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Show the original entry' }));
    expect(window.location.search).toBe('?import=3&transaction=9001');
  });

  it('the transaction dialog links to a return without a date', async () => {
    const entry = {
      transactionId: 9100,
      kind: 'return',
      reasonCode: 'R01',
      reason: 'Insufficient funds',
      day: null,
      amount: '1250.00',
    } as const;
    aServerWith(aDetail({ returns: [entry] }));
    openApp('/?transaction=9001');
    const details = (await (await theDialog()).findByText('Return R01: Insufficient funds')).nextElementSibling;
    expect(details?.textContent).toBe('$1,250.00');
  });

  it('the transaction dialog shows that the original entry of a return is not in the ledger', async () => {
    aServerWith(aDetail({ transaction: aTransaction({ entryKind: 'return' }) }));
    openApp('/?transaction=9001');
    expect(await screen.findByText('The original entry is not in the ledger.')).toBeInTheDocument();
  });

  it('the transaction dialog shows that a transaction does not exist [spec 2.13.15]', async () => {
    aSignedInServer().on('GET /api/transactions/9001', { status: 404, body: 'Transaction not found' });
    openApp('/?transaction=9001');
    expect(await screen.findByText('Transaction not found')).toBeInTheDocument();
  });

  it('the transaction dialog shows Transaction not found when the import is undone', async () => {
    const server = aServerWith(aDetail());
    openApp('/?transaction=9001');
    await (await theDialog()).findByRole('region', { name: 'Member' });
    server.on('GET /api/transactions/9001', { status: 404, body: 'Transaction not found' });
    act(() => FakeEventSource.emit({ type: 'import.undone', importId: 3 }));
    expect(await screen.findByText('Transaction not found')).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Member' })).not.toBeInTheDocument();
  });

  it('the transaction dialog shows a loading error and can be retried [spec 8.16]', async () => {
    const server = aSignedInServer().on('GET /api/transactions/9001', { status: 503, body: 'Unavailable.' });
    const user = openApp('/?transaction=9001');
    const dialog = await theDialog();
    expect(await dialog.findByText('Failed to load transaction details.')).toBeInTheDocument();
    server.on('GET /api/transactions/9001', { body: aDetail() });
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('region', { name: 'Member' })).toBeInTheDocument();
  });

  it('the transaction dialog closes to the screen where it was opened', async () => {
    aServerWith(aDetail());
    const user = openApp('/import?page=2&transaction=9001');
    await theDialog();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(window.location.search).toBe('?page=2'));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('invalid transaction IDs', () => {
  it.each(['0', '-1', '1e3', 'x', '9'.repeat(20)])(
    'the invalid transaction ID %s in the URL opens nothing',
    async (id) => {
      const server = aSignedInServer();
      openApp(`/?transaction=${id}`);
      await screen.findByText('$1,501');
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      expect(server.seen.some(({ path }) => path.startsWith('/api/transactions/') && !path.includes('chart'))).toBe(
        false,
      );
    },
  );
});
