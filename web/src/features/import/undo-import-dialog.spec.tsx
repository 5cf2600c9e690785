import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { anImport, aUser } from '../../testing/api-core-fixtures.ts';
import { FakeEventSource } from '../../testing/browser-fakes.ts';
import { type FakeServer, heldAnswer } from '../../testing/fake-server.ts';
import { aSignedInServer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';
import { aFullReceipt } from './testing/import-screen-fixtures.ts';

const UNDO = 'DELETE /api/imports/3';
const undoing = anImport({ state: 'undoing', undoneBy: 'admin' });
const undone = anImport({
  state: 'undone',
  undoneBy: 'd.sampleton',
  undoneAt: new Date(2026, 10, 20, 9, 30).toISOString(),
});

function aServerWith(summary = anImport()): FakeServer {
  return aSignedInServer()
    .on('GET /api/imports', { body: [summary] })
    .on('GET /api/imports/3', { body: aFullReceipt(summary) });
}

const theTable = async () => within(await screen.findByRole('table', { name: 'Imports, newest first' }));
const theQuestion = async () => within(await screen.findByRole('dialog', { name: 'Undo import of ledger.json?' }));
const undoButton = { name: 'Undo import of ledger.json' };

describe('undo', () => {
  it('undoing an import asks for confirmation with the file, what is removed and what is kept', async () => {
    const server = aServerWith(anImport({ transactionCount: 1204, keptCount: 2 }));
    const user = openApp('/import');
    await user.click(await screen.findByRole('button', undoButton));
    const question = await theQuestion();
    // The file's totals without the duplicates that were kept.
    expect(question.getByText(/^1,204 entries from this file/)).toHaveTextContent(
      '1,204 entries from this file: $1,500.60 in credits, $1,200.00 in debits',
    );
    expect(question.getByText('2 duplicates in this file that were kept as separate entries')).toBeInTheDocument();
    for (const text of [
      /share of member and company totals/,
      /all figures/,
      /unreviewed alerts/,
      /reviewed alerts, with/,
    ]) {
      expect(question.getByText(text)).toBeInTheDocument();
    }
    expect(question.getByText('The file can be imported again.')).toBeInTheDocument();
    await waitFor(() => expect(question.getByRole('button', { name: 'Cancel' })).toHaveFocus());
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(server.requestsTo(UNDO)).toHaveLength(0);
  });

  it('the undo of an import is requested once for repeated clicks, and shows its progress', async () => {
    const answer = heldAnswer({ status: 202, body: undoing });
    const server = aServerWith().on(UNDO, answer.respond);
    const user = openApp('/import');
    await user.click(await screen.findByRole('button', undoButton));
    await user.dblClick((await theQuestion()).getByRole('button', { name: 'Undo import' }));
    expect((await theQuestion()).getByRole('button', { name: 'Undoing...' })).toBeDisabled();
    server.on('GET /api/imports', { body: [undoing] });
    answer.release();
    expect(await screen.findByText('Undo Started')).toBeVisible();
    expect(await (await theTable()).findByText('Being undone...')).toBeVisible();
    expect(server.requestsTo(UNDO)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('the undo of an import is visible to all staff as soon as it starts', async () => {
    const server = aServerWith().on('GET /api/auth/user', { body: aUser({ role: 'User' }) });
    openApp('/import');
    await (await theTable()).findByText('Completed');
    server.on('GET /api/imports', { body: [undoing] });
    act(() => FakeEventSource.emit({ type: 'import.undoing', importId: 3 }));
    expect(await (await theTable()).findByText('Being undone...')).toBeVisible();
  });

  it('an abandoned undo shows the import as completed again without an event', async () => {
    jest.useFakeTimers({ advanceTimers: true, doNotFake: ['queueMicrotask', 'nextTick', 'performance'] });
    const server = aServerWith(undoing);
    openApp('/import?import=3');
    const drawer = within(await screen.findByRole('dialog', { name: 'Import #3' }));
    await drawer.findByText('Being undone...');
    server.on('GET /api/imports', { body: [anImport()] }).on('GET /api/imports/3', { body: aFullReceipt() });
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(await screen.findAllByText('Completed')).toHaveLength(2);
    expect(screen.queryByText('Being undone...')).not.toBeInTheDocument();
    jest.useRealTimers();
  });

  it('the undo of an import ends when the server reports it, and the history keeps the former counts', async () => {
    const server = aServerWith(undoing);
    openApp('/import');
    const table = await theTable();
    expect(await table.findByText('Being undone...')).toBeVisible();
    server.on('GET /api/imports', { body: [undone] });
    act(() => FakeEventSource.emit({ type: 'import.undone', importId: 3 }));
    expect(await table.findByText('Undone by d.sampleton, Nov 20, 2026 09:30')).toBeVisible();
    expect(table.getByText('1,204').tagName).toBe('S');
    expect(table.getByText('$1,500.60').tagName).toBe('S');
    expect(table.getByRole('button', { name: 'Receipt for ledger.json' })).toBeEnabled();
    expect(table.queryByRole('button', undoButton)).not.toBeInTheDocument();
  });

  it('undoing an import keeps the focus in the row where it was started', async () => {
    const server = aServerWith().on(UNDO, { status: 202, body: undoing });
    const user = openApp('/import');
    await user.click(await screen.findByRole('button', undoButton));
    const question = await theQuestion();
    server.on('GET /api/imports', { body: [undoing] });
    await user.click(question.getByRole('button', { name: 'Undo import' }));
    const row = (await (await theTable()).findByText('Being undone...')).closest('tr');
    await waitFor(() => expect(row).toHaveFocus());
  });

  it('undoing an import keeps the focus in the receipt where it was started', async () => {
    const server = aServerWith().on(UNDO, { status: 202, body: undoing });
    const user = openApp('/import?import=3');
    const drawer = await screen.findByRole('dialog', { name: 'Import #3' });
    await user.click(await within(drawer).findByRole('button', undoButton));
    server.on('GET /api/imports', { body: [undoing] }).on('GET /api/imports/3', { body: aFullReceipt(undoing) });
    await user.click(await screen.findByRole('button', { name: 'Undo import' }));
    await within(drawer).findByText(/being removed from the ledger and the figures/);
    await waitFor(() => expect(drawer).toHaveFocus());
  });

  it('the undo dialog closes when another admin was first, also when that undo failed', async () => {
    const server = aServerWith();
    const user = openApp('/import');
    await user.click(await screen.findByRole('button', undoButton));
    await theQuestion();
    server.on('GET /api/imports', { body: [undoing] });
    act(() => FakeEventSource.emit({ type: 'import.undoing', importId: 3 }));
    expect(await screen.findByText('Being undone...')).toBeInTheDocument();
    server.on('GET /api/imports', { body: [anImport()] });
    act(() => FakeEventSource.emit({ type: 'import.undone', importId: 3 }));
    await screen.findByRole('button', undoButton);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it.each([
    [409, 'The figures do not include this import yet. Please try again in a moment.', 'Nothing was changed.'],
    [
      503,
      'The service is not available at the moment. Please try again.',
      'The undo may have started anyway. It is safe to try again.',
    ],
  ])('an undo that is rejected (%i) shows why in the dialog', async (status, sentence, whatNow) => {
    const server = aServerWith().on(UNDO, { status, body: sentence });
    const user = openApp('/import');
    await user.click(await screen.findByRole('button', undoButton));
    const question = await theQuestion();
    await user.click(question.getByRole('button', { name: 'Undo import' }));
    expect((await question.findByRole('alert')).textContent).toBe(`${sentence} ${whatNow}`);
    await user.click(question.getByRole('button', { name: 'Undo import' }));
    await waitFor(() => expect(server.requestsTo(UNDO)).toHaveLength(2));
  });

  it('the undo of an import is offered to admins only', async () => {
    aServerWith().on('GET /api/auth/user', { body: aUser({ role: 'User' }) });
    openApp('/import?import=3');
    await screen.findByRole('region', { name: 'The file' });
    expect(screen.queryByRole('button', undoButton)).not.toBeInTheDocument();
  });

  it.each(['needs_mapping', 'received', 'importing', 'stored', 'failed', 'undoing', 'undone'] as const)(
    'the undo is not offered for an import that is %s',
    async (state) => {
      aServerWith(anImport({ state }));
      openApp('/import');
      await (await theTable()).findByText('ledger.json');
      expect(screen.queryByRole('button', undoButton)).not.toBeInTheDocument();
    },
  );
});

describe('receipt', () => {
  it('the receipt of an import offers the undo', async () => {
    aServerWith();
    const user = openApp('/import?import=3');
    const drawer = within(await screen.findByRole('dialog', { name: 'Import #3' }));
    await user.click(await drawer.findByRole('button', undoButton));
    expect(await screen.findByText('Undo import of ledger.json?')).toBeInTheDocument();
  });

  it('the receipt of an undone import shows the undo first and labels its counts as those before the undo', async () => {
    aServerWith(undone);
    openApp('/import?import=3');
    const drawer = within(await screen.findByRole('dialog', { name: 'Import #3' }));
    expect(await drawer.findByText('Undone by d.sampleton, Nov 20, 2026 09:30.')).toBeVisible();
    expect(drawer.getByText(/This file is no longer included in any figure/)).toBeVisible();
    expect(drawer.getByRole('region', { name: 'Stored before the undo' })).toBeVisible();
    expect(drawer.getByText('Stored until undone')).toBeVisible();
    expect(drawer.queryByRole('region', { name: 'Stored entries' })).not.toBeInTheDocument();
  });

  it('the receipt of an undone import offers no duplicate to keep', async () => {
    aServerWith(Object.assign({}, undone, { duplicateCount: 5 })).on('GET /api/imports/3/duplicates', {
      body: [],
    });
    openApp('/import?import=3&part=duplicates');
    expect(await screen.findByText(/removed when the import was undone/)).toBeVisible();
  });
});

describe('upload list', () => {
  it('an uploaded file no longer shows its import result when the import is undone', async () => {
    aServerWith(undone).on('POST /api/upload-transactions', { body: anImport() });
    const user = openApp('/import');
    await user.upload(await screen.findByLabelText(/Drop files here/), new File(['{}'], 'ledger.json'));
    await user.click(await screen.findByRole('button', { name: 'Upload' }));
    const files = within(screen.getByRole('list', { name: 'Chosen files' }));
    expect(await files.findByText(/^Undone by d.sampleton/)).toBeVisible();
    expect(screen.queryByRole('region', { name: /Import result/ })).not.toBeInTheDocument();
  });
});
