import { act, screen, waitFor } from '@testing-library/react';
import { FakeServer } from '../../testing/fake-server.ts';
import { openApp } from '../../testing/open-app.tsx';
import { createCsvRowCounter } from './report-csv-export.tsx';
import { aReportsServer } from './testing/reports-screen-fixtures.ts';

const button = (name: string) => screen.findByRole('button', { name });
const HEAD = '\uFEFFMember,Amount\r\n';

interface Saved {
  name: string;
  content: Blob;
}

/** A body whose chunks the test releases. */
function aSlowBody(): {
  pieces: AsyncIterable<string>;
  send: (piece: string) => void;
  end: () => void;
  breakOff: () => void;
} {
  const waiting: PromiseWithResolvers<string | null>[] = [Promise.withResolvers()];
  const push = (piece: string | null): void => {
    const last = waiting.at(-1);
    waiting.push(Promise.withResolvers());
    last?.resolve(piece);
  };
  async function* pieces(): AsyncGenerator<string> {
    for (let at = 0; ; at += 1) {
      const piece = await waiting[at]?.promise;
      if (piece === null || piece === undefined) return;
      yield piece;
    }
  }
  return {
    pieces: pieces(),
    send: push,
    end: () => push(null),
    breakOff: () => waiting.at(-1)?.reject(new TypeError('network error')),
  };
}

describe('exporting a transaction report', () => {
  let saved: Saved[];

  beforeEach(() => {
    saved = [];
    const contents = new Map<string, Blob>();
    Object.assign(URL, {
      createObjectURL: (content: Blob) => {
        contents.set(`blob:${contents.size}`, content);
        return `blob:${contents.size - 1}`;
      },
      revokeObjectURL: () => undefined,
    });
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      const content = contents.get(this.href);
      if (content !== undefined) saved.push({ name: this.download, content });
    };
  });

  function aServerWithBody(headers: Record<string, string> = {}) {
    const body = aSlowBody();
    const server = aReportsServer().on('POST /api/reports/export-csv', { pieces: body.pieces, headers });
    return { server, body };
  }

  it('a CSV export saves all matches under the server’s file name and shows progress [spec 2.3.3, 2.11.2, 8.15]', async () => {
    const { server, body } = aServerWithBody({
      'X-Total-Count': '2',
      'Content-Disposition': 'attachment; filename="transaction-report-2026-11-20.csv"',
    });
    const user = openApp('/reports?firstName=da');
    const exporting = await button('Export CSV');
    await waitFor(() => expect(exporting).toBeEnabled());
    await user.click(exporting);
    expect(await button('Exporting...')).toBeDisabled();
    expect(await button('Export Report')).toBeDisabled();
    act(() => body.send(`${HEAD}Dana,12.00\r\n`));
    expect(await screen.findByText('Exporting... 1 of 2 rows, 30 B')).toBeVisible();
    act(() => body.send('Lee,13.00\r\n'));
    act(() => body.end());
    expect(await screen.findByText('Export Successful')).toBeVisible();
    expect(screen.getByText('Transaction report has been downloaded as CSV')).toBeVisible();
    expect(saved.map(({ name, content }) => [name, content.size])).toEqual([['transaction-report-2026-11-20.csv', 41]]);
    expect(server.requestsTo('POST /api/reports/export-csv').map((request) => request.body)).toEqual([
      { firstName: 'da' },
    ]);
    await waitFor(() => expect(screen.queryByText(/^Exporting/)).not.toBeInTheDocument());
    expect(await button('Export CSV')).toBeEnabled();
    expect(await button('Export Report')).toBeEnabled();
  });

  it('a CSV export uses a default file name and continues when the user opens another screen [spec 7.25]', async () => {
    const { body } = aServerWithBody();
    const user = openApp('/reports?firstName=da');
    const header = await button('Export Report');
    await waitFor(() => expect(header).toBeEnabled());
    await user.click(header);
    await button('Exporting...');
    await user.click(screen.getByRole('link', { name: 'Data Import' }));
    await screen.findByRole('heading', { level: 1, name: 'Data Import' });
    act(() => body.send(HEAD));
    act(() => body.end());
    expect(await screen.findByText('Export Successful')).toBeVisible();
    expect(saved[0]?.name).toMatch(/^transaction-report-\d{4}-\d\d-\d\d\.csv$/);
  });

  it('a CSV export saves nothing when the response is interrupted [spec 8.15]', async () => {
    const { body } = aServerWithBody();
    const user = openApp('/reports?firstName=da');
    await waitFor(async () => expect(await button('Export CSV')).toBeEnabled());
    await user.click(await button('Export CSV'));
    act(() => body.send(`${HEAD}Dana,12.00\r\n`));
    await screen.findByText('Exporting... 1 row, 30 B');
    act(() => body.breakOff());
    expect(await screen.findByText('Export Failed')).toBeVisible();
    expect(screen.getByText('Failed to export transaction report')).toBeVisible();
    expect(saved).toEqual([]);
    expect(await button('Export CSV')).toBeEnabled();
  });

  it('a canceled CSV export saves no file and shows no error', async () => {
    const { body } = aServerWithBody();
    const user = openApp('/reports?firstName=da');
    await waitFor(async () => expect(await button('Export CSV')).toBeEnabled());
    await user.click(await button('Export CSV'));
    act(() => body.send(HEAD));
    await user.click(await button('Cancel'));
    await waitFor(() => expect(screen.queryByText(/^Exporting/)).not.toBeInTheDocument());
    expect(screen.queryByText('Export Failed')).not.toBeInTheDocument();
    expect(saved).toEqual([]);
  });

  it('a refused CSV export shows the server’s reason', async () => {
    aReportsServer().on('POST /api/reports/export-csv', { status: 429, body: 'Two exports run already.' });
    const user = openApp('/reports?firstName=da');
    await waitFor(async () => expect(await button('Export CSV')).toBeEnabled());
    await user.click(await button('Export CSV'));
    expect(await screen.findByText('Failed to export transaction report: Two exports run already.')).toBeVisible();
  });

  it.each([403, 413, 503])('a CSV export reports a failure for a %d response without a reason', async (status) => {
    aReportsServer().on('POST /api/reports/export-csv', { status });
    const user = openApp('/reports?firstName=da');
    await waitFor(async () => expect(await button('Export CSV')).toBeEnabled());
    await user.click(await button('Export CSV'));
    expect(await screen.findByText('Failed to export transaction report')).toBeVisible();
  });

  it('a CSV export ends with the user’s session', async () => {
    const { body } = aServerWithBody();
    FakeServer.current.on('POST /api/auth/logout', { status: 204 });
    const user = openApp('/reports?firstName=da');
    await waitFor(async () => expect(await button('Export CSV')).toBeEnabled());
    await user.click(await button('Export CSV'));
    act(() => body.send(HEAD));
    await user.click(await screen.findByRole('button', { name: /My Account/ }));
    await user.click(await screen.findByRole('menuitem', { name: /Sign Out/ }));
    await button('Sign In');
    act(() => body.send('Dana,12.00\r\n'));
    act(() => body.end());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(saved).toEqual([]);
    expect(screen.queryByText('Export Successful')).not.toBeInTheDocument();
  });
});

const bytes = (text: string) => new TextEncoder().encode(text);

describe('counting CSV rows in a stream', () => {
  it('the CSV row counter ignores the header and line feeds in quoted text at any chunk boundary', () => {
    const file = '\uFEFFMember,Note\r\nDana,"two\r\nlines"\r\nSam,"a ""quoted"" word"\r\n';
    for (let cut = 0; cut <= file.length; cut += 1) {
      const rows = createCsvRowCounter();
      rows.count(bytes(file.slice(0, cut)));
      expect(rows.count(bytes(file.slice(cut)))).toBe(2);
    }
  });

  it('the CSV row counter stays at zero until a row follows the header', () => {
    const rows = createCsvRowCounter();
    expect(rows.count(bytes('Member,'))).toBe(0);
    expect(rows.count(bytes('Note\r\n'))).toBe(0);
    expect(rows.count(bytes('Dana,\r\n'))).toBe(1);
  });
});
