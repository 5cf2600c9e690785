import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { anImport, aReceipt } from '../../testing/a-ledger.ts';
import { aSignedInServer, listed } from '../../testing/a-server.ts';
import { FakeEventSource } from '../../testing/fake-event-source.ts';
import { held } from '../../testing/fake-server.ts';
import { openApp } from '../../testing/render-app.tsx';

const aJsonFile = (name = 'ledger.json', type = 'application/json') => new File(['[]'], name, { type });
const theZone = () => screen.findByTestId('drop-zone');

async function choose(person: UserEvent, file: File): Promise<void> {
  await theZone();
  await person.upload(screen.getByLabelText(/Drop a JSON file here/), file);
}

async function upload(person: UserEvent): Promise<void> {
  await choose(person, aJsonFile());
  await person.click(await screen.findByRole('button', { name: 'Upload' }));
}

describe('choosing a file', () => {
  it('takes a picked file, and Cancel lets go of it', async () => {
    aSignedInServer();
    const person = openApp('/import');
    await choose(person, aJsonFile('november.json'));
    expect(await screen.findByText('november.json')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByText('november.json')).not.toBeInTheDocument();
    expect(await theZone()).toBeVisible();
  });

  it('takes a dropped file and is highlighted while dragging', async () => {
    aSignedInServer();
    openApp('/import');
    const zone = await theZone();
    fireEvent.dragOver(zone);
    expect(zone).toHaveClass('drop-zone-active');
    fireEvent.dragLeave(zone);
    expect(zone).not.toHaveClass('drop-zone-active');
    fireEvent.drop(zone, { dataTransfer: { files: [aJsonFile('dropped.json')] } });
    expect(await screen.findByText('dropped.json')).toBeVisible();
  });

  it('refuses another type in a toast', async () => {
    aSignedInServer();
    openApp('/import');
    fireEvent.drop(await theZone(), { dataTransfer: { files: [aJsonFile('scan.pdf', 'application/pdf')] } });
    expect(await screen.findByText('Invalid File Type')).toBeVisible();
    expect(screen.getByText('Please select a JSON file.')).toBeVisible();
    expect(screen.queryByText('scan.pdf')).not.toBeInTheDocument();
  });

  it('takes a .json file of a browser that gives it no type', async () => {
    aSignedInServer();
    openApp('/import');
    fireEvent.drop(await theZone(), { dataTransfer: { files: [aJsonFile('LEDGER.JSON', '')] } });
    expect(await screen.findByText('LEDGER.JSON')).toBeVisible();
  });

  it('describes both shapes of the format', async () => {
    aSignedInServer();
    openApp('/import');
    expect(await screen.findByRole('heading', { name: 'A list of transactions' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'An object with a transactions list' })).toBeVisible();
  });
});

describe('uploading', () => {
  it('sends the file in the field file and shows the receipt', async () => {
    const server = aSignedInServer().on('POST /api/upload-transactions', {
      body: aReceipt({ duplicateCount: 12, rejectedCount: 0 }),
    });
    const person = openApp('/import');
    await upload(person);
    expect(await screen.findByText('Upload Successful')).toBeVisible();
    expect(screen.getByText('1,204 transactions imported (12 duplicates skipped)')).toBeVisible();
    const receipt = within(await screen.findByRole('region', { name: 'Import result' }));
    expect(receipt.getByText('1,204')).toBeVisible();
    expect(receipt.getByText('311')).toBeVisible();
    const sent = server.requestsTo('POST /api/upload-transactions')[0]?.body as FormData;
    expect((sent.get('file') as File).name).toBe('ledger.json');
  });

  it('fails in words when something else than the server answers', async () => {
    aSignedInServer().on('POST /api/upload-transactions', { body: '<html>Welcome to the guest network' });
    const person = openApp('/import');
    await upload(person);
    expect(await screen.findByText('Upload Failed')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Upload' })).toBeEnabled();
  });

  it('lets go of the file when it is stored', async () => {
    aSignedInServer().on('POST /api/upload-transactions', { body: aReceipt() });
    const person = openApp('/import');
    await upload(person);
    await screen.findByRole('region', { name: 'Import result' });
    expect(await theZone()).toBeVisible();
  });

  it('makes the dashboard read everything again', async () => {
    const server = aSignedInServer().on('POST /api/upload-transactions', { body: aReceipt() });
    const person = openApp('/');
    await screen.findByText('$1,501');
    await person.click(screen.getByRole('link', { name: 'Data Import' }));
    await upload(person);
    await person.click(await screen.findByRole('link', { name: 'See the dashboard' }));
    await screen.findByText('$1,501');
    for (const route of [
      'GET /api/metrics/30',
      'GET /api/transactions/chart/365',
      'GET /api/top-depositors/10/365',
    ] as const) {
      await waitFor(() => expect(server.requestsTo(route)).toHaveLength(2));
    }
  });

  it('shows what the server is reading while the answer is awaited', async () => {
    const answer = held({ body: aReceipt() });
    const running = anImport({ importId: 3, state: 'importing', fileSize: 2, bytesRead: 1 });
    const server = aSignedInServer().on('POST /api/upload-transactions', answer.respond);
    const person = openApp('/import');
    await upload(person);
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
    expect(await screen.findByRole('region', { name: 'Import result' })).toBeVisible();
  });

  it('finds the import in the list even when no event tells of it', async () => {
    const server = aSignedInServer().on('POST /api/upload-transactions', held({}).respond);
    const person = openApp('/import');
    await upload(person);
    await screen.findByText('Sent. Reading the file...');
    server.on('GET /api/imports', { body: [anImport({ state: 'importing', fileSize: 2, bytesRead: 1 })] });
    expect(await screen.findAllByText('Reading: 1 B of 2 B')).toHaveLength(2);
  });

  it('can be cancelled while it is under way, without an error', async () => {
    aSignedInServer().on('POST /api/upload-transactions', held({}).respond);
    const person = openApp('/import');
    await upload(person);
    await screen.findByRole('button', { name: 'Processing...' });
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await theZone()).toBeVisible();
    expect(screen.queryByText('Upload Failed')).not.toBeInTheDocument();
  });

  it('says what is wrong with the file, in a toast and in place, and keeps the file', async () => {
    aSignedInServer().on('POST /api/upload-transactions', {
      status: 422,
      body: 'Line 3: a comma is missing.',
      headers: { 'X-Request-Id': 'req-3' },
    });
    const person = openApp('/import');
    await upload(person);
    expect(await screen.findByText('Upload Failed')).toBeVisible();
    expect(screen.getAllByText('Line 3: a comma is missing.')).toHaveLength(2);
    expect(screen.getByText('Please check your JSON file format and try again.')).toBeVisible();
    expect(screen.getByText('Request req-3')).toBeVisible();
    expect(screen.getByText('ledger.json')).toBeVisible();
  });

  it('takes the failure of the last try away when the next one begins', async () => {
    const server = aSignedInServer().on('POST /api/upload-transactions', {
      status: 422,
      body: 'Empty file.',
    });
    const person = openApp('/import');
    await upload(person);
    expect(await screen.findByText('Upload Failed')).toBeVisible();
    const answer = held({ body: aReceipt() });
    server.on('POST /api/upload-transactions', answer.respond);
    await person.click(screen.getByRole('button', { name: 'Upload' }));
    await waitFor(() => expect(screen.queryByText('Upload Failed')).not.toBeInTheDocument());
    answer.release();
    expect(await screen.findByText('Upload Successful')).toBeVisible();
    expect(screen.queryByText('Upload Failed')).not.toBeInTheDocument();
  });

  it('says so when the server cannot be reached', async () => {
    const server = aSignedInServer();
    const person = openApp('/import');
    await choose(person, aJsonFile());
    server.goDown();
    await person.click(await screen.findByRole('button', { name: 'Upload' }));
    expect(await screen.findAllByText('The server cannot be reached.')).not.toHaveLength(0);
  });

  it('follows an import that goes on after the answer', async () => {
    const server = aSignedInServer()
      .on('POST /api/upload-transactions', { status: 202, body: aReceipt({ state: 'importing' }) })
      .on('GET /api/imports', { body: [anImport({ state: 'importing', bytesRead: 500_000 })] });
    const person = openApp('/import');
    await upload(person);
    expect(await screen.findByText('The file is safe and being read')).toBeVisible();
    server.on('GET /api/imports', { body: [anImport({ rejectedCount: 2 })] });
    act(() => FakeEventSource.emit({ type: 'ledger.projected', importId: 3 }));
    expect(await screen.findByRole('button', { name: 'Show rejected rows' })).toBeVisible();
  });

  it('shows every rejected row with line, field and reason', async () => {
    aSignedInServer()
      .on('POST /api/upload-transactions', { body: aReceipt({ rejectedCount: 1 }) })
      .on(
        'GET /api/imports/3/rejects',
        listed([{ line: 41, row: 7, field: 'amount', value: '1.005', reason: 'At most two decimals.' }]),
      );
    const person = openApp('/import');
    await upload(person);
    await person.click(await screen.findByRole('button', { name: 'Show rejected rows' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Rejected rows' }));
    const cells = (await drawer.findAllByRole('cell')).map(({ textContent }) => textContent);
    expect(cells).toEqual(['41', '7', 'amount', '1.005', 'At most two decimals.']);
  });
});

describe('two problems of one field', () => {
  it('are both listed', async () => {
    const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const problem = { line: 41, row: 7, field: 'amount', value: 'abc' };
    aSignedInServer()
      .on('POST /api/upload-transactions', { body: aReceipt({ rejectedCount: 1 }) })
      .on(
        'GET /api/imports/3/rejects',
        listed([
          { ...problem, reason: 'too long' },
          { ...problem, reason: 'no amount' },
        ]),
      );
    const person = openApp('/import');
    await upload(person);
    await person.click(await screen.findByRole('button', { name: 'Show rejected rows' }));
    expect(await screen.findByText('too long')).toBeVisible();
    expect(screen.getByText('no amount')).toBeVisible();
    expect(complaints.mock.calls.filter(([text]) => String(text).includes('same key'))).toEqual([]);
    complaints.mockRestore();
  });
});

describe('the recent imports', () => {
  it('say when there are none', async () => {
    aSignedInServer();
    openApp('/import');
    expect(await screen.findByText('Nothing imported yet. Choose a file above.')).toBeVisible();
  });

  it('show state, counts and why one failed, also after a reload in the middle', async () => {
    aSignedInServer().on('GET /api/imports', {
      body: [
        anImport({ importId: 5, fileName: 'running.json', state: 'importing', bytesRead: 500_000 }),
        anImport({ importId: 4, fileName: 'done.json', duplicateCount: 78 }),
        anImport({
          importId: 2,
          fileName: 'broken.json',
          state: 'failed',
          failure: 'The file ends too early.',
        }),
      ],
    });
    openApp('/import');
    const table = within(await screen.findByRole('table', { name: 'Imports, newest first' }));
    expect(table.getByText('Reading: 500 kB of 2 MB')).toBeVisible();
    expect(table.getByText('Completed')).toBeVisible();
    expect(table.getByText('78')).toBeVisible();
    expect(table.getByText('The file ends too early.')).toBeVisible();
  });

  it('advance with the server’s progress', async () => {
    aSignedInServer().on('GET /api/imports', { body: [anImport({ state: 'received', bytesRead: 0 })] });
    openApp('/import');
    expect(await screen.findByText('Waiting to be read')).toBeVisible();
    const progress = { type: 'import.progress', importId: 3, bytesTotal: 2_000_000, rowsRead: 1 } as const;
    act(() => FakeEventSource.emit({ ...progress, bytesRead: 1_500_000 }));
    expect(await screen.findByText('Reading: 1.5 MB of 2 MB')).toBeVisible();
  });
});
