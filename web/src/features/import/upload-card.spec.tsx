import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { anImport, anUploadResponse } from '../../testing/api-core-fixtures.ts';
import { FakeEventSource } from '../../testing/browser-fakes.ts';
import { heldAnswer } from '../../testing/fake-server.ts';
import { aSignedInServer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';
import { aJsonFile, chooseFiles, findDropZone } from './testing/import-screen-fixtures.ts';

async function upload(user: UserEvent): Promise<void> {
  await chooseFiles(user, aJsonFile());
  await user.click(await screen.findByRole('button', { name: 'Upload' }));
}

describe('upload', () => {
  it('an upload sends the file in the field file and shows the result [spec 4.8, 7.18]', async () => {
    const server = aSignedInServer().on('POST /api/upload-transactions', {
      body: anUploadResponse({ duplicateCount: 12, rejectedCount: 0 }),
    });
    const user = openApp('/import');
    await upload(user);
    expect(await screen.findByText('Upload Successful')).toBeVisible();
    expect(screen.getByText('1,204 transactions imported (12 duplicates skipped)')).toBeVisible();
    const receipt = within(await screen.findByRole('region', { name: 'Import result for ledger.json' }));
    expect(receipt.getByText('1,204')).toBeVisible();
    expect(receipt.getByText('311')).toBeVisible();
    const sent = server.requestsTo('POST /api/upload-transactions')[0]?.body as FormData;
    expect((sent.get('file') as File).name).toBe('ledger.json');
  });

  it('an upload announces how many rows were rejected', async () => {
    aSignedInServer().on('POST /api/upload-transactions', {
      body: anUploadResponse({ transactionCount: 0, duplicateCount: 1, rejectedCount: 28 }),
    });
    const user = openApp('/import');
    await upload(user);
    expect(await screen.findByText('0 transactions imported (1 duplicate skipped, 28 rows rejected)')).toBeVisible();
  });

  it('an upload fails with an error when the response is not from Clearwatch [spec 8.11]', async () => {
    aSignedInServer().on('POST /api/upload-transactions', { body: '<html>Welcome to the guest network' });
    const user = openApp('/import');
    await upload(user);
    expect(await screen.findByText('Upload Failed')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Try again: ledger.json' })).toBeEnabled();
  });

  it('a stored file is removed from the upload selection [spec 4.8]', async () => {
    aSignedInServer().on('POST /api/upload-transactions', { body: anUploadResponse() });
    const user = openApp('/import');
    await upload(user);
    await screen.findByRole('region', { name: 'Import result for ledger.json' });
    expect(await findDropZone()).toBeVisible();
  });

  it('an upload refreshes the dashboard [spec 7.18]', async () => {
    const server = aSignedInServer().on('POST /api/upload-transactions', { body: anUploadResponse() });
    const user = openApp('/');
    await screen.findByText('$1,501');
    await user.click(screen.getByRole('link', { name: 'Data Import' }));
    await upload(user);
    await user.click(await screen.findByRole('link', { name: 'See the dashboard' }));
    await screen.findByText('$1,501');
    for (const route of [
      'GET /api/metrics/30',
      'GET /api/transactions/chart/365',
      'GET /api/top-depositors/10/365',
    ] as const) {
      await waitFor(() => expect(server.requestsTo(route)).toHaveLength(2));
    }
  });

  it('an upload shows the progress of the server while the response is pending', async () => {
    const answer = heldAnswer({ body: anUploadResponse() });
    const running = anImport({ importId: 3, state: 'importing', fileSize: 2, bytesRead: 1 });
    const server = aSignedInServer().on('POST /api/upload-transactions', answer.respond);
    const user = openApp('/import');
    await upload(user);
    expect(await screen.findByRole('button', { name: 'Processing...' })).toBeDisabled();
    expect(screen.getByText('Sent. Reading the file...')).toBeVisible();
    server.on('GET /api/imports', { body: [running] });
    act(() =>
      FakeEventSource.emit({
        type: 'import.progress',
        importId: 3,
        bytesRead: 1,
        bytesTotal: 2,
        rowsRead: 1,
      }),
    );
    expect((await screen.findAllByText('Reading: 1 B of 2 B'))[0]).toBeVisible();
    answer.release();
    expect(await screen.findByRole('region', { name: 'Import result for ledger.json' })).toBeVisible();
  });

  it('an upload finds its import in the list without an event', async () => {
    const server = aSignedInServer().on('POST /api/upload-transactions', heldAnswer({}).respond);
    const user = openApp('/import');
    await upload(user);
    await screen.findByText('Sent. Reading the file...');
    server.on('GET /api/imports', { body: [anImport({ state: 'importing', fileSize: 2, bytesRead: 1 })] });
    expect(await screen.findAllByText('Reading: 1 B of 2 B')).toHaveLength(2);
  });

  it('dismissing a sent file hides it, and its upload continues', async () => {
    const answer = heldAnswer({ body: anUploadResponse() });
    const server = aSignedInServer().on('POST /api/upload-transactions', answer.respond);
    const user = openApp('/import');
    await upload(user);
    await screen.findByRole('button', { name: 'Processing...' });
    await user.click(screen.getByRole('button', { name: 'Dismiss ledger.json' }));
    expect(screen.queryByRole('list', { name: 'Chosen files' })).not.toBeInTheDocument();
    answer.release();
    await waitFor(() => expect(server.requestsTo('POST /api/upload-transactions')).toHaveLength(1));
    expect(screen.queryByText(/Upload (Failed|Successful)/)).not.toBeInTheDocument();
  });

  it('a failed upload shows the error in a toast and in place and keeps the file [spec 8.11, 8.12]', async () => {
    aSignedInServer().on('POST /api/upload-transactions', {
      status: 422,
      body: 'Line 3: a comma is missing.',
      headers: { 'X-Request-Id': 'req-3' },
    });
    const user = openApp('/import');
    await upload(user);
    expect(await screen.findByText('Upload Failed')).toBeVisible();
    expect(screen.getAllByText('Line 3: a comma is missing.')).toHaveLength(2);
    expect(screen.getByText('Please check your JSON file format and try again.')).toBeVisible();
    expect(screen.getByText('Request req-3')).toBeVisible();
    expect(screen.getByText('ledger.json')).toBeVisible();
  });

  it('a new upload attempt removes the error of the last one', async () => {
    const server = aSignedInServer().on('POST /api/upload-transactions', {
      status: 422,
      body: 'Empty file.',
    });
    const user = openApp('/import');
    await upload(user);
    expect(await screen.findByText('Upload Failed')).toBeVisible();
    const answer = heldAnswer({ body: anUploadResponse() });
    server.on('POST /api/upload-transactions', answer.respond);
    await user.click(screen.getByRole('button', { name: 'Try again: ledger.json' }));
    await waitFor(() => expect(screen.queryByText('Upload Failed')).not.toBeInTheDocument());
    answer.release();
    expect(await screen.findByText('Upload Successful')).toBeVisible();
    expect(screen.queryByText('Upload Failed')).not.toBeInTheDocument();
  });

  it('an upload reports that the server cannot be reached', async () => {
    const server = aSignedInServer();
    const user = openApp('/import');
    await chooseFiles(user, aJsonFile());
    server.goDown();
    await user.click(await screen.findByRole('button', { name: 'Upload' }));
    expect(await screen.findAllByText('The server cannot be reached.')).not.toHaveLength(0);
  });

  it('an upload reports a file that cannot be read: a folder, or changed since it was chosen', async () => {
    const server = aSignedInServer();
    const user = openApp('/import');
    const reading = jest.spyOn(FileReader.prototype, 'readAsArrayBuffer');
    reading.mockImplementation(function fail(this: FileReader) {
      this.dispatchEvent(new Event('error'));
    });
    await chooseFiles(user, aJsonFile('gone.json'));
    server.goDown();
    await user.click(await screen.findByRole('button', { name: 'Upload' }));
    expect(await screen.findAllByText(/^The file cannot be read/)).toHaveLength(2);
    expect(screen.queryByText('The server cannot be reached.')).not.toBeInTheDocument();
    reading.mockRestore();
  });

  it('the upload page warns before leaving while a file is being sent, also after dismissing an earlier one', async () => {
    const first = heldAnswer({ body: anUploadResponse() });
    const second = heldAnswer({ body: anUploadResponse({ importId: 4 }) });
    const server = aSignedInServer().on('POST /api/upload-transactions', first.respond);
    const user = openApp('/import');
    await upload(user);
    await user.click(await screen.findByRole('button', { name: 'Dismiss ledger.json' }));
    server.on('POST /api/upload-transactions', second.respond);
    await chooseFiles(user, aJsonFile('second.json'));
    await user.click(await screen.findByRole('button', { name: 'Upload' }));
    await screen.findByRole('button', { name: 'Dismiss second.json' });
    first.release();
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
    second.release();
    await screen.findByRole('region', { name: 'Import result for second.json' });
  });

  it('an upload follows an import that newer ones displaced from the first page', async () => {
    const server = aSignedInServer()
      .on('POST /api/upload-transactions', { status: 202, body: anUploadResponse({ state: 'importing' }) })
      .on('GET /api/imports', { body: [anImport({ importId: 99, fileName: 'newer.json' })] })
      .on('GET /api/imports/3', { body: anImport({ state: 'importing', bytesRead: 500_000 }) });
    const user = openApp('/import');
    await upload(user);
    expect(await screen.findByText('Reading: 500 kB of 2 MB')).toBeVisible();
    server.on('GET /api/imports/3', { body: anImport() });
    act(() => FakeEventSource.emit({ type: 'ledger.projected', importId: 3 }));
    expect(await screen.findByRole('region', { name: 'Import result for ledger.json' })).toBeVisible();
  });

  it('an upload shows that a file does not match its own control totals', async () => {
    aSignedInServer()
      .on('POST /api/upload-transactions', { body: anUploadResponse() })
      .on('GET /api/imports', { body: [anImport({ unbalancedCount: 2 })] });
    const user = openApp('/import');
    await upload(user);
    const result = within(await screen.findByRole('region', { name: 'Import result for ledger.json' }));
    expect(await result.findByText(/^Not balanced: the file's own control totals/)).toBeVisible();
    expect(result.getByRole('button', { name: 'Show control totals' })).toBeVisible();
    expect(screen.getByRole('button', { name: /^Not balanced: / })).toBeVisible();
  });

  it('an upload follows an import that continues after the response', async () => {
    const server = aSignedInServer()
      .on('POST /api/upload-transactions', { status: 202, body: anUploadResponse({ state: 'importing' }) })
      .on('GET /api/imports', { body: [anImport({ state: 'importing', bytesRead: 500_000 })] });
    const user = openApp('/import');
    await upload(user);
    expect(await screen.findByText('The file is saved and is being read')).toBeVisible();
    server.on('GET /api/imports', { body: [anImport({ rejectedCount: 2 })] });
    act(() => FakeEventSource.emit({ type: 'ledger.projected', importId: 3 }));
    expect(await screen.findByRole('button', { name: 'Show rejected rows' })).toBeVisible();
  });
});
