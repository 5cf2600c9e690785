import { act, screen, waitFor, within } from '@testing-library/react';
import { anImport } from '../../testing/api-core-fixtures.ts';
import { FakeEventSource } from '../../testing/browser-fakes.ts';
import { aSignedInServer, listAnswer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';
import { aFullReceipt, aWarning } from './testing/import-screen-fixtures.ts';

const theTable = async () => within(await screen.findByRole('table', { name: 'Imports, newest first' }));

describe('recent imports', () => {
  it('the recent imports show an empty text when there are none', async () => {
    aSignedInServer();
    openApp('/import');
    expect(await screen.findByText('Nothing imported yet. Choose a file above.')).toBeVisible();
  });

  it('the recent imports show status, counts and failure reasons of each import', async () => {
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

  it('the recent imports follow the progress of the server', async () => {
    aSignedInServer().on('GET /api/imports', { body: [anImport({ state: 'received', bytesRead: 0 })] });
    openApp('/import');
    expect(await screen.findByText('Waiting to be read')).toBeVisible();
    const progress = { type: 'import.progress', importId: 3, bytesTotal: 2_000_000, rowsRead: 1 } as const;
    act(() => FakeEventSource.emit({ ...progress, bytesRead: 1_500_000 }));
    expect(await screen.findByText('Reading: 1.5 MB of 2 MB')).toBeVisible();
  });
});

describe('import row', () => {
  it('an import in the history shows user, time, kind, digest and counts', async () => {
    aSignedInServer().on('GET /api/imports', {
      body: [
        anImport({
          fileName: 'payroll.ach',
          fileKind: 'nacha',
          uploadedBy: 'd.sampleton',
          digest: '0123456789abcdef'.repeat(4),
          creditTotal: '1234567.89',
          debitTotal: '0.10',
        }),
      ],
    });
    openApp('/import');
    const table = await theTable();
    for (const text of [
      'payroll.ach',
      'NACHA, 2 MB',
      'd.sampleton',
      '0123456789ab',
      '$1,234,567.89',
      '$0.10',
      '311 members',
    ]) {
      expect(table.getByText(text)).toBeVisible();
    }
  });

  it('an import with warnings links to them', async () => {
    const warnings = [aWarning()];
    aSignedInServer()
      .on('GET /api/imports', { body: [anImport({ warningCount: 1 })] })
      .on('GET /api/imports/3', { body: aFullReceipt({ warningCount: 1, warnings }) });
    const user = openApp('/import');
    await user.click(await screen.findByRole('button', { name: '1 warning about ledger.json' }));
    expect(await screen.findByText('The effective entry date does not exist.')).toBeVisible();
  });

  it('the full digest of an import can be copied', async () => {
    const digest = '0123456789abcdef'.repeat(4);
    aSignedInServer().on('GET /api/imports', { body: [anImport({ digest })] });
    const user = openApp('/import');
    await user.click((await theTable()).getByRole('button', { name: 'Copy the digest of ledger.json' }));
    expect(await navigator.clipboard.readText()).toBe(digest);
  });

  it('a failed import is retried with one click', async () => {
    const failed = anImport({ state: 'failed', failure: 'The database did not respond.' });
    const server = aSignedInServer()
      .on('GET /api/imports', { body: [failed] })
      .on('POST /api/imports/3/retry', { status: 202, body: anImport({ state: 'received' }) });
    const user = openApp('/import');
    const again = await screen.findByRole('button', { name: 'Try again: import of ledger.json' });
    server.on('GET /api/imports', { body: [anImport({ state: 'received', bytesRead: 0 })] });
    await user.click(again);
    expect(await screen.findByText('Waiting to be read')).toBeVisible();
    expect(server.requestsTo('POST /api/imports/3/retry')).toHaveLength(1);
  });

  it('an import that cannot be retried shows why', async () => {
    aSignedInServer()
      .on('GET /api/imports', { body: [anImport({ state: 'failed', failure: 'Broken.' })] })
      .on('POST /api/imports/3/retry', {
        status: 409,
        body: 'The uploaded file is no longer on the server. Please upload it again.',
      });
    const user = openApp('/import');
    await user.click(await screen.findByRole('button', { name: 'Try again: import of ledger.json' }));
    expect(await screen.findByText(/no longer on the server/)).toBeVisible();
  });

  it('an import waiting for columns updates when another user chooses them', async () => {
    const server = aSignedInServer().on('GET /api/imports', {
      body: [anImport({ state: 'needs_mapping', fileKind: 'csv' })],
    });
    openApp('/import');
    expect(await screen.findByText('Waiting for column choices')).toBeVisible();
    server.on('GET /api/imports', { body: [anImport({ state: 'importing', bytesRead: 1_000_000 })] });
    const progress = { type: 'import.progress', importId: 3, bytesTotal: 2_000_000, rowsRead: 1 } as const;
    act(() => FakeEventSource.emit({ ...progress, bytesRead: 1_000_000 }));
    expect(await screen.findByText('Reading: 1 MB of 2 MB')).toBeVisible();
  });

  it('the receipt of an import opens from the history at its own URL', async () => {
    aSignedInServer()
      .on('GET /api/imports', { body: [anImport({ fileName: 'october.json' })] })
      .on('GET /api/imports/3', { body: aFullReceipt({ fileName: 'october.json' }) });
    const user = openApp('/import');
    const receipt = await screen.findByRole('button', { name: 'Receipt for october.json' });
    await user.click(receipt);
    expect(await screen.findByRole('dialog', { name: 'Import #3' })).toBeVisible();
    expect(window.location.search).toBe('?import=3');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(window.location.search).toBe(''));
    await waitFor(() => expect(receipt).toHaveFocus());
  });
});

describe('long history', () => {
  const aPage = (first: number): ReturnType<typeof anImport>[] =>
    Array.from({ length: 50 }, (_, at) => anImport({ importId: first - at, fileName: `file-${first - at}.json` }));

  it('a long import history is paged by the server, beyond the first thousand imports', async () => {
    const server = aSignedInServer()
      .on('GET /api/imports', listAnswer(aPage(1234), 1234))
      .on('GET /api/imports?page=2&pageSize=50', listAnswer(aPage(1184), 1234));
    const user = openApp('/import');
    expect(await screen.findByText('1–50 of 1,234')).toBeVisible();
    expect(screen.getByText('1,234 imports')).toBeVisible();
    await user.click(screen.getByRole('listitem', { name: '2' }));
    expect(await screen.findByText('file-1184.json')).toBeVisible();
    expect(window.location.search).toBe('?page=2');
    expect(server.requestsTo('GET /api/imports').at(-1)?.path).toBe('/api/imports?page=2&pageSize=50');
  });

  it('the import history stays on its page while a receipt is opened and closed', async () => {
    aSignedInServer()
      .on('GET /api/imports', listAnswer(aPage(1184), 1234))
      .on('GET /api/imports/1184', { body: aFullReceipt({ importId: 1184 }) });
    const user = openApp('/import?page=2');
    await user.click(await screen.findByRole('button', { name: 'Receipt for file-1184.json' }));
    await screen.findByRole('dialog', { name: 'Import #1184' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(window.location.search).toBe('?page=2'));
  });

  it('the import history offers the first page when the page in the URL does not exist', async () => {
    aSignedInServer()
      .on('GET /api/imports', listAnswer(aPage(60), 60))
      .on('GET /api/imports?page=9&pageSize=50', listAnswer([], 60));
    const user = openApp('/import?page=9');
    await user.click(await screen.findByRole('button', { name: 'Go to the first page' }));
    expect(await screen.findByText('file-60.json')).toBeVisible();
  });
});
