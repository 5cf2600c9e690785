import {
  CSV_ROWS,
  CSV_TABLE,
  type CsvTestContext,
  csvTable,
  csvTestContext,
  emptyLedger,
  get,
  type IngestApp,
  startIngest,
  upload,
} from '../testing/ingest-test-context.ts';

describe('CSV import', () => {
  let ingest: IngestApp;
  let context: CsvTestContext;

  beforeAll(async () => {
    ingest = await startIngest({ backend: 'postgres', redisDatabase: 9 });
    context = csvTestContext(ingest);
  });
  afterAll(async () => {
    await ingest.stop();
  });
  beforeEach(async () => {
    await emptyLedger(ingest);
  });

  it('a CSV import lists its rejected rows by column name', async () => {
    const importId = await context.accepted(
      csvTable(`${CSV_ROWS}1.23E+15,Ada Sample,ACME,sideways,1.005,02/30/2026\n1,2\n`),
    );

    expect(await context.finished(importId)).toMatchObject({ transactionCount: 3, rejectedCount: 2 });
    const { body } = await get(ingest, `/api/imports/${importId}/rejects`);
    expect(body.map(({ line, field }: { line: number; field: string }) => `${line} ${field}`)).toEqual([
      '5 Amount',
      '5 Type',
      '5 Account',
      '5 Date',
      '6 row',
    ]);
  });

  it('a CSV import returns its rejected rows under its own header and accepts them corrected', async () => {
    const importId = await context.accepted(
      csvTable(`${CSV_ROWS}100000041,"=SAMPLE, ADA",ACME,sideways,-1.00,03/18/2026\n100000041\n`),
    );
    await context.finished(importId);
    const { text, headers } = await get(ingest, `/api/imports/${importId}/rejects-to-correct.csv`);
    const again = await upload(
      ingest,
      text.replace('sideways', 'Debit').replace(/^100000041\r\n/m, ''),
      'corrected.csv',
    );

    expect(headers['content-disposition']).toContain(`rows-to-correct-${importId}.csv`);
    const { rows: trail } = await ingest.owner.query(
      `SELECT subject_id, detail FROM ledger.audit_outbox WHERE action = 'import.rejects_exported'`,
    );
    expect(trail).toEqual([{ subject_id: String(importId), detail: { problems: 2, toCorrect: true } }]);
    expect(text).toMatch(
      /^\ufeffAccount,Name,.*\r\n100000041,"'=SAMPLE, ADA",ACME,sideways,'-1.00,03\/18\/2026\r\n100000041\r\n$/,
    );
    expect(again.body).toMatchObject({ state: 'completed', transactionCount: 1, rejectedCount: 0 });
    const { rows } = await ingest.owner.query(
      `SELECT first_name, last_name, amount FROM ledger.transactions WHERE account_number = '100000041'`,
    );
    expect(rows).toEqual([{ first_name: 'ADA', last_name: '=SAMPLE', amount: '1.00' }]);
  });

  it('a CSV import stores names that look like formulas as text', async () => {
    await context.finished(
      await context.accepted(
        csvTable(
          `100000041,=HYPERLINK("x"),=cmd|calc,Credit,1.00,03/18/2026\n100000041,Ada Sample,ACME,Debit,1.00,03/18/2026\n`,
        ),
      ),
    );
    const { rows } = await ingest.owner.query(`SELECT company FROM ledger.transactions ORDER BY id`);
    expect(rows).toEqual(expect.arrayContaining([{ company: '=cmd|calc' }]));
  });

  it('a CSV import rejects rows of 10 MB or a million columns and keeps the others [security 6.2]', async () => {
    const file = `${CSV_TABLE}${'x'.repeat(10 * 1024 ** 2)},1\n${','.repeat(1_000_000)}\n${CSV_ROWS.replaceAll('1000000', '2000000')}`;
    expect(await context.finished(await context.accepted(file))).toMatchObject({
      transactionCount: 6,
      rejectedCount: 2,
    });
  });

  it.each([
    ['a million columns', `${'a,'.repeat(1_000_000)}\n${'1,'.repeat(1_000_000)}\n`, /no comma/],
    ['one endless row', `a,b,c${'x'.repeat(3 * 1024 ** 2)}`, /no comma/],
  ])('a CSV file of %s is rejected', async (_what, content, reason) => {
    const response = await upload(ingest, content, 'wide.csv');
    expect(response.status).toBe(422);
    expect(response.text).toMatch(reason);
  });

  it('a CSV import of a file in Windows-1252 keeps its letters', async () => {
    await context.finished(
      await context.accepted(
        Buffer.from(csvTable(`1001,"MU\u00d1OZ, JOS\u00c9",CAF\u00c9,Credit,1.00,03/18/2026\n`), 'latin1'),
      ),
    );
    const { rows } = await ingest.owner.query('SELECT first_name, last_name, company FROM ledger.transactions');
    expect(rows).toEqual([{ first_name: 'JOSÉ', last_name: 'MUÑOZ', company: 'CAFÉ' }]);
  });
});
