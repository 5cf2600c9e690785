import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { anImport } from '../../testing/api-core-fixtures.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { aSignedInServer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';
import { aFullReceipt, aMapping, aProposal } from './testing/import-screen-fixtures.ts';

type Proposal = Parameters<typeof aProposal>[0];

function aServerAsking(proposal: Proposal = {}): FakeServer {
  return aSignedInServer()
    .on('GET /api/imports', { body: [anImport({ state: 'needs_mapping', fileName: 'core.csv' })] })
    .on('GET /api/imports/3/mapping', { body: aProposal(proposal) })
    .on('POST /api/imports/3/mapping/preview', ({ body }) => ({
      body: aProposal({ mapping: body as ReturnType<typeof aMapping> }),
    }));
}

const theDialog = async () => within(await screen.findByRole('dialog', { name: 'Columns in core.csv' }));

describe('column dialog', () => {
  it('the columns of a CSV file are guessed, with a preview of the first rows', async () => {
    aServerAsking();
    openApp('/import?mapping=3');
    const dialog = await theDialog();
    expect(dialog.getByLabelText(/^Account number/)).toHaveDisplayValue('Account: 4000123456');
    expect(dialog.getByLabelText(/^Full name/)).toHaveDisplayValue('Name: SAMPLE, DANA');
    expect(dialog.getByLabelText(/^Company or originator/)).toHaveDisplayValue('Not in the file');
    expect(dialog.getByText(/Guessed from the header/)).toBeInTheDocument();
    const cells = dialog.getAllByRole('cell').map(({ textContent }) => textContent);
    expect(cells).toEqual([
      '2',
      'Mar 4, 2026',
      'Dana Sample',
      '4000123456',
      'Payroll',
      'Credit',
      '$1,250.00',
      'Would be imported',
    ]);
  });

  it('a required field without a column is marked in the column dialog', async () => {
    const columns = aMapping().columns.filter(({ field }) => field !== 'amount');
    aServerAsking({ mapping: aMapping({ columns }) });
    openApp('/import?mapping=3');
    const dialog = await theDialog();
    expect(dialog.getByLabelText('Amount required')).toBeInvalid();
    expect(dialog.getByLabelText('Account number required')).toBeValid();
  });

  it('a CSV file is imported with the column mapping that is shown', async () => {
    const server = aServerAsking().on('PUT /api/imports/3/mapping', {
      body: anImport({ state: 'received' }),
    });
    const user = openApp('/import?mapping=3');
    const dialog = await theDialog();
    await user.selectOptions(dialog.getByLabelText(/^Company or originator/), '4');
    await user.selectOptions(dialog.getByLabelText('Date order'), 'day_first');
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Import' })).toBeEnabled());
    await user.click(dialog.getByRole('button', { name: 'Import' }));
    expect(await screen.findByText('Import Started')).toBeVisible();
    expect(server.requestsTo('PUT /api/imports/3/mapping')[0]?.body).toEqual(
      aMapping({
        columns: [...aMapping().columns, { column: 4, field: 'company' }],
        dateOrder: 'day_first',
      }),
    );
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  it('CSV columns must be chosen again for another separator, and the import uses the new choices', async () => {
    const questions = [{ about: 'dateOrder' as const, sentence: 'Month or day first?' }];
    const bars = ['Account', 'Amount'].map((name, column) => ({ column, name }));
    const server = aServerAsking({ questions })
      .on('POST /api/imports/3/mapping/preview', ({ body }) => {
        const mapping = Object.assign({}, body as ReturnType<typeof aMapping>, { columnCount: 2 });
        return { body: aProposal({ mapping, columns: bars, firstRows: [] }) };
      })
      .on('PUT /api/imports/3/mapping', { body: anImport({ state: 'received' }) });
    const user = openApp('/import?mapping=3');
    const dialog = await theDialog();
    const delimiter = dialog.getByLabelText('Column separator');
    expect(delimiter).toHaveDisplayValue('Commas');
    await user.selectOptions(delimiter, '|');
    expect(await dialog.findByText(/^2 columns, separated by vertical bars/)).toBeInTheDocument();
    expect(dialog.getByText(/You chose this separator/)).toBeInTheDocument();
    expect(dialog.queryByText('Month or day first?')).not.toBeInTheDocument();
    expect(dialog.getByLabelText(/^Account number/)).toHaveDisplayValue('Not in the file');
    await user.selectOptions(dialog.getByLabelText(/^Account number/), '0');
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Import' })).toBeEnabled());
    await user.click(dialog.getByRole('button', { name: 'Import' }));
    await waitFor(() => expect(server.requestsTo('PUT /api/imports/3/mapping')).toHaveLength(1));
    expect(server.requestsTo('PUT /api/imports/3/mapping')[0]?.body).toMatchObject({
      delimiter: '|',
      columnCount: 2,
      columns: [{ column: 0, field: 'accountNumber' }],
    });
  });

  it('CSV columns return to the guess when the separator is changed back', async () => {
    aServerAsking();
    const user = openApp('/import?mapping=3');
    const dialog = await theDialog();
    await user.selectOptions(dialog.getByLabelText('Column separator'), ';');
    await user.selectOptions(dialog.getByLabelText('Column separator'), ',');
    expect(dialog.getByLabelText(/^Account number/)).toHaveDisplayValue('Account: 4000123456');
  });

  it('choosing a CSV column for a field removes it from its former field', async () => {
    aServerAsking();
    const user = openApp('/import?mapping=3');
    const dialog = await theDialog();
    await user.selectOptions(dialog.getByLabelText(/^Last name/), '1');
    expect(dialog.getByLabelText(/^Full name/)).toHaveDisplayValue('Not in the file');
  });

  it('the column dialog offers separate debit and credit amounts when they are in two columns', async () => {
    aServerAsking();
    const user = openApp('/import?mapping=3');
    const dialog = await theDialog();
    expect(dialog.queryByLabelText(/^Debit amount/)).not.toBeInTheDocument();
    await user.selectOptions(dialog.getByLabelText('Credits and debits are identified by'), 'two_columns');
    expect(dialog.getByLabelText(/^Debit amount/)).toHaveDisplayValue('Not in the file');
    expect(dialog.queryByLabelText(/^Amount/)).not.toBeInTheDocument();
  });

  it('column settings that were guessed without certainty are marked until they are changed', async () => {
    const sentence = 'The first rows do not show whether dates begin with the month or the day.';
    aServerAsking({ questions: [{ about: 'dateOrder', sentence }] });
    const user = openApp('/import?mapping=3');
    const dialog = await theDialog();
    expect(dialog.getByText(sentence)).toBeInTheDocument();
    expect(dialog.getByLabelText('Date order')).toHaveAccessibleDescription('Please check');
    await user.selectOptions(dialog.getByLabelText('Date order'), 'day_first');
    expect(dialog.queryByText(sentence)).not.toBeInTheDocument();
  });

  it('missing columns prevent the import of a CSV file', async () => {
    aServerAsking({ missing: ['Choose a column for "Amount".'] });
    openApp('/import?mapping=3');
    const dialog = await theDialog();
    expect(dialog.getByText('Choose a column for "Amount".')).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled();
  });

  it('the column dialog shows why a row would be rejected', async () => {
    const row = {
      line: 3,
      cells: ['1', '', '', '', ''],
      transaction: null,
      problems: ['Amount: no amount.'],
    };
    aServerAsking({ firstRows: [row] });
    openApp('/import?mapping=3');
    const dialog = await theDialog();
    expect(dialog.getByText('Amount: no amount.')).toBeInTheDocument();
    expect(dialog.getByText('1 of 1 row would be rejected')).toBeInTheDocument();
  });

  it('the column dialog stays open and shows the reason when the server rejects the columns', async () => {
    aServerAsking().on('PUT /api/imports/3/mapping', {
      status: 409,
      body: 'This import is no longer waiting for a mapping. Reload the page to see its state.',
    });
    const user = openApp('/import?mapping=3');
    const dialog = await theDialog();
    await user.click(dialog.getByRole('button', { name: 'Import' }));
    expect(
      await dialog.findByText('This import is no longer waiting for a mapping. Reload the page to see its state.'),
    ).toBeInTheDocument();
  });
});

describe('discard', () => {
  it('a waiting CSV file is discarded after a confirmation', async () => {
    const server = aServerAsking().on('POST /api/imports/3/discard', { body: anImport({ state: 'failed' }) });
    const user = openApp('/import?mapping=3');
    await user.click((await theDialog()).getByRole('button', { name: 'Discard file' }));
    expect(server.requestsTo('POST /api/imports/3/discard')).toHaveLength(0);
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('Nothing from core.csv was imported')).toBeVisible();
    expect(server.requestsTo('POST /api/imports/3/discard')).toHaveLength(1);
  });
});

describe('saved mapping', () => {
  it('a file imported with a saved mapping shows who chose it and how to choose again', async () => {
    const server = aSignedInServer()
      .on('GET /api/imports/3', { body: aFullReceipt({ fileKind: 'csv', fileName: 'core.csv' }) })
      .on('GET /api/imports/3/mapping', {
        body: aProposal({
          remembered: true,
          rememberedBy: 'd.sampleton',
          rememberedAt: '2026-11-19T10:00:00Z',
        }),
      })
      .on('DELETE /api/imports/3/mapping', { status: 204 });
    const user = openApp('/import?import=3&part=mapping');
    expect(await screen.findByText(/chosen by d.sampleton/)).toBeVisible();
    expect(screen.getByText('Not imported')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ask again next time' }));
    expect(await screen.findByText('Mapping Removed')).toBeVisible();
    expect(server.requestsTo('DELETE /api/imports/3/mapping')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Ask again next time' })).toBeDisabled();
  });
});

describe('unsaved choices', () => {
  it('corrected CSV columns survive a reload and are removed from the browser after the import', async () => {
    aServerAsking().on('PUT /api/imports/3/mapping', { body: anImport({ state: 'received' }) });
    const user = openApp('/import?mapping=3');
    await user.selectOptions((await theDialog()).getByLabelText(/^Company or originator/), '4');
    cleanup();
    const later = openApp('/import?mapping=3');
    const dialog = await theDialog();
    expect(dialog.getByLabelText(/^Company or originator/)).toHaveValue('4');
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Import' })).toBeEnabled());
    await later.click(dialog.getByRole('button', { name: 'Import' }));
    expect(await screen.findByText('Import Started')).toBeVisible();
    expect(sessionStorage).toHaveLength(0);
  });
});
