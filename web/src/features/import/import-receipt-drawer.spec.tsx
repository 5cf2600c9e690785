import type { MoneyParts } from '@clearwatch/contracts/imports.dto';
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { anImport } from '../../testing/api-core-fixtures.ts';
import { FakeEventSource } from '../../testing/browser-fakes.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { aSignedInServer, listAnswer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';
import { aDuplicate, aFullReceipt, aTotal, aWarning } from './testing/import-screen-fixtures.ts';

type Receipt = Parameters<typeof aFullReceipt>[0];

function aServerWith(receipt: Receipt): FakeServer {
  return aSignedInServer().on('GET /api/imports/3', { body: aFullReceipt(receipt) });
}

const theDrawer = async () => within(await screen.findByRole('dialog', { name: 'Import #3' }));

/** Each term in a figure list with its value. */
function figuresOf(region: HTMLElement): string[] {
  return within(region)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
}

const PARTS: MoneyParts = {
  stored: { entries: 1, credits: '5.00', debits: '0.00' },
  duplicates: { entries: 2, credits: '20.00', debits: '0.00' },
  returns: { entries: 1, credits: '0.00', debits: '3.30' },
  notMoney: { entries: 2, credits: '0.04', debits: '0.00' },
  rejected: { entries: 2, credits: '0.00', debits: '77.00' },
};

describe('import receipt', () => {
  it('the receipt of an import accounts for every entry of the file and for the money', async () => {
    aServerWith({
      fileKind: 'nacha',
      readCount: 1310,
      transactionCount: 1204,
      duplicateCount: 78,
      rejectedCount: 28,
      prenoteCount: 3,
      returnCount: 11,
      matchedReturnCount: 9,
      noticeCount: 2,
      zeroDollarCount: 1,
      creditTotal: '150000.60',
      debitTotal: '99.05',
    });
    openApp('/import?import=3');
    const drawer = await theDrawer();
    expect(figuresOf(await drawer.findByRole('region', { name: 'Entries in the file' }))).toEqual([
      'Read: 1,310',
      'Stored: 1,204',
      'Duplicates skipped: 78',
      'Rejected: 28',
    ]);
    expect(figuresOf(drawer.getByRole('region', { name: 'Stored entries' }))).toEqual([
      'Money entries: 1,187',
      'Returns: 11',
      'Prenotes: 3',
      'Notifications of change: 2',
      'Zero-dollar entries: 1',
      'Members: 311',
      'Credits: $150,000.60',
      'Debits: $99.05',
    ]);
    expect(drawer.getByText('Returns matched to their original entries: 9 of 11.')).toBeVisible();
  });

  it('the receipt of a running import shows progress and no figures', async () => {
    const running = { state: 'importing', bytesRead: 500_000 } as const;
    aServerWith(running).on('GET /api/imports', { body: [anImport(running)] });
    openApp('/import?import=3');
    const drawer = await theDrawer();
    expect(await drawer.findByText('Reading: 500 kB of 2 MB')).toBeVisible();
    const progress = { type: 'import.progress', importId: 3, bytesTotal: 2_000_000, rowsRead: 1 } as const;
    act(() => FakeEventSource.emit({ ...progress, bytesRead: 1_500_000 }));
    expect(await drawer.findByText('Reading: 1.5 MB of 2 MB')).toBeVisible();
    expect(drawer.queryByRole('region', { name: 'Stored entries' })).not.toBeInTheDocument();
  });

  it('the receipt of an import reports a loading error and can be retried', async () => {
    const server = aSignedInServer().on('GET /api/imports/3', { status: 503, body: 'Away.' });
    const user = openApp('/import?import=3');
    const drawer = await theDrawer();
    expect(await drawer.findByText('The receipt could not be loaded.')).toBeVisible();
    server.on('GET /api/imports/3', { body: aFullReceipt() });
    await user.click(drawer.getByRole('button', { name: 'Try again' }));
    expect(await drawer.findByRole('region', { name: 'The file' })).toBeVisible();
  });

  it('the receipt of an import shows how many of its entries have since been purged', async () => {
    aServerWith({ readCount: 1310, transactionCount: 106, purgedCount: 1204 });
    openApp('/import?import=3');
    const entries = await (await theDrawer()).findByRole('region', { name: 'Entries in the file' });
    expect(entries).toHaveTextContent(
      '1,204 entries from the file have since been purged at the end of the retention period.',
    );
  });

  it('the receipt of an import shows only the tabs that have content', async () => {
    aServerWith({ rejectedCount: 1 });
    openApp('/import?import=3');
    const tabs = await (await theDrawer()).findAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Receipt', 'Rejected rows (1)']);
  });
});

describe('control totals', () => {
  it('control totals that match are shown as balanced', async () => {
    aServerWith({ totals: [aTotal(), aTotal({ level: 'file', label: 'File 1' })], totalsCount: 2 });
    openApp('/import?import=3');
    expect(
      await screen.findByText('Balanced: The 2 control totals match the entries in the file to the cent.'),
    ).toBeVisible();
  });

  it('control totals that match are not shown as balanced when entries were rejected', async () => {
    aServerWith({ totals: [aTotal()], totalsCount: 1, rejectedCount: 3, orphanCount: 1, parts: PARTS });
    openApp('/import?import=3');
    expect(
      await screen.findByText(
        'The control total matches the entries in the file to the cent, but 2 entries (credits $0.00, debits $77.00) were rejected and are not in the ledger.',
      ),
    ).toBeVisible();
    expect(
      screen.getByText('1 record in the file does not belong to an entry and is listed with the rejected rows.'),
    ).toBeVisible();
    expect(screen.queryByText(/^Balanced/)).not.toBeInTheDocument();
  });

  it('control totals of an import by an earlier version count rejected entries without amounts', async () => {
    aServerWith({ totals: [aTotal()], totalsCount: 1, rejectedCount: 1 });
    openApp('/import?import=3');
    expect(
      await screen.findByText(
        'The control total matches the entries in the file to the cent, but 1 entry was rejected and is not in the ledger.',
      ),
    ).toBeVisible();
    expect(screen.queryByRole('table', { name: /What became of the money/ })).not.toBeInTheDocument();
  });

  it('control totals show the amounts of each batch and file by result', async () => {
    const counted = { entryAndAddendaCount: 9, entryHash: 12, debits: '80.30', credits: '25.04' };
    const total = aTotal({ counted, declared: counted, parts: PARTS });
    aServerWith({ totals: [total], totalsCount: 1, rejectedCount: 2, parts: PARTS });
    openApp('/import?import=3&part=totals');
    const table = await screen.findByRole('table', {
      name: 'Amounts by result, in file order',
    });
    const cells = within(table)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
    expect(cells.slice(2)).toEqual([
      '8$25.04$80.30',
      '1$5.00$0.00',
      '2$20.00$0.00',
      '1$0.00$3.30',
      '2$0.04$0.00',
      '2$0.00$77.00',
    ]);
  });

  it('control totals with parts that do not add up are reported', async () => {
    aServerWith({ totals: [aTotal({ parts: PARTS })], totalsCount: 1, parts: PARTS });
    openApp('/import?import=3');
    expect(await screen.findByText(/^The parts do not add up to the total that was read/)).toBeVisible();
  });

  it('control totals that differ are listed with their lines and both sums', async () => {
    const off = aTotal({
      label: 'Batch 2, EXAMPLE UTILITY, CCD',
      headerLine: 10,
      controlLine: 14,
      declared: { entryAndAddendaCount: 3, entryHash: 12, debits: '75.00', credits: '0.00' },
      counted: { entryAndAddendaCount: 3, entryHash: 12, debits: '74.00', credits: '0.00' },
      balanced: false,
      differences: ['The control declares debits of 75.00, the entries add up to 74.00.'],
    });
    aServerWith({ totals: [aTotal(), off], totalsCount: 2, unbalancedCount: 1 });
    openApp('/import?import=3&part=totals');
    const drawer = await theDrawer();
    expect(
      await drawer.findByText('Not balanced: 1 of 2 control totals does not match the entries in the file.'),
    ).toBeVisible();
    expect(within(drawer.getByRole('list', { name: 'Differences' })).getByRole('listitem')).toHaveTextContent(
      'Batch 2, EXAMPLE UTILITY, CCD (lines 10 to 14): The control declares debits of 75.00, the entries add up to 74.00.',
    );
    const [, first, second] = drawer.getAllByRole('row');
    expect(first).toHaveTextContent('Balanced');
    expect(second).toHaveTextContent('Not balanced');
    expect(second).toHaveTextContent('$75.00≠ differs: $74.00');
  });

  it('batches and files without a control record are not shown as balanced', async () => {
    aServerWith({
      totals: [aTotal({ controlLine: null, declared: null, balanced: null })],
      totalsCount: 1,
    });
    openApp('/import?import=3&part=totals');
    const drawer = await theDrawer();
    expect(await drawer.findByText(/1 batch or file without a control record/)).toBeVisible();
    expect(drawer.getByText('No control')).toBeVisible();
    expect(drawer.queryByText(/^Balanced/)).not.toBeInTheDocument();
  });
});

describe('partial list', () => {
  it('a partial list of control totals reports at least how many have no control record', async () => {
    const undeclared = aTotal({ declared: null, balanced: null, controlLine: null });
    aServerWith({ totalsCount: 1_500, totals: [undeclared, undeclared] });
    openApp('/import?import=3&part=totals');
    const drawer = await theDrawer();
    expect(
      await drawer.findByText(/^At least 2 batches and files without a control record cannot be checked/),
    ).toBeVisible();
  });
});

describe('rejected rows', () => {
  const problem = { line: 41, row: 7, field: 'amount', value: '1.005', reason: 'At most two decimals.' };

  it('rejected rows are listed with line, field, value and reason, and can be downloaded', async () => {
    aServerWith({ rejectedCount: 1 }).on('GET /api/imports/3/rejects', listAnswer([problem]));
    openApp('/import?import=3&part=rejects');
    const drawer = await theDrawer();
    const cells = (await drawer.findAllByRole('cell')).map(({ textContent }) => textContent);
    expect(cells).toEqual(['41', '7', 'amount', '1.005', 'At most two decimals.']);
    expect(drawer.getByRole('link', { name: 'Download CSV' })).toHaveAttribute('href', '/api/imports/3/rejects.csv');
  });

  it('two problems of one field are both listed with the rejected rows', async () => {
    const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    aServerWith({ rejectedCount: 1 }).on(
      'GET /api/imports/3/rejects',
      listAnswer([
        { ...problem, reason: 'too long' },
        { ...problem, reason: 'no amount' },
      ]),
    );
    openApp('/import?import=3&part=rejects');
    expect(await screen.findByText('too long')).toBeVisible();
    expect(screen.getByText('no amount')).toBeVisible();
    expect(complaints.mock.calls.filter(([text]) => String(text).includes('same key'))).toEqual([]);
    complaints.mockRestore();
  });

  it('rejected rows are paged', async () => {
    const server = aServerWith({ rejectedCount: 250 });
    server.on('GET /api/imports/3/rejects?page=1&pageSize=100', listAnswer([problem], 250));
    server.on('GET /api/imports/3/rejects?page=2&pageSize=100', listAnswer([{ ...problem, line: 141 }], 250));
    const user = openApp('/import?import=3&part=rejects');
    const drawer = await theDrawer();
    await user.click(await drawer.findByRole('listitem', { name: '2' }));
    expect(await drawer.findByText('141')).toBeVisible();
  });
});

describe('duplicates', () => {
  it('duplicates are shown with the stored entries they match', async () => {
    aServerWith({ duplicateCount: 2 }).on(
      'GET /api/imports/3/duplicates',
      listAnswer([
        aDuplicate(),
        aDuplicate({
          row: 8,
          line: 42,
          case: 'in_file',
          twin: { transactionId: 9002, importId: 3, fileName: 'ledger.json', line: 41 },
        }),
      ]),
    );
    openApp('/import?import=3&part=duplicates');
    const drawer = await theDrawer();
    expect(await drawer.findByText('In an earlier import')).toBeVisible();
    expect(drawer.getByRole('link', { name: 'october.json' })).toHaveAttribute('href', '/import?import=2');
    expect(drawer.getByRole('link', { name: 'Stored entry matching row 7' })).toHaveAttribute(
      'href',
      '/import?import=3&part=duplicates&transaction=9001',
    );
    expect(drawer.getByText('Twice in this file, with the same trace number')).toBeVisible();
    expect(drawer.getAllByText('***3456')).toHaveLength(2);
  });

  it('a duplicate is kept as a separate entry after a confirmation, and the list shows it', async () => {
    const server = aServerWith({ duplicateCount: 1 })
      .on('GET /api/imports/3/duplicates', listAnswer([aDuplicate()]))
      .on('POST /api/imports/3/duplicates/7/keep', { body: aDuplicate({ kept: true }) });
    const user = openApp('/import?import=3&part=duplicates');
    await user.click(await screen.findByRole('button', { name: 'Keep row 7' }));
    expect(await screen.findByText(/A second credit of \$1,250.00 will be stored for Dana Sample/)).toBeInTheDocument();
    server.on('GET /api/imports/3/duplicates', listAnswer([aDuplicate({ kept: true })]));
    await user.click(screen.getByRole('button', { name: 'Keep' }));
    expect(await screen.findByText('Kept')).toBeVisible();
    expect(server.requestsTo('POST /api/imports/3/duplicates/7/keep')).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText('Keep row 7?')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByText('Kept').closest('tr')).toHaveFocus());
  });

  it('the list of duplicates starts on its first page when one receipt opens from another', async () => {
    const rows = Array.from({ length: 100 }, (_, at) => aDuplicate({ row: at + 1 }));
    const server = aServerWith({ duplicateCount: 150 })
      .on('GET /api/imports/3/duplicates', listAnswer(rows, 150))
      .on('GET /api/imports/2', { body: aFullReceipt({ importId: 2, duplicateCount: 1 }) })
      .on('GET /api/imports/2/duplicates', listAnswer([aDuplicate({ row: 1 })]));
    const user = openApp('/import?import=2&part=duplicates');
    await screen.findByText('1–1 of 1');
    server.on('GET /api/imports', { body: [anImport()] });
    await act(async () => {
      window.history.pushState(null, '', '/import?import=3&part=duplicates');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await user.click(await screen.findByRole('listitem', { name: '2' }));
    await waitFor(() =>
      expect(server.requestsTo('GET /api/imports/3/duplicates').some(({ path }) => path.includes('page=2'))).toBe(true),
    );
    await user.click(screen.getAllByRole('link', { name: 'october.json' })[0] as HTMLElement);
    await user.click(await screen.findByRole('tab', { name: 'Duplicates (1)' }));
    expect(await screen.findByText('1–1 of 1')).toBeVisible();
  });
});

describe('warnings', () => {
  it('import warnings show line, columns, field, value and problem', async () => {
    aServerWith({ warningCount: 1, warnings: [aWarning()] });
    openApp('/import?import=3&part=warnings');
    const cells = (await (await theDrawer()).findAllByRole('cell')).map(({ textContent }) => textContent);
    expect(cells).toEqual(['12', '5–10', 'effective entry date', '261399', 'The effective entry date does not exist.']);
  });
});
