import type { DuplicateRow } from '@clearwatch/contracts/imports.dto';
import { aNachaFile } from '@clearwatch/domain/nacha/testing/nacha-fixtures';
import { QUEUE_BACKENDS } from '@clearwatch/service-kit/testing/queue-fixtures';
import { LOCK_LEDGER_EXCLUSIVE } from '../ledger/ledger-sql.ts';
import { dashboardRow, extractionFile, extractionRow } from '../testing/import-file-fixtures.ts';
import {
  countTransactions,
  emptyLedger,
  get,
  type IngestApp,
  importFile,
  inconsistentMembers,
  post,
  recountOf,
  startIngest,
} from '../testing/ingest-test-context.ts';

describe.each(QUEUE_BACKENDS)('duplicates, queues on %s', (backend) => {
  let ingest: IngestApp;

  beforeAll(async () => {
    ingest = await startIngest({
      backend,
      redisDatabase: 9,
      projects: 'never',
      settings: { PROCESS_ROLE: 'all' },
    });
  });
  afterAll(async () => {
    await ingest.stop();
  });
  beforeEach(async () => {
    await emptyLedger(ingest);
    await ingest.owner.query('TRUNCATE ledger.audit_outbox');
  });

  async function duplicatesOf(importId: number, query = ''): Promise<DuplicateRow[]> {
    return (await get(ingest, `/api/imports/${importId}/duplicates${query}`)).body;
  }
  const keep = (importId: number, row: number) => post(ingest, `/api/imports/${importId}/duplicates/${row}/keep`);

  it('duplicates are listed with their fields and with the stored entry, its file and line', async () => {
    const [a, b] = [
      extractionRow({ account_number: '1', last_name: 'Núñez' }),
      extractionRow({ posting_date: undefined }),
    ];
    const first = await importFile(ingest, `[\n${JSON.stringify(a)},\n${JSON.stringify(b)}]`);
    const again = await importFile(ingest, extractionFile([extractionRow(), b, a]));
    const { rows: stored } = await ingest.owner.query(
      'SELECT id::integer FROM ledger.transactions WHERE import_id = $1 ORDER BY line',
      [first.id],
    );

    expect(await duplicatesOf(first.id)).toEqual([]);
    expect(await duplicatesOf(again.id)).toEqual([
      expect.objectContaining({ row: 2, day: null, twin: expect.objectContaining({ line: 3 }) }),
      {
        row: 3,
        line: expect.any(Number),
        case: 'in_ledger',
        twin: { transactionId: stored[0]?.id, importId: first.id, fileName: 'test.json', line: 2 },
        company: 'ACME PAYROLL',
        memberName: 'Paula Núñez',
        accountNumber: '1',
        amount: '1250.00',
        transactionType: 'Credit',
        day: '2026-03-02',
        kept: false,
      },
    ]);
  });

  it('duplicates are marked as known from an earlier file or repeated in this one', async () => {
    const [known, fresh] = [extractionRow(), extractionRow({ account_number: '2' })];
    await importFile(ingest, extractionFile([known]));
    const { id } = await importFile(ingest, extractionFile([fresh, known, fresh, known, fresh]));

    expect((await duplicatesOf(id)).map(({ row, case: which }) => [row, which])).toEqual([
      [2, 'in_ledger'],
      [3, 'in_file'],
      [4, 'in_ledger'],
      [5, 'in_file'],
    ]);
  });

  it('duplicates are paged, with their total count', async () => {
    const rows = Array.from({ length: 7 }, () => extractionRow());
    await importFile(ingest, extractionFile(rows));
    const { id } = await importFile(ingest, extractionFile(rows));
    const answer = await get(ingest, `/api/imports/${id}/duplicates?page=2&pageSize=3`);

    expect(answer.headers['x-total-count']).toBe('7');
    expect(answer.body.map(({ row }: DuplicateRow) => row)).toEqual([4, 5, 6]);
  });

  it('a duplicate becomes a separate entry when a user keeps it, only once for repeated requests', async () => {
    const fare = extractionRow({ amount: '2.50', transaction_type: 'Debit' });
    await importFile(ingest, extractionFile([fare]));
    const { id } = await importFile(ingest, extractionFile([extractionRow(), fare]));
    const answers = await Promise.all([keep(id, 2), keep(id, 2), keep(id, 2)]);

    expect(answers.map(({ status, body }) => [status, body.kept])).toEqual([
      [200, true],
      [200, true],
      [200, true],
    ]);
    expect(await countTransactions(ingest)).toBe(3);
    expect(await inconsistentMembers(ingest)).toEqual([]);
    expect((await get(ingest, `/api/imports/${id}`)).body).toMatchObject({
      transactionCount: 1,
      duplicateCount: 1,
      keptCount: 1,
    });
    expect((await duplicatesOf(id)).map(({ kept }) => kept)).toEqual([true]);
  });

  it('several duplicates of one entry kept at the same time become as many entries', async () => {
    const fare = extractionRow();
    await importFile(ingest, extractionFile([fare]));
    const { id } = await importFile(ingest, extractionFile(Array.from({ length: 6 }, () => fare)));
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((row) => keep(id, row)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await countTransactions(ingest)).toBe(7);
    expect(await inconsistentMembers(ingest)).toEqual([]);
  });

  it('kept duplicates show their own file and line and hide their internal import', async () => {
    const fare = extractionRow();
    await importFile(ingest, extractionFile([fare]));
    const { id } = await importFile(ingest, `[\n\n\n${JSON.stringify(fare)}]`);
    await keep(id, 1);
    const { body } = await get(ingest, '/api/transactions?limit=1');
    const history = await get(ingest, '/api/imports');

    expect(body).toMatchObject([{ importId: id, line: 4, checkTracerNumber: fare['check_tracer_number'] }]);
    expect(history.headers['x-total-count']).toBe('2');
    expect(history.body).toHaveLength(2);
  });

  it('kept duplicates have the metadata of their own row', async () => {
    const nacha = (discretionaryData: string) =>
      aNachaFile([{ sec: 'PPD', entries: [{ fields: { discretionaryData } }] }]).join('\n');
    await importFile(ingest, nacha('A1'));
    const { id } = await importFile(ingest, nacha('B2'));
    const again = await importFile(ingest, nacha('A1'));
    expect((await keep(id, 1)).status).toBe(200);
    expect((await keep(again.id, 1)).status).toBe(200);
    const { rows } = await ingest.owner.query(
      `SELECT substr(metadata ->> 'record', 77, 2) AS data FROM ledger.transactions ORDER BY id`,
    );

    expect(rows.map(({ data }) => data)).toEqual(['A1', 'B2', 'A1']);
  });

  it('kept duplicates name their member like any entry', async () => {
    const fare = extractionRow({ last_name: 'First' });
    await importFile(ingest, extractionFile([fare]));
    await importFile(ingest, extractionFile([extractionRow({ last_name: 'Second' })]));
    const { id } = await importFile(ingest, extractionFile([fare]));
    await keep(id, 1);
    const { rows } = await ingest.owner.query('SELECT last_name, member_key FROM ledger.members');

    expect(rows).toEqual([{ last_name: 'First', member_key: 'PAULA|FIRST' }]);
  });

  it('a duplicate cannot be kept during an undo, and the request does not wait', async () => {
    const fare = extractionRow();
    await importFile(ingest, extractionFile([fare]));
    const { id } = await importFile(ingest, extractionFile([fare]));
    await ingest.owner.query(`BEGIN; ${LOCK_LEDGER_EXCLUSIVE}`);
    const answer = await keep(id, 1);
    await ingest.owner.query('ROLLBACK');

    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('being undone')]);
    await ingest.owner.query(`UPDATE ledger.imports SET state = 'undoing' WHERE id = $1`, [id]);
    expect((await keep(id, 1)).status).toBe(409);
  });

  it('kept duplicates are duplicates when their file is imported again', async () => {
    const [fare, ride] = [dashboardRow(), extractionRow()];
    await importFile(ingest, JSON.stringify([fare, ride]));
    const file = JSON.stringify([ride, fare]);
    const { id } = await importFile(ingest, file);
    await keep(id, 1);
    await keep(id, 2);
    const again = await importFile(ingest, file);

    expect(again).toMatchObject({ stored: 0, duplicates: 2 });
    expect(await countTransactions(ingest)).toBe(4);
    expect(await importFile(ingest, JSON.stringify([fare, fare, fare]))).toMatchObject({
      stored: 1,
      duplicates: 2,
    });
  });

  it('kept duplicates of every format and kind get the next free identity', async () => {
    const fares = Array.from({ length: 205 }, () => dashboardRow());
    const files = [
      JSON.stringify(fares),
      extractionFile([
        extractionRow({
          middle_initial: 'Q',
          addenda: 'a\tb',
          settlement_date: '2026-03-03',
          amount: '0.00',
        }),
        extractionRow({ posting_date: '2026-03-02', batch: null, transaction_code: '23' }),
      ]),
      aNachaFile([
        { sec: 'PPD', entries: [{}, { fields: { transactionCode: '28', amount: '0' } }] },
        { sec: 'CTX', entries: [{ fields: { account: '9' } }] },
      ]).join('\n'),
    ];
    for (const file of files) {
      await importFile(ingest, file);
      const { id, duplicates } = await importFile(ingest, file);
      const before = await countTransactions(ingest);
      const rows = await duplicatesOf(id);
      expect(rows).toHaveLength(duplicates);
      for (const { row } of rows.slice(-3)) expect((await keep(id, row)).status).toBe(200);
      expect(await countTransactions(ingest)).toBe(before + Math.min(3, rows.length));
      expect(await inconsistentMembers(ingest)).toEqual([]);
    }
  });

  it('the internal import of a kept duplicate has correct counts for analytics', async () => {
    const row = extractionRow({ amount: '7.77' });
    await importFile(ingest, extractionFile([row]));
    const { id } = await importFile(ingest, extractionFile([row]));
    await keep(id, 1);
    const { rows } = await ingest.owner.query(
      `SELECT id::integer AS id, state, transaction_count AS stored, credit_total AS credits
         FROM ledger.imports i WHERE kept_from = $1
          AND NOT EXISTS (SELECT FROM analytics.projected_imports p WHERE p.import_id = i.id)`,
      [id],
    );
    const [opened] = rows;

    expect(opened).toMatchObject({ state: 'stored', stored: 1, credits: '7.77' });
    expect(await recountOf(ingest, opened.id)).toMatchObject({ stored: 1, credits: '7.77' });
  });

  it('kept duplicates are in the audit log with user, row and entry', async () => {
    const row = extractionRow();
    await importFile(ingest, extractionFile([row]));
    const { id } = await importFile(ingest, extractionFile([row]));
    await keep(id, 1);
    await keep(id, 1);
    const { rows } = await ingest.owner.query(
      `SELECT actor_name, subject_type, subject_id, subject_label, detail FROM ledger.audit_outbox
       WHERE action = 'import.duplicate_kept'`,
    );

    expect(rows).toEqual([
      {
        actor_name: 'paula',
        subject_type: 'import',
        subject_id: String(id),
        subject_label: 'test.json',
        detail: { row: 1, transactionId: expect.any(Number), twinId: expect.any(Number) },
      },
    ]);
  });

  it('a duplicate that does not exist cannot be kept', async () => {
    const { id } = await importFile(ingest, extractionFile([extractionRow()]));
    const paths = [`${id}/duplicates/1/keep`, `${id}/duplicates/x/keep`, '999/duplicates/1/keep'];
    paths.push(`${id}/duplicates/9999999999/keep`);
    const answers = await Promise.all(paths.map((path) => post(ingest, `/api/imports/${path}`)));

    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      paths.map(() => [404, 'There is no such duplicate.']),
    );
    expect((await get(ingest, '/api/imports/999/duplicates')).status).toBe(404);
  });
});
