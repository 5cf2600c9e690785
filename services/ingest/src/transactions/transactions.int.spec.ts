import type { Transaction } from '@clearwatch/contracts/transactions.dto';
import { aNachaFile } from '@clearwatch/domain/nacha/testing/nacha-fixtures';
import request from 'supertest';
import { extractionFile, extractionRow } from '../testing/import-file-fixtures.ts';
import { emptyLedger, get, type IngestApp, importFile, startIngest } from '../testing/ingest-test-context.ts';
import { NUMBERED_SQL, OF_ACCOUNT_SQL, OF_LEDGER_SQL } from './transactions.repository.ts';

let ingest: IngestApp;

beforeAll(async () => {
  ingest = await startIngest({ backend: 'postgres', redisDatabase: 6, settings: { PROCESS_ROLE: 'all' } });
});
afterAll(async () => {
  await ingest.stop();
});
beforeEach(async () => {
  await emptyLedger(ingest);
});

const list = async (query: string): Promise<Transaction[]> => (await get(ingest, `/api/transactions${query}`)).body;

describe('transaction list', () => {
  it('the transactions of an account are sorted by day, then by last stored, newest first, undated ones last', async () => {
    const on = (posting_date: string | undefined, company: string) =>
      extractionRow({ posting_date, company, account_number: '5' });
    await importFile(ingest, extractionFile([on(undefined, 'none'), on('2026-03-02', 'b'), on('2026-01-01', 'a')]));
    await importFile(ingest, extractionFile([on('2026-03-02', 'c'), extractionRow({ account_number: '6' })]));

    expect((await list('?accountNumber=5')).map(({ company }) => company)).toEqual(['c', 'b', 'a', 'none']);
    expect((await list('?accountNumber=5&limit=2')).map(({ company }) => company)).toEqual(['c', 'b']);
    const page = await get(ingest, '/api/transactions?accountNumber=5&page=2&pageSize=3');
    expect(page.headers['x-total-count']).toBe('4');
    expect(page.body.map(({ company }: Transaction) => company)).toEqual(['none']);
  });

  it('the transaction list finds one transaction by its id without an audit event', async () => {
    await importFile(ingest, extractionFile([extractionRow({ account_number: 'BY-NUMBER' }), extractionRow()]));
    const [entry] = await list('?accountNumber=BY-NUMBER');
    const found = await get(ingest, `/api/transactions?id=${entry?.id}&pageSize=5`);

    expect([found.headers['x-total-count'], found.body]).toEqual(['1', [entry]]);
    expect(await list('?id=999999999')).toEqual([]);
    const { rows } = await ingest.owner.query(
      `SELECT FROM ledger.audit_outbox WHERE action = 'transaction.viewed' AND subject_id = $1`,
      [String(entry?.id)],
    );
    expect(rows).toEqual([]);
  });

  it('the transaction list is empty for an unknown account', async () => {
    const answer = await get(ingest, '/api/transactions?accountNumber=unknown');

    expect([answer.status, answer.headers['x-total-count'], answer.body]).toEqual([200, '0', []]);
  });

  it('the transaction list without an account shows the whole ledger, last stored first', async () => {
    await importFile(ingest, extractionFile([extractionRow({ posting_date: '2026-12-01', company: 'first' })]));
    await importFile(ingest, extractionFile([extractionRow({ posting_date: '2026-01-01', company: 'second' })]));
    const answer = await get(ingest, '/api/transactions');

    expect(answer.headers['x-total-count']).toBe('2');
    expect(answer.body.map(({ company }: Transaction) => company)).toEqual(['second', 'first']);
  });

  it.each([
    'limit=0',
    'limit=501',
    'limit=x',
    'accountNumber=',
    'accountNumber=1&accountNumber=2',
    'page=1000&pageSize=500',
    'unknown=1',
    'id=0',
    'id=x',
    'id=1&accountNumber=5',
    'accountNumber=%00',
  ])('the transaction list rejects ?%s', async (query) => {
    expect((await get(ingest, `/api/transactions?${query}`)).status).toBe(400);
  });
});

describe('one transaction', () => {
  it('a transaction has its member and the line of its file', async () => {
    const records = aNachaFile([{ sec: 'PPD', entries: [{ fields: { account: '17', name: 'SAMPLE, PAULA' } }] }]);
    const { id } = await importFile(ingest, records.join('\n'));
    const [listed] = await list('?accountNumber=17&limit=10');
    const { body } = await get(ingest, `/api/transactions/${listed?.id}`);

    expect(body.transaction).toEqual(listed);
    expect(body).toMatchObject({
      member: {
        firstName: 'PAULA',
        lastName: 'SAMPLE',
        company: 'ACME PAYROLL',
        accountNumber: '17',
        totalCredits: '1250.00',
        totalDebits: '0.00',
      },
      transaction: {
        memberName: 'PAULA SAMPLE',
        amount: '1250.00',
        transactionType: 'Credit',
        entryKind: 'money',
        settlementDate: '2026-03-03',
        postingDate: null,
        class: 'PPD',
        importId: id,
        line: 3,
        metadata: { record: records[2] },
      },
      source: {
        importId: id,
        fileName: 'test.json',
        line: 3,
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
  });

  it('viewing a transaction is audited with the viewer and its id, once for repeated views', async () => {
    await importFile(ingest, extractionFile([extractionRow({ account_number: 'LOOKED-AT' })]));
    const [entry] = await list('?accountNumber=LOOKED-AT');
    await get(ingest, `/api/transactions/${entry?.id}`);
    await get(ingest, `/api/transactions/${entry?.id}`);
    await get(ingest, '/api/transactions/999999');
    const { rows } = await ingest.owner.query(
      `SELECT actor_name, subject_type, subject_id, detail FROM ledger.audit_outbox WHERE action = 'transaction.viewed'
       AND subject_id = ANY($1)`,
      [[String(entry?.id), '999999']],
    );

    expect(rows).toEqual([
      { actor_name: 'paula', subject_type: 'transaction', subject_id: String(entry?.id), detail: {} },
    ]);
  });

  it('a transaction without a name shows the name of its member', async () => {
    const card = { sec: 'SHR', entries: [{ fields: { account: '1', cardAccount: '4000' } }] };
    const named = { sec: 'PPD', entries: [{ fields: { account: '1', name: 'SAMPLE, PAULA' } }] };
    await importFile(ingest, aNachaFile([card, named]).join('\n'));

    expect((await list('?accountNumber=1')).map(({ memberName }) => memberName)).toEqual([
      'PAULA SAMPLE',
      'PAULA SAMPLE',
    ]);
  });

  it.each(['999999', '0', 'abc', '1e3', '99999999999999999999'])('a transaction is not found: %s', async (id) => {
    const { status, text } = await get(ingest, `/api/transactions/${id}`);

    expect([status, text]).toEqual([404, 'Transaction not found']);
  });

  it('transactions are not available without a signed identity', async () => {
    const server = ingest.app.getHttpServer();
    const answers = await Promise.all(
      ['/api/transactions', '/api/transactions/1'].map((path) => request(server).get(path)),
    );

    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  });
});

describe('index use', () => {
  it('queries for transactions use indexes and never read the whole ledger', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => extractionRow({ account_number: String(n % 4) }));
    await importFile(ingest, extractionFile(rows));
    await ingest.owner.query('ANALYZE ledger.transactions; ANALYZE ledger.members; ANALYZE ledger.imports');
    const plans = [
      await planOf(OF_ACCOUNT_SQL, ['2', 10, 0]),
      await planOf(OF_LEDGER_SQL, [50, 100]),
      await planOf(NUMBERED_SQL, [1]),
    ];

    for (const plan of plans) {
      expect(plan).toMatch(/Index (Only )?Scan .*on transactions/);
      expect(plan).not.toMatch(/Seq Scan on transactions/);
    }
  });

  async function planOf(sql: string, values: unknown[]): Promise<string> {
    const { rows } = await ingest.owner.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }
});
