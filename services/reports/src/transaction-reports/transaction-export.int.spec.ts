import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { Client } from 'pg';
import { ADA, BEN, PAULA, TransactionReportTestContext } from '../testing/transaction-report-test-context.ts';
import { EXPORT_SLOTS, TransactionExportService } from './transaction-export.service.ts';

const MANY = 500;
/** 128 MB exceeds the buffers of two sockets (at most 33 MB on Linux), so an unread export cannot finish. */
const LARGE = 256;

let context: TransactionReportTestContext;
beforeAll(async () => {
  context = await TransactionReportTestContext.start();
  await context.ledger.import([
    {
      company: 'CELLS, "quoted"',
      addenda: '=HYPERLINK("http://x")',
      description: 'line\r\nbreak',
      day: '2026-03-02',
      amount: '12.50',
    },
    {
      company: 'CELLS',
      firstName: '',
      lastName: '',
      addenda: null,
      day: null,
      description: '-',
      trace: '0071',
    },
  ]);
  await context.ledger.import(Array.from({ length: MANY }, () => ({ company: 'MANY ROWS', account: '5' })));
  await context.ledger.import(Array.from({ length: LARGE }, () => ({ company: 'LARGE', account: '6' })));
  await context.owner.query(`UPDATE ledger.transactions SET addenda = repeat('x', 500_000) WHERE company = 'LARGE'`);
});
afterAll(() => context.stop());
beforeEach(() => context.owner.query('DELETE FROM reports.audit_outbox'));
const answers: IncomingMessage[] = [];
afterEach(async () => {
  // Exports that a failed test did not read would keep waiting for a reader.
  for (const answer of answers.splice(0)) answer.destroy();
  await waitUntil('no export is running', async () => (await sessions()) === 0);
});

const many = { company: ['many'] };
const large = { company: ['large'] };

async function trail(): Promise<{ actor_name: string; subject_label: string; detail: Record<string, unknown> }[]> {
  const { rows } = await context.owner.query(
    `SELECT actor_name, subject_label, detail FROM reports.audit_outbox WHERE action = 'transactions.exported' ORDER BY at`,
  );
  return rows;
}

/** PostgreSQL sessions used by exports. */
async function sessions(condition = 'true'): Promise<number> {
  const { rows } = await context.owner.query<{ sessions: string }>(
    `SELECT count(*) AS sessions FROM pg_stat_activity
      WHERE application_name = 'clearwatch-transactions-export' AND datname = current_database() AND ${condition}`,
  );
  return Number(rows[0]?.sessions);
}

/** A response whose body has not been read yet. */
async function startedExport(filters: object, user = PAULA): Promise<IncomingMessage> {
  const headers = { ...(await context.identity(user)), 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(
      `${context.url}/api/reports/export-csv`,
      { method: 'POST', headers, agent: false },
      (answer) => {
        answer.on('error', () => undefined);
        answers.push(answer);
        resolve(answer);
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify(filters));
  });
}

describe('transaction export', () => {
  it.each(['before', 'after'])(
    'a transaction export contains all entries in order, in safe cells, %s they are searchable',
    async (moment) => {
      if (moment === 'after') await context.settle();
      const { status, headers, text } = await context.export({ company: ['cells'] });

      expect([status, headers['content-type'], headers['x-total-count']]).toEqual([
        200,
        'text/csv; charset=utf-8',
        '2',
      ]);
      expect(headers['content-disposition']).toMatch(
        /^attachment; filename="transaction-report-\d{4}-\d\d-\d\d\.csv"$/,
      );
      const lines = text.split(/\r\n(?=\d+,|$)/);
      expect(lines).toEqual([
        '\u{FEFF}Transaction ID,First Name,Last Name,Company,Account Number,Amount,Type,Kind,Transaction Code,Class,Entry Description,Addenda,Trace Number,Batch,Posting Date,Settlement Date,Effective Date,Imported At',
        expect.stringMatching(
          /^\d+,Ana,Sample,"CELLS, ""quoted""",1000000001,12\.50,Credit,money,22,PPD,"line\r\nbreak","'=HYPERLINK\(""http:\/\/x""\)",,,2026-03-02,,,\d{4}-.*Z$/,
        ),
        // An entry without a name shows the member's name, as the report does.
        expect.stringMatching(/^\d+,Ana,Sample,CELLS,1000000001,10\.00,Credit,money,22,PPD,'-,,0071,,,,,\d{4}-.*Z$/),
        '',
      ]);
    },
  );

  it('a transaction export has the same content when it is too large to sort', async () => {
    const sorted = await context.export(many);
    const exports = context.app.get(TransactionExportService, { strict: false });
    const { unsortedFrom } = exports;
    exports.unsortedFrom = 1;
    const unsorted = await context.export(many);
    exports.unsortedFrom = unsortedFrom;
    expect(unsorted.headers['x-total-count']).toBe(String(MANY));
    // A diff of several megabytes would be unreadable.
    expect(unsorted.text === sorted.text).toBe(true);
  });

  it('a transaction export contains only a header when no entry matches', async () => {
    const { status, headers, text } = await context.export({ company: ['no such company'] });
    expect([status, headers['x-total-count'], text.split('\r\n').length]).toEqual([200, '0', 2]);
  });

  it('a transaction export is audited with its filters and number of rows [security 5.12]', async () => {
    await context.export({
      company: ['cells', 'x'],
      amount: { operator: 'between', value: '1', value2: '$1,000' },
    });
    expect(await trail()).toEqual([
      {
        actor_name: 'paula',
        subject_label: expect.stringMatching(/^transaction-report-.*\.csv$/),
        detail: { company: 'cells; x', amount: '>= 1; <= 1000', rows: 2 },
      },
    ]);
  });

  it('a transaction export is delivered in full to a slow reader', async () => {
    const answer = await startedExport(large);
    expect(answer.headers['x-total-count']).toBe(String(LARGE));
    await waitUntil(
      'PostgreSQL waits for the reader',
      async () => (await sessions(`wait_event = 'ClientWrite'`)) === 1,
    );
    let lines = 0;
    for await (const chunk of answer) {
      // CR and LF may arrive in separate chunks.
      lines += (chunk as Buffer).toString('latin1').split('\n').length - 1;
      if (lines % 7 === 0) await pause(5);
    }
    expect(lines).toBe(LARGE + 1);
    expect(answer.complete).toBe(true);
  });

  it('a transaction export stops its query when the reader disconnects, and audits the rows sent [security 6.10] [fault 3.5, 4.3]', async () => {
    const answer = await startedExport(large);
    expect(await sessions()).toBe(1);
    answer.destroy();
    await waitUntil('the query has ended', async () => (await sessions()) === 0, 5_000);
    await waitUntil('the export is audited', async () => (await trail()).length === 2);
    const [announced, brokenOff] = await trail();
    expect(announced?.detail).toEqual({ company: 'large', rows: LARGE });
    expect(brokenOff?.detail).toMatchObject({ company: 'large', complete: false });
    expect(brokenOff?.detail['rows']).toBeLessThan(LARGE);
  });

  it('a transaction export does not look complete when it is interrupted [security 6.10] [fault 1.8]', async () => {
    const answer = await startedExport(large);
    const { rows } = await context.owner.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'clearwatch-transactions-export' AND datname = current_database()`,
    );
    expect(rows).toHaveLength(1);
    await expect(
      (async () => {
        for await (const chunk of answer) void chunk;
      })(),
    ).rejects.toThrow('aborted');
    expect(answer.complete).toBe(false);
  });

  it('transaction exports are limited to two at a time per user and four in total [fault 3.5]', async () => {
    const two = await Promise.all([startedExport(large), startedExport(large)]);
    expect((await context.export(many)).text).toContain('You already have 2 exports running');
    const others = await Promise.all([startedExport(large, BEN), startedExport(large, BEN)]);
    expect((await context.ask('post', '/api/reports/export-csv', many, ADA)).status).toBe(429);
    for (const answer of [...two, ...others]) answer.destroy();
    await waitUntil(
      'an export slot is free',
      async () => (await context.export({ company: ['no such company'] })).status === 200,
    );
  });

  it('a transaction export is rejected while other processes are running four exports', async () => {
    const others = new Client({ connectionString: context.database.ownerUrl });
    await others.connect();
    await others.query('SELECT pg_advisory_lock($1::integer, place) FROM generate_series(0, $2::integer - 1) place', [
      EXPORT_SLOTS.room,
      EXPORT_SLOTS.places,
    ]);
    expect((await context.export({ company: ['no such company'] })).text).toContain('Several exports are running');
    await others.end();
    await waitUntil(
      'an export slot is free',
      async () => (await context.export({ company: ['no such company'] })).status === 200,
    );
  });

  it('a transaction export requires valid filters, like a report', async () => {
    expect((await context.export({})).status).toBe(400);
    expect((await context.export({ companies: ['x'] })).status).toBe(400);
    expect(await trail()).toEqual([]);
  });
});
