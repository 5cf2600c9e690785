import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { anImport, anUploadResponse } from '../../testing/api-core-fixtures.ts';
import { type Answer, heldAnswer, type SeenRequest } from '../../testing/fake-server.ts';
import { aSignedInServer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

const aFile = (name: string, type = '') => new File(['content of ', name], name, { type });
const theFiles = () => within(screen.getByRole('list', { name: 'Chosen files' }));
const nameIn = ({ body }: SeenRequest): string => ((body as FormData).get('file') as File).name;

async function choose(user: UserEvent, ...files: File[]): Promise<void> {
  await user.upload(await screen.findByLabelText(/Drop files here/), files);
}

describe('upload queue', () => {
  it('several files are accepted in any format and under any name', async () => {
    aSignedInServer();
    const user = openApp('/import');
    const names = ['a.json', 'b.ach', 'c.txt', 'd', 'e.csv', 'f.ach.gz'];
    await choose(user, ...names.map((name) => aFile(name)));
    for (const name of names) expect(await theFiles().findByText(name)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upload 6 files' })).toBeEnabled();
  });

  it('several files are sent one after another, each with its own result', async () => {
    const first = heldAnswer({ body: anUploadResponse({ importId: 4, transactionCount: 40 }) });
    const answer = (request: SeenRequest): Answer | Promise<Answer> =>
      nameIn(request) === 'one.ach' ? first.respond() : { status: 422, body: 'Line 3 is too long.' };
    const server = aSignedInServer().on('POST /api/upload-transactions', answer);
    const user = openApp('/import');
    await choose(user, aFile('one.ach'), aFile('two.ach'));
    await user.click(await screen.findByRole('button', { name: 'Upload 2 files' }));
    expect(await theFiles().findByText(/waiting for earlier files/)).toBeVisible();
    expect(server.requestsTo('POST /api/upload-transactions')).toHaveLength(1);
    first.release();
    expect(await screen.findByRole('region', { name: 'Import result for one.ach' })).toBeVisible();
    expect(await theFiles().findByText('Line 3 is too long.')).toBeVisible();
    expect(theFiles().getByText('Please check the format of the file and try again.')).toBeVisible();
    expect(server.requestsTo('POST /api/upload-transactions').map(nameIn)).toEqual(['one.ach', 'two.ach']);
  });

  it('a file that waits for earlier uploads can be canceled', async () => {
    const first = heldAnswer({ body: anUploadResponse() });
    const server = aSignedInServer().on('POST /api/upload-transactions', first.respond);
    const user = openApp('/import');
    await choose(user, aFile('one.ach'), aFile('two.ach'));
    await user.click(await screen.findByRole('button', { name: 'Upload 2 files' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel two.ach' }));
    first.release();
    await screen.findByRole('region', { name: 'Import result for one.ach' });
    expect(server.requestsTo('POST /api/upload-transactions')).toHaveLength(1);
    expect(theFiles().queryByText('two.ach')).not.toBeInTheDocument();
  });

  it('several files are still sent one after another when the one being sent is dismissed', async () => {
    const answers = {
      'one.ach': heldAnswer({ body: anUploadResponse({ importId: 4 }) }),
      'two.ach': heldAnswer({ body: anUploadResponse({ importId: 5 }) }),
      'three.ach': heldAnswer({ body: anUploadResponse({ importId: 6 }) }),
    };
    const server = aSignedInServer().on('POST /api/upload-transactions', (request) =>
      answers[nameIn(request) as keyof typeof answers].respond(),
    );
    const sent = () => server.requestsTo('POST /api/upload-transactions').map(nameIn);
    const user = openApp('/import');
    await choose(user, aFile('one.ach'));
    await user.click(await screen.findByRole('button', { name: 'Upload' }));
    await user.click(await screen.findByRole('button', { name: 'Dismiss one.ach' }));
    await choose(user, aFile('two.ach'), aFile('three.ach'));
    await user.click(await screen.findByRole('button', { name: 'Upload 2 files' }));
    await screen.findByRole('button', { name: 'Dismiss two.ach' });
    answers['one.ach'].release();
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(sent()).toEqual(['one.ach', 'two.ach']);
    answers['two.ach'].release();
    await screen.findByRole('button', { name: 'Dismiss three.ach' });
    expect(sent()).toEqual(['one.ach', 'two.ach', 'three.ach']);
    answers['three.ach'].release();
    expect(await screen.findByRole('region', { name: 'Import result for three.ach' })).toBeVisible();
  });

  it('chosen files are kept and sent while another screen is open', async () => {
    const first = heldAnswer({ body: anUploadResponse() });
    const server = aSignedInServer().on('POST /api/upload-transactions', (request) =>
      nameIn(request) === 'one.ach' ? first.respond() : { body: anUploadResponse({ importId: 5 }) },
    );
    const user = openApp('/import');
    await choose(user, aFile('one.ach'), aFile('two.ach'));
    await user.click(await screen.findByRole('button', { name: 'Upload 2 files' }));
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    await screen.findByText('$1,501');
    first.release();
    await waitFor(() => expect(server.requestsTo('POST /api/upload-transactions')).toHaveLength(2));
    await user.click(screen.getByRole('link', { name: 'Data Import' }));
    expect(await screen.findByRole('region', { name: 'Import result for two.ach' })).toBeVisible();
  });

  it('a file that is chosen twice is listed once', async () => {
    aSignedInServer();
    const user = openApp('/import');
    const file = aFile('one.ach');
    await choose(user, file);
    await choose(user, file);
    expect(await theFiles().findAllByText('one.ach')).toHaveLength(1);
  });

  it('a file can be chosen again during its upload, and replaces a failed one', async () => {
    const first = heldAnswer({ status: 422, body: 'Line 3 is too long.' });
    const server = aSignedInServer().on('POST /api/upload-transactions', first.respond);
    const user = openApp('/import');
    const file = aFile('one.ach');
    await choose(user, file);
    await user.click(await screen.findByRole('button', { name: 'Upload' }));
    await choose(user, file);
    expect(theFiles().getAllByText('one.ach')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Cancel one.ach' }));
    first.release();
    expect(await theFiles().findByText('Line 3 is too long.')).toBeVisible();
    server.on('POST /api/upload-transactions', { body: anUploadResponse() });
    await choose(user, aFile('one.ach'));
    expect(theFiles().getAllByText('one.ach')).toHaveLength(1);
    expect(theFiles().queryByText('Line 3 is too long.')).not.toBeInTheDocument();
  });

  it('several files with an unsupported one are accepted without it, and the toast names it', async () => {
    aSignedInServer();
    const user = openApp('/import');
    await choose(user, aFile('one.ach'), aFile('ledger.xlsx'));
    expect(await screen.findByText('ledger.xlsx: Please save the workbook as CSV and select that file.')).toBeVisible();
    expect(theFiles().getByText('one.ach')).toBeVisible();
    expect(theFiles().queryByText('ledger.xlsx')).not.toBeInTheDocument();
  });
});

describe('upload response', () => {
  it('an upload reports an invalid type when the content does not match the file name', async () => {
    aSignedInServer().on('POST /api/upload-transactions', {
      status: 415,
      body: 'The file scan.ach is a PNG image.',
    });
    const user = openApp('/import');
    await choose(user, aFile('scan.ach'));
    await user.click(await screen.findByRole('button', { name: 'Upload' }));
    expect(await screen.findByText('Invalid File Type')).toBeVisible();
    expect(theFiles().getByText('The file scan.ach is a PNG image.')).toBeVisible();
  });

  it('an upload leads to the column dialog when the columns are unknown', async () => {
    const waiting = anImport({ state: 'needs_mapping', fileName: 'core.csv', fileKind: 'csv' });
    const server = aSignedInServer().on('POST /api/upload-transactions', {
      status: 202,
      body: anUploadResponse({ state: 'needs_mapping', transactionCount: 0 }),
    });
    const user = openApp('/import');
    await choose(user, aFile('core.csv', 'text/csv'));
    server.on('GET /api/imports', { body: [waiting] });
    await user.click(await screen.findByRole('button', { name: 'Upload' }));
    expect(await screen.findByText('Columns Needed')).toBeVisible();
    expect(screen.getByText('What do the columns mean?')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Choose columns' }));
    expect(await screen.findByRole('dialog', { name: 'Columns' })).toBeInTheDocument();
    await waitFor(() => expect(server.requestsTo('GET /api/imports/3/mapping')).toHaveLength(1));
  });
});
