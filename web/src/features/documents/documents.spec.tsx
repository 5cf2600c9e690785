import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { aParseJob } from '../../testing/api-report-fixtures.ts';
import { type FakeServer, heldAnswer } from '../../testing/fake-server.ts';
import { aSignedInServer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

const JOB_ID = aParseJob().jobId;
const aFile = (name: string, type = 'application/pdf') => new File(['content of ', name], name, { type });
const theList = () => within(screen.getByRole('list', { name: 'Selected documents' }));
const uploadButton = () => screen.findByRole('button', { name: /^Upload & Extract/ });

function aDocumentServer(): FakeServer {
  return aSignedInServer().on('GET /api/parse-jobs', { body: [] }).on('GET /api/document-layouts', { body: [] });
}
async function choose(user: UserEvent, ...files: File[]): Promise<void> {
  const input = await screen.findByLabelText(/Drop documents here/);
  input.removeAttribute('accept');
  await user.upload(input, files);
}

describe('document extraction', () => {
  it('the extraction page is a tab of the import screen with 30-day figures and the JSON format [spec 2.8.1, 2.8.2]', async () => {
    aDocumentServer();
    const user = openApp('/import');
    await user.click(await screen.findByRole('link', { name: 'Documents' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'ACH File Extraction' })).toBeVisible();
    expect(await screen.findByRole('article', { name: 'Total Credits' })).toHaveTextContent('$1,501');
    expect(screen.getByRole('region', { name: 'Import Instructions' })).toHaveTextContent('"transactions"');
    expect(await screen.findByText(/^No documents in the last 24 hours/)).toBeVisible();
    expect(await uploadButton()).toBeDisabled();
  });

  it('the extraction page uploads all files in one request and shows the status of each [spec 2.8.7, 4.6, 4.7, 5.12, 7.19]', async () => {
    const answer = heldAnswer({
      body: {
        successfulUploads: 1,
        failedUploads: 1,
        jobs: [
          { filename: 'one.pdf', status: 'success', jobId: JOB_ID, error: null },
          { filename: 'two.pdf', status: 'error', jobId: null, error: 'two.pdf is empty.' },
        ],
      },
    });
    const server = aDocumentServer().on('POST /api/bulk-upload-llamaextract', answer.respond);
    const user = openApp('/import/documents');
    await choose(user, aFile('one.pdf'), aFile('two.pdf'));
    expect(theList().getAllByText('Pending')).toHaveLength(2);
    await user.click(await uploadButton());
    expect(theList().getAllByText('Uploading')).toHaveLength(2);
    expect(screen.getByRole('button', { name: /^Upload(?: & Extract|ing\.\.\.)/ })).toBeDisabled();
    server.on('GET /api/parse-jobs', {
      body: [aParseJob({ originalFileName: 'one.pdf', transactionCount: 12, duplicateCount: 3, heldCount: 2 })],
    });
    answer.release();
    expect(await theList().findByText('two.pdf is empty.')).toBeVisible();
    const toast = await screen.findByText('Document Processed', {}, { timeout: 4_000 });
    expect(toast).toBeVisible();
    expect(
      screen.getByText('one.pdf: 12 transactions imported (3 duplicates skipped). 2 rows to review.'),
    ).toBeVisible();
    expect(theList().getByText('Completed')).toBeVisible();
    expect(server.requestsTo('POST /api/bulk-upload-llamaextract')).toHaveLength(1);
  });

  it('the extraction page marks every file as failed when the whole upload failed [spec 4.7, 8.13]', async () => {
    aDocumentServer().on('POST /api/bulk-upload-llamaextract', { status: 507, body: 'The disk is full.' });
    const user = openApp('/import/documents');
    await choose(user, aFile('one.pdf'), aFile('two.pdf'));
    await user.click(await uploadButton());
    expect(await screen.findByText('Bulk Upload Failed')).toBeVisible();
    expect(theList().getAllByText('The disk is full.')).toHaveLength(2);
  });

  it.each([403, 413, 503])('a document upload that fails without a message shows the status %d', async (status) => {
    aDocumentServer().on('POST /api/bulk-upload-llamaextract', { status });
    const user = openApp('/import/documents');
    await choose(user, aFile('one.pdf'));
    await user.click(await uploadButton());
    expect(await screen.findByText('Bulk Upload Failed')).toBeVisible();
    expect(screen.getAllByText(`Upload failed: ${status}`)).toHaveLength(2);
  });

  it('the extraction page accepts at most twenty files, each once, of supported types [spec 2.8.6, 5.9, 5.10, 5.11, 9.18]', async () => {
    aDocumentServer();
    const user = openApp('/import/documents');
    await choose(user, ...Array.from({ length: 15 }, (_, n) => aFile(`${n}.pdf`)));
    expect(screen.getByText('You can add 5 more files.')).toBeVisible();
    await choose(user, aFile('0.pdf'));
    expect(theList().getAllByRole('listitem')).toHaveLength(15);
    await choose(user, ...Array.from({ length: 6 }, (_, n) => aFile(`more-${n}.pdf`)));
    expect(await screen.findByText('File Limit Exceeded')).toBeVisible();
    expect(
      screen.getByText(
        'You can upload a maximum of 20 files at once. You currently have 15 files and are trying to add 6 more.',
      ),
    ).toBeVisible();
    expect(theList().getAllByRole('listitem')).toHaveLength(15);
    await choose(user, aFile('sheet.xlsx', 'application/vnd.ms-excel'));
    expect(
      await screen.findByText(
        'sheet.xlsx is not a supported file type. Supported types: PDF, DOCX, TXT, JPEG, PNG, WebP, TIFF.',
      ),
    ).toBeVisible();
  });

  it('the extraction page lists completed, running and failed recent documents with their actions [spec 2.8.3, 2.8.4, 8.14, 9.19]', async () => {
    const server = aDocumentServer()
      .on('GET /api/parse-jobs', {
        body: [
          aParseJob({ id: 1, originalFileName: 'done.pdf', heldCount: 2 }),
          aParseJob({ id: 2, originalFileName: 'long.pdf', status: 'processing', pages: 8, pagesDone: 2 }),
          aParseJob({
            id: 3,
            originalFileName: 'bad.pdf',
            status: 'failed',
            errorMessage: 'The PDF is damaged.',
          }),
        ],
      })
      .on('POST /api/parse-jobs/2/cancel', { body: aParseJob({ id: 2, status: 'failed' }) })
      .on('POST /api/parse-jobs/3/retry', {
        status: 409,
        body: 'Only a document that failed can be read again.',
      });
    const user = openApp('/import/documents');
    const rows = within(await screen.findByRole('list', { name: 'Recent documents' }));
    expect(rows.getAllByText(/5m ago/)).toHaveLength(3);
    expect(rows.getByRole('link', { name: /2 rows to review/ })).toHaveAttribute('href', '/import/documents/1');
    expect(rows.getByText('Page 2 of 8')).toBeVisible();
    expect(rows.getByText('The PDF is damaged.')).toBeVisible();
    await user.click(rows.getByRole('button', { name: 'Cancel long.pdf' }));
    await waitFor(() => expect(server.requestsTo('POST /api/parse-jobs/2/cancel')).toHaveLength(1));
    await user.click(rows.getByRole('button', { name: 'Try again bad.pdf' }));
    expect(await screen.findByText('Only a document that failed can be read again.')).toBeVisible();
  });
});
