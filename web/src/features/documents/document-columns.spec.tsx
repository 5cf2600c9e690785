import type { CsvField } from '@clearwatch/contracts/csv-mapping';
import type { DocumentColumns, SavedLayout } from '@clearwatch/contracts/document-layouts.dto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aParsedDocument, aParseJob } from '../../testing/api-report-fixtures.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { aSignedInServer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

const COLUMNS = 'GET /api/parse-jobs/3/columns';
const PREVIEW = 'POST /api/parse-jobs/3/columns/preview';
const SAVE = 'POST /api/parse-jobs/3/columns';

const aRow = (line: number, problems: string[] = []) => ({
  line,
  cells: ['4000123456', 'ACME', '12.00'],
  transaction: {
    name: 'ANNA EXAMPLE',
    company: 'ACME PAYROLL',
    accountNumber: '4000123456',
    amount: '12.00',
    transactionType: 'Credit' as const,
    day: '2026-08-03',
  },
  problems,
});

function someColumns(over: Partial<DocumentColumns> = {}): DocumentColumns {
  const mapping = {
    delimiter: ',' as const,
    skippedRows: 0,
    hasHeader: true,
    columnCount: 3,
    columns: [
      { column: 0, field: 'accountNumber' as CsvField },
      { column: 2, field: 'amount' as CsvField },
    ],
    dateOrder: 'month_first' as const,
    direction: 'negative_is_debit' as const,
  };
  const line = { x: 0.1, width: 0.8, height: 0.02 };
  return {
    columns: ['Acct', 'Payee', 'Amt'].map((name, column) => ({ column, name })),
    firstRows: [aRow(1), aRow(2, ['Payee: this column may be the company'])],
    questions: [{ column: 1, sentence: 'Is "Payee" the company or the member?' }],
    missing: ['Choose a column for the company.'],
    page: 1,
    width: 600,
    height: 800,
    hasPicture: true,
    pageLines: [
      { ...line, y: 0.1, text: 'Batch 17 ACME', begins: 'batch' },
      { ...line, y: 0.2, text: '4000123456 ACME 12.00', begins: '9999999999 acme 99.99' },
    ],
    words: [],
    choices: { cuts: [0.3, 0.7], mapping, lines: [] },
    version: null,
    savedBy: null,
    isReadAgain: true,
    ...over,
  };
}

function aColumnsServer(
  data = someColumns(),
  document = aParsedDocument({ status: 'needs_columns', rows: [], heldCount: 0 }),
): FakeServer {
  return aSignedInServer()
    .on('GET /api/parse-jobs/3', { body: document })
    .on(COLUMNS, { body: data })
    .on(PREVIEW, { body: Object.assign({}, data, { missing: [], questions: [], firstRows: [aRow(1)] }) })
    .on(SAVE, { body: aParseJob({ status: 'pending' }) });
}
const boundary = () => screen.findByRole('slider', { name: 'Boundary between Acct and Payee' });

/** jsdom has no pointer events. */
const drag = (on: HTMLElement, to: { clientX: number; buttons: number }) =>
  fireEvent(on, new MouseEvent('pointermove', { bubbles: true, ...to }));

describe('columns of a document', () => {
  it('a document with unclear columns shows them on its page, with questions and the first rows', async () => {
    aColumnsServer();
    openApp('/import/documents/3');
    expect(await screen.findByText('The columns of this document are unclear.')).toBeVisible();
    expect(await boundary()).toHaveAttribute('aria-valuetext', '30.0 percent of the page width');
    expect(screen.getByRole('img', { name: 'Page 1 of statement.pdf' })).toHaveAttribute(
      'src',
      '/api/parse-jobs/3/pages/1',
    );
    expect(screen.getByText('Is "Payee" the company or the member?')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Acct' })).toHaveDisplayValue('Account number');
    expect(screen.getByRole('combobox', { name: 'Payee' })).toHaveAccessibleDescription(/Please check/);
    expect(screen.getByText('1 of 2 rows would wait for review')).toBeVisible();
    expect(screen.getByText('Choose a column for the company.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  });

  it('users move a boundary by keyboard, choose fields, and save the columns', async () => {
    const server = aColumnsServer();
    const user = openApp('/import/documents/3');
    (await boundary()).focus();
    await user.keyboard('{ArrowRight}{Shift>}{ArrowLeft}{/Shift}');
    expect(await boundary()).toHaveAttribute('aria-valuenow', '28.2');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Payee' }), 'company');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
    expect(screen.getByText('1 row can be read')).toBeVisible();
    expect(screen.queryByText('Is "Payee" the company or the member?')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Columns Saved')).toBeVisible();
    expect(server.requestsTo(SAVE)[0]?.body).toMatchObject({
      cuts: [0.282, 0.7],
      mapping: { columns: [{ column: 0 }, { column: 1, field: 'company' }, { column: 2 }] },
      lines: [],
      version: null,
    });
  });

  it('a guess with questions is saved only after a user changed it or checked it against the page', async () => {
    const server = aColumnsServer(someColumns({ missing: [] }));
    const user = openApp('/import/documents/3');
    (await boundary()).focus();
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(server.requestsTo(PREVIEW)).toHaveLength(1));
    expect(screen.getByText('Is "Payee" the company or the member?')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: /I compared these columns with the page/ }));
    expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
  });

  it('users drag a boundary, which stays between its neighbors', async () => {
    aColumnsServer();
    openApp('/import/documents/3');
    const slider = await boundary();
    const sheet = slider.parentElement as HTMLElement;
    sheet.getBoundingClientRect = () => ({ left: 100, width: 500 }) as DOMRect;
    drag(slider, { clientX: 300, buttons: 1 });
    expect(slider).toHaveAttribute('aria-valuenow', '40');
    drag(slider, { clientX: 590, buttons: 1 });
    expect(slider).toHaveAttribute('aria-valuenow', '69.6');
    drag(slider, { clientX: 200, buttons: 0 });
    expect(slider).toHaveAttribute('aria-valuenow', '69.6');
  });

  it('users split and join columns, and the fields keep their columns', async () => {
    const server = aColumnsServer();
    const user = openApp('/import/documents/3');
    await boundary();
    await user.click(screen.getByRole('button', { name: 'Split Acct' }));
    expect(screen.getAllByRole('slider')).toHaveLength(3);
    expect(screen.getByRole('combobox', { name: 'Column 4' })).toHaveDisplayValue('Amount');
    await user.click(screen.getByRole('button', { name: 'Join with next: Column 1 and Column 2' }));
    await user.click(screen.getByRole('button', { name: 'Join with next: Payee and Amt' }));
    await waitFor(() =>
      expect(server.requestsTo(PREVIEW).at(-1)?.body).toMatchObject({
        cuts: [0.3],
        mapping: {
          columnCount: 2,
          columns: [
            { column: 0, field: 'accountNumber' },
            { column: 1, field: 'amount' },
          ],
        },
      }),
    );
  });

  it('users mark lines that are skipped or are group headings', async () => {
    const server = aColumnsServer();
    const user = openApp('/import/documents/3');
    await boundary();
    await user.selectOptions(screen.getByRole('combobox', { name: /A line of the page/ }), 'Batch 17 ACME');
    await user.click(screen.getByRole('button', { name: 'Use as group heading' }));
    const rules = within(screen.getByRole('list', { name: 'Marked lines' }));
    expect(rules.getByRole('textbox', { name: 'Begins with' })).toHaveValue('batch');
    await user.selectOptions(rules.getByRole('combobox', { name: 'Use' }), 'skip');
    await waitFor(() =>
      expect(server.requestsTo(PREVIEW).at(-1)?.body).toMatchObject({
        lines: [{ begins: 'batch', role: 'skip' }],
      }),
    );
    await user.click(rules.getByRole('button', { name: /Remove the mark/ }));
    expect(screen.queryByRole('list', { name: 'Marked lines' })).not.toBeInTheDocument();
  });

  it('users see who saved the columns at the same time, and load those columns', async () => {
    const message = 'otto has saved the columns of this layout in the meantime. Nothing was saved.';
    const server = aColumnsServer(someColumns({ missing: [], questions: [] })).on(SAVE, {
      status: 409,
      body: message,
    });
    const user = openApp('/import/documents/3');
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText(message)).toBeVisible();
    server.on(COLUMNS, { body: someColumns({ version: 1, savedBy: 'otto', missing: [] }) });
    await user.click(screen.getByRole('button', { name: 'Reload columns' }));
    expect(await screen.findByText(/saved for this layout by otto/)).toBeVisible();
  });

  it('the words of a text document are drawn, and each line of its entries has its own boundaries', async () => {
    const words = [{ text: '4000123456', x: 0.1, y: 0.1, width: 0.2, height: 0.02 }];
    const choices = someColumns().choices;
    aColumnsServer(someColumns({ hasPicture: false, words, choices: Object.assign({}, choices, { cuts: [1, 1.4] }) }));
    const user = openApp('/import/documents/3');
    expect(
      within(await screen.findByRole('img', { name: 'Page 1 of statement.pdf' })).getByText('4000123456'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('slider')).not.toBeInTheDocument();
    await user.click(screen.getByText('Line 2 of each entry'));
    expect(screen.getByRole('slider', { name: 'Boundary between Payee and Amt' })).toHaveAttribute(
      'aria-valuenow',
      '40',
    );
  });

  it('the columns of a completed document with waiting rows can be edited', async () => {
    aColumnsServer(
      someColumns({ isReadAgain: false, missing: [], savedBy: 'lena', version: 2 }),
      aParsedDocument({ canEditColumns: true }),
    );
    const user = openApp('/import/documents/3');
    await user.click(await screen.findByRole('button', { name: 'Edit columns' }));
    expect(await screen.findByText(/already imported or reviewed, so it is not read again/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('region', { name: 'Columns' })).not.toBeInTheDocument();
  });

  it('columns that cannot be loaded show why', async () => {
    const server = aColumnsServer().on(COLUMNS, { status: 503, body: 'The database is not available.' });
    const user = openApp('/import/documents/3');
    expect(
      await screen.findByText('The columns of the document could not be loaded.', {}, { timeout: 8_000 }),
    ).toBeVisible();
    server.on(COLUMNS, { status: 404, body: 'gone' });
    await user.click(screen.getByRole('button', { name: /Try again/ }));
    expect(await screen.findByText(/can no longer be edited/)).toBeVisible();
  });
});

const aLayout = (over: Partial<SavedLayout> = {}): SavedLayout => ({
  id: 5,
  name: 'Core daily list',
  headings: ['Acct', '', 'Amt'],
  fields: ['accountNumber', 'company', 'amount'],
  savedBy: 'lena',
  savedAt: '2026-11-20T10:00:00.000Z',
  lastUsedAt: null,
  timesUsed: 4,
  ...over,
});

describe('saved layouts', () => {
  function aLayoutServer(layouts: SavedLayout[]): FakeServer {
    return aSignedInServer()
      .on('GET /api/parse-jobs', {
        body: [aParseJob({ id: 3, originalFileName: 'new.pdf', status: 'needs_columns' })],
      })
      .on('GET /api/document-layouts', { body: layouts });
  }

  it('the extraction page lists saved layouts and documents that need their columns', async () => {
    aLayoutServer([aLayout()]);
    openApp('/import/documents');
    const table = within(await screen.findByRole('table', { name: 'Layouts and their columns' }));
    expect(table.getByRole('row', { name: /Core daily list/ })).toHaveTextContent(
      /Acct: Account number, Column 2: Company or originator, Amt: Amount4Never/,
    );
    expect(await screen.findByRole('link', { name: 'Say what the columns are' })).toHaveAttribute(
      'href',
      '/import/documents/3',
    );
    expect(screen.getByRole('button', { name: 'Cancel new.pdf' })).toBeVisible();
  });

  it('users rename and delete a saved layout', async () => {
    const server = aLayoutServer([aLayout()])
      .on('PATCH /api/document-layouts/5', { body: aLayout({ name: 'Core' }) })
      .on('DELETE /api/document-layouts/5', { status: 204 });
    const user = openApp('/import/documents');
    await user.click(await screen.findByRole('button', { name: 'Rename Core daily list' }));
    const name = screen.getByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, 'Core');
    await user.click(screen.getByRole('button', { name: 'Rename' }));
    expect(await screen.findByText('Layout Renamed')).toBeVisible();
    expect(server.requestsTo('PATCH /api/document-layouts/5')[0]?.body).toEqual({ name: 'Core' });
    await user.click(screen.getByRole('button', { name: 'Delete Core daily list' }));
    server.on('GET /api/document-layouts', { body: [] });
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Layout Deleted')).toBeVisible();
    expect(await screen.findByText(/^No saved layouts/)).toBeVisible();
  });
});
