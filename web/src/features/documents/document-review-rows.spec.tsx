import { fireEvent, screen, within } from '@testing-library/react';
import { aParsedDocument, aParsedRow } from '../../testing/api-report-fixtures.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { aSignedInServer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

const DECIDE = 'POST /api/parse-jobs/3/decisions';

function aReviewServer(document = aParsedDocument()): FakeServer {
  return aSignedInServer().on('GET /api/parse-jobs/3', { body: document });
}
const account = () => screen.findByRole('textbox', { name: 'Account of row 2' });

describe('document review', () => {
  it('the review of a document shows the waiting rows next to their page with the reasons', async () => {
    aReviewServer();
    openApp('/import/documents/3');
    expect(await screen.findByRole('region', { name: 'statement.pdf' })).toHaveTextContent(
      /48 kB, 2 pages,.*by lena, read on your institution’s own server.*1 transaction imported, 1 row to review/,
    );
    expect(await account()).toHaveValue('40001234S6');
    expect(await account()).toHaveAccessibleDescription('the characters could not be read with certainty');
    expect(screen.getByText('the characters could not be read with certainty')).toBeVisible();
    expect(screen.queryByText('4000123456')).not.toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Page 1 of statement.pdf' })).toHaveAttribute(
      'src',
      '/api/parse-jobs/3/pages/1',
    );
    expect(screen.getByRole('link', { name: 'Receipt 8' })).toHaveAttribute('href', '/import?import=8');
    expect(screen.getByRole('link', { name: 'Original' })).toHaveAttribute('href', '/api/parse-jobs/3/document');
  });

  it('the review of a document suggests comparing with the original when the page images are deleted', async () => {
    aReviewServer(aParsedDocument({ hasPictures: false }));
    openApp('/import/documents/3');
    const facts = await screen.findByRole('region', { name: 'statement.pdf' });
    expect(facts).toHaveTextContent(/Page images are deleted.*Compare the waiting rows.*with the original/);
    expect(screen.queryByRole('img', { name: /^Page 1/ })).not.toBeInTheDocument();
  });

  it('the review of a document shows shared doubts once, above all rows or below a row', async () => {
    const [sum, code] = [
      'the printed sum is $93.00, but the rows add up to $92.00',
      'the code 22 is for credits, but the row says debit',
    ];
    const rows = [1, 2].map((row) => aParsedRow({ row, state: 'held' }));
    for (const { cells } of rows) Object.assign(cells[1] ?? {}, { doubts: [sum, sum] });
    for (const cell of rows[1]?.cells ?? []) Object.assign(cell, { doubts: [...cell.doubts, code] });
    aReviewServer(aParsedDocument({ rows, heldCount: 2 }));
    openApp('/import/documents/3');
    const amount = await screen.findByRole('textbox', { name: 'Amount of row 2' });
    expect(screen.getAllByText(/the printed sum/)).toEqual([screen.getByText(`Applies to every waiting row: ${sum}`)]);
    expect(screen.getAllByText(code)).toHaveLength(1);
    expect(amount).toHaveAccessibleDescription(`Applies to every waiting row: ${sum} ${code}`);
    expect(await account()).toHaveAccessibleDescription(code);
    expect(screen.getByRole('textbox', { name: 'Account of row 1' })).not.toHaveAccessibleDescription();
  });

  it('users can correct a row of a document and accept it', async () => {
    const server = aReviewServer();
    const user = openApp('/import/documents/3');
    await user.clear(await account());
    await user.type(await account(), '4000123456');
    expect(await account()).toHaveAccessibleDescription(/read as: 40001234S6/);
    const after = aParsedDocument({ heldCount: 0, transactionCount: 2 });
    after.rows[1] = aParsedRow({ row: 2, decidedBy: 'admin' }, ['4000123456', '$80.00']);
    server.on(DECIDE, { body: after });
    await user.click(screen.getByRole('button', { name: 'Accept row 2' }));
    expect(await screen.findByText('Rows Imported')).toBeVisible();
    expect(server.requestsTo(DECIDE)[0]?.body).toEqual({
      decision: 'accept',
      rows: [{ row: 2, cells: ['4000123456', '$80.00'] }],
    });
    expect(await screen.findByText('No rows to review.')).toBeVisible();
    await user.click(screen.getByText('All rows (2)'));
    expect(screen.getByRole('cell', { name: 'Imported by admin' })).toBeVisible();
  });

  it('corrections of a document row are kept in the browser session, and a rejected row shows why', async () => {
    const server = aReviewServer().on(DECIDE, { status: 422, body: 'Row 2 cannot be imported. Amount: x.' });
    const user = openApp('/import/documents/3');
    await user.type(await account(), '9');
    await user.click(screen.getByRole('button', { name: 'Accept row 2' }));
    expect(await screen.findByText('Row 2 cannot be imported. Amount: x.')).toBeVisible();
    expect(server.requestsTo('GET /api/parse-jobs/3').length).toBeGreaterThan(0);
    expect(sessionStorage.getItem('clearwatch.draft.document.3')).toBe('{"2":["40001234S69","$80.00"]}');
    sessionStorage.clear();
  });

  it('one click discards all waiting rows of a document', async () => {
    const rows = [2, 3, 4].map((row) => aParsedRow({ row, state: 'held' }));
    const server = aReviewServer(aParsedDocument({ rows, heldCount: 3 })).on(DECIDE, {
      body: aParsedDocument({
        rows: rows.map(({ row }) => aParsedRow({ row, state: 'discarded' })),
        heldCount: 0,
      }),
    });
    const user = openApp('/import/documents/3');
    await user.click(await screen.findByRole('button', { name: 'Discard all 3' }));
    expect(await screen.findByText('Rows Discarded')).toBeVisible();
    expect(server.requestsTo(DECIDE)[0]?.body).toEqual({
      decision: 'discard',
      rows: [{ row: 2 }, { row: 3 }, { row: 4 }],
    });
  });

  it('focusing a row of a document shows its page, with a message when the page has no image', async () => {
    const rows = [aParsedRow({ row: 1, state: 'held' }), aParsedRow({ row: 2, page: 2, state: 'held' })];
    aReviewServer(aParsedDocument({ rows, heldCount: 2 }));
    openApp('/import/documents/3');
    const waiting = within(await screen.findByRole('list', { name: 'Rows to review' }));
    fireEvent.focus(waiting.getByRole('textbox', { name: 'Account of row 2' }));
    expect(screen.getByRole('img', { name: 'Page 2 of statement.pdf' })).toBeVisible();
    fireEvent.error(screen.getByRole('img', { name: 'Page 2 of statement.pdf' }));
    expect(screen.getByText('This page has no image because nothing on it needs review.')).toBeVisible();
  });

  it('the review of a failed document shows why it failed and that nothing was imported', async () => {
    aReviewServer(aParsedDocument({ status: 'failed', errorMessage: 'The PDF is damaged.', rows: [], heldCount: 0 }));
    openApp('/import/documents/3');
    expect(await screen.findByText('Nothing from this document was imported.')).toBeVisible();
    expect(screen.getByText('The PDF is damaged.')).toBeVisible();
  });
});
