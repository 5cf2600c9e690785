import { gzipSync } from 'node:zlib';
import type { CsvMapping, CsvMappingProposal } from '@clearwatch/contracts/http/csv-mapping';
import type { ImportSummary } from '@clearwatch/contracts/http/imports';
import { QUEUE_BACKENDS } from '@clearwatch/service-kit/testing/queue-backends';
import { until } from '@clearwatch/service-kit/testing/until';
import request from 'supertest';
import { emptyLedger, wrongMembers } from '../testing/import-rig.ts';
import { get, type IngestApp, identity, startIngest, upload } from '../testing/ingest-app.ts';

const HEADER = 'Account,Name,Company,Type,Amount,Date';
const ROWS = `100000017,"SAMPLE, PAULA J",ACME PAYROLL,Credit,"1,250.00",03/16/2026
100000017,"SAMPLE, PAULA J",GAS & LIGHT,Debit,84.10,03/17/2026
100000025,"SAMPLE, OTTO",GAS & LIGHT,Debit,84.10,03/17/2026
`;
const TABLE = `${HEADER}\n${ROWS}`;

let distinct = 0;

/** A header of its own for each test: what is remembered is remembered for good. */
const aTable = (rows = ROWS): string => {
  distinct += 1;
  return TABLE.replace(HEADER, `${HEADER},Teller ${distinct}`).replace(ROWS, rows.replaceAll(/\n/g, ',\n'));
};

describe.each(QUEUE_BACKENDS)('a CSV file with queues on %s', (backend) => {
  let ingest: IngestApp;

  beforeAll(async () => {
    ingest = await startIngest({ backend, redisDatabase: 9 });
  });
  afterAll(async () => {
    await ingest.stop();
  });
  beforeEach(async () => {
    await emptyLedger(ingest);
  });

  const send = async (method: 'put' | 'post' | 'delete', path: string, body?: object) => {
    const server = request(ingest.app.getHttpServer());
    return server[method](path)
      .set(await identity())
      .send(body);
  };
  const proposalOf = async (importId: number): Promise<CsvMappingProposal> =>
    (await get(ingest, `/api/imports/${importId}/mapping`)).body;
  const summaryOf = async (importId: number): Promise<ImportSummary> =>
    (await get(ingest, `/api/imports/${importId}`)).body;
  const finished = async (importId: number): Promise<ImportSummary> => {
    const isFinished = async () => ['completed', 'failed'].includes((await summaryOf(importId)).state);
    await until(`import ${importId} is finished`, isFinished);
    return summaryOf(importId);
  };
  const waiting = async (content: string | Buffer): Promise<number> => {
    const response = await upload(ingest, content, 'march.csv');
    expect(response.status).toBe(202);
    expect(response.body).toMatchObject({ state: 'needs_mapping', transactionCount: 0 });
    return response.body.importId;
  };
  const accepted = async (content: string | Buffer): Promise<number> => {
    const importId = await waiting(content);
    const { mapping } = await proposalOf(importId);
    expect((await send('put', `/api/imports/${importId}/mapping`, mapping)).status).toBe(200);
    return importId;
  };

  it('with an unknown header waits and shows what its columns would become', async () => {
    const importId = await waiting(TABLE);
    const proposal = await proposalOf(importId);

    expect(proposal).toMatchObject({
      importId,
      fileName: 'march.csv',
      remembered: false,
      questions: [],
      missing: [],
    });
    expect(proposal.columns.map(({ name }) => name)).toEqual(HEADER.split(','));
    expect(proposal.firstRows).toHaveLength(3);
    expect(proposal.firstRows[0]).toEqual({
      line: 2,
      cells: ['100000017', 'SAMPLE, PAULA J', 'ACME PAYROLL', 'Credit', '1,250.00', '03/16/2026'],
      transaction: {
        name: 'PAULA SAMPLE',
        company: 'ACME PAYROLL',
        accountNumber: '100000017',
        amount: '1250.00',
        transactionType: 'Credit',
        day: '2026-03-16',
      },
      problems: [],
    });
    expect(await summaryOf(importId)).toMatchObject({
      state: 'needs_mapping',
      fileKind: 'csv',
      readCount: 0,
    });
  });

  it('is imported as soon as its mapping is given, to the cent', async () => {
    const importId = await accepted(TABLE);

    expect(await finished(importId)).toMatchObject({
      state: 'completed',
      transactionCount: 3,
      memberCount: 2,
      rejectedCount: 0,
      creditTotal: '1250.00',
      debitTotal: '168.20',
    });
    expect(await wrongMembers(ingest)).toEqual([]);
  });

  it('with a known header is imported at once; titles above it and packing change nothing', async () => {
    await finished(await accepted(aTable()));
    const again = await upload(ingest, `Report of today,,,,,,\n${aTableAgain()}`, 'april.csv');
    const packed = await upload(ingest, gzipSync(aTableAgain()), 'april.csv.gz');

    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ state: 'completed', transactionCount: 0, duplicateCount: 3 });
    expect(packed.body).toMatchObject({ state: 'completed', transactionCount: 0, duplicateCount: 3 });
    expect(await proposalOf(again.body.importId)).toMatchObject({ remembered: true, rememberedBy: 'paula' });
  });

  it('with a known header but dates of another order is asked about once more', async () => {
    await finished(await accepted(TABLE));
    const importId = await waiting(TABLE.replaceAll(/03\/(1\d)/g, '$1/03'));
    const proposal = await proposalOf(importId);

    expect(proposal).toMatchObject({ remembered: true, questions: [{ about: 'dateOrder' }] });
    const corrected = Object.assign(proposal.mapping, { dateOrder: 'day_first' });
    await send('put', `/api/imports/${importId}/mapping`, corrected);
    expect(await finished(importId)).toMatchObject({ duplicateCount: 3, rejectedCount: 0 });
  });

  it('that waits with the same header as another is imported with it', async () => {
    const [first, second] = [
      await waiting(TABLE),
      await waiting(`Title\n${HEADER}\n100000033,Ada Sample,ACME,Credit,5.00,03/18/2026\n`),
    ];
    const { mapping } = await proposalOf(first);
    await send('put', `/api/imports/${first}/mapping`, mapping);

    expect(await finished(first)).toMatchObject({ transactionCount: 3 });
    expect(await finished(second)).toMatchObject({ transactionCount: 1, rejectedCount: 0 });
  });

  it('can be accepted as it is proposed, unless something has to be looked at', async () => {
    const plain = await waiting(TABLE);
    const unsure = await waiting(aTable(ROWS.replaceAll(/03\/1\d/g, '03/04')));

    expect((await send('post', `/api/imports/${plain}/mapping`)).status).toBe(200);
    expect(await finished(plain)).toMatchObject({ transactionCount: 3 });
    const refused = await send('post', `/api/imports/${unsure}/mapping`);
    expect(refused.status).toBe(422);
    expect(refused.text).toMatch(/month or with the day/);
    expect(await summaryOf(unsure)).toMatchObject({ state: 'needs_mapping' });
  });

  it('shows what another mapping would do before it is given', async () => {
    const importId = await waiting(TABLE);
    const { mapping } = await proposalOf(importId);
    const changed: CsvMapping = Object.assign({}, mapping, { dateOrder: 'day_first' });
    const { body, status } = await send('post', `/api/imports/${importId}/mapping/preview`, changed);

    expect(status).toBe(200);
    expect(body.firstRows[0]).toMatchObject({
      transaction: null,
      problems: [expect.stringMatching(/^Date: .*does not exist/)],
    });
    const semicolons = await send(
      'post',
      `/api/imports/${importId}/mapping/preview`,
      Object.assign({}, mapping, { delimiter: ';', columns: [] }),
    );
    expect(semicolons.body).toMatchObject({
      mapping: { columnCount: 2 },
      columns: [{ column: 0 }, { column: 1 }],
    });
    expect(semicolons.body.missing.length).toBeGreaterThan(0);
    expect((await proposalOf(importId)).remembered).toBe(false);
  });

  it.each([
    ['without the amount', { columns: [{ column: 0, field: 'accountNumber' }] }, 422, /Amount/],
    ['with an unknown field', { columns: [{ column: 0, field: 'shoeSize' }] }, 400, /field/],
    ['with a column beyond the table', { columns: [{ column: 5_000, field: 'amount' }] }, 400, /column/],
    ['with something else in it', { evil: true }, 400, /evil/],
  ])('is not imported by a mapping %s', async (_what, change, status, reason) => {
    const importId = await waiting(TABLE);
    const { mapping } = await proposalOf(importId);
    const response = await send(
      'put',
      `/api/imports/${importId}/mapping`,
      Object.assign({}, mapping, change),
    );

    expect(response.status).toBe(status);
    expect(response.text).toMatch(reason);
    expect(await summaryOf(importId)).toMatchObject({ state: 'needs_mapping' });
  });

  it('can be discarded, and then neither imported, discarded nor tried again', async () => {
    const importId = await waiting(TABLE);
    const { mapping } = await proposalOf(importId);

    expect((await send('post', `/api/imports/${importId}/discard`)).body).toMatchObject({ state: 'failed' });
    expect((await send('put', `/api/imports/${importId}/mapping`, mapping)).status).toBe(409);
    expect((await send('post', `/api/imports/${importId}/discard`)).status).toBe(409);
    expect((await send('post', `/api/imports/${importId}/retry`)).status).toBe(409);
  });

  it('takes one mapping only, however often it is sent at the same time', async () => {
    const importId = await waiting(TABLE);
    const { mapping } = await proposalOf(importId);
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () => send('put', `/api/imports/${importId}/mapping`, mapping)),
    );

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
    expect(await finished(importId)).toMatchObject({ transactionCount: 3 });
  });

  it('is asked about again after its mapping was forgotten', async () => {
    const importId = await accepted(TABLE);
    await finished(importId);

    expect((await send('delete', `/api/imports/${importId}/mapping`)).status).toBe(204);
    expect((await send('delete', `/api/imports/${importId}/mapping`)).status).toBe(404);
    await waiting(TABLE);
  });

  it('leaves a trail: who said what its columns mean', async () => {
    const importId = await accepted(TABLE);
    await finished(importId);
    await send('delete', `/api/imports/${importId}/mapping`);
    const discarded = await waiting(TABLE);
    await send('post', `/api/imports/${discarded}/discard`);
    const { rows } = await ingest.owner.query(
      `SELECT action, actor_name, subject_id, detail FROM ledger.audit_outbox
       WHERE action ~ 'csv_mapping|discarded' AND subject_id = ANY($1) ORDER BY at`,
      [[importId, discarded]],
    );

    expect(rows).toMatchObject([
      {
        action: 'csv_mapping.saved',
        actor_name: 'paula',
        subject_id: String(importId),
        detail: { direction: 'type_column' },
      },
      { action: 'csv_mapping.forgotten', actor_name: 'paula' },
      { action: 'import.discarded', actor_name: 'paula' },
    ]);
  });

  it('lists its rejected rows by the names of its columns', async () => {
    const importId = await accepted(
      aTable(`${ROWS}1.23E+15,Ada Sample,ACME,sideways,1.005,02/30/2026\n1,2\n`),
    );

    expect(await finished(importId)).toMatchObject({ transactionCount: 3, rejectedCount: 2 });
    const { body } = await get(ingest, `/api/imports/${importId}/rejects`);
    expect(body.map(({ line, field }: { line: number; field: string }) => `${line} ${field}`)).toEqual([
      '5 Amount',
      '5 Type',
      '5 Account',
      '5 Date',
      '6 row',
    ]);
  });

  it('gives its rejected rows back under its own header, and takes them when they are corrected', async () => {
    const importId = await accepted(
      aTable(`${ROWS}100000041,"=SAMPLE, ADA",ACME,sideways,-1.00,03/18/2026\n100000041\n`),
    );
    await finished(importId);
    const { text, headers } = await get(ingest, `/api/imports/${importId}/rejects-to-correct.csv`);
    const again = await upload(
      ingest,
      text.replace('sideways', 'Debit').replace(/^"100000041,"\r\n/m, ''),
      'corrected.csv',
    );

    expect(headers['content-disposition']).toContain(`rows-to-correct-${importId}.csv`);
    expect(text).toMatch(
      /^\ufeffAccount,Name,.*\r\n100000041,"'=SAMPLE, ADA",ACME,sideways,'-1.00,03\/18\/2026,\r\n"100000041,"\r\n$/,
    );
    expect(again.body).toMatchObject({ state: 'completed', transactionCount: 1, rejectedCount: 0 });
    const { rows } = await ingest.owner.query(
      `SELECT first_name, last_name, amount FROM ledger.transactions WHERE account_number = '100000041'`,
    );
    expect(rows).toEqual([{ first_name: 'ADA', last_name: '=SAMPLE', amount: '1.00' }]);
  });

  it('stores formula-like names as the text they are', async () => {
    await finished(
      await accepted(
        aTable(
          `100000041,=HYPERLINK("x"),=cmd|calc,Credit,1.00,03/18/2026\n100000041,Ada Sample,ACME,Debit,1.00,03/18/2026\n`,
        ),
      ),
    );
    const { rows } = await ingest.owner.query(`SELECT company FROM ledger.transactions ORDER BY id`);
    expect(rows).toEqual(expect.arrayContaining([{ company: '=cmd|calc' }]));
  });

  it('whose rows are 10 MB long or a million columns wide rejects them and keeps the others', async () => {
    const file = `${TABLE}${'x'.repeat(10 * 1024 ** 2)},1\n${','.repeat(1_000_000)}\n${ROWS.replaceAll('1000000', '2000000')}`;
    expect(await finished(await accepted(file))).toMatchObject({ transactionCount: 6, rejectedCount: 2 });
  });

  it.each([
    ['a million columns', `${'a,'.repeat(1_000_000)}\n${'1,'.repeat(1_000_000)}\n`, /no comma/],
    ['one endless row', `a,b,c${'x'.repeat(3 * 1024 ** 2)}`, /no comma/],
  ])('of %s is refused', async (_what, content, reason) => {
    const response = await upload(ingest, content, 'wide.csv');
    expect(response.status).toBe(422);
    expect(response.text).toMatch(reason);
  });

  it('in Windows-1252 keeps its letters', async () => {
    await finished(
      await accepted(
        Buffer.from(aTable(`1001,"MU\u00d1OZ, JOS\u00c9",CAF\u00c9,Credit,1.00,03/18/2026\n`), 'latin1'),
      ),
    );
    const { rows } = await ingest.owner.query(
      'SELECT first_name, last_name, company FROM ledger.transactions',
    );
    expect(rows).toEqual([{ first_name: 'JOSÉ', last_name: 'MUÑOZ', company: 'CAFÉ' }]);
  });

  it('that is another kind of import has no mapping', async () => {
    const { body } = await upload(ingest, '[]');
    expect((await get(ingest, `/api/imports/${body.importId ?? 1}/mapping`)).status).toBe(404);
    expect((await get(ingest, '/api/imports/999999/mapping')).status).toBe(404);
  });
});

/** The table of the latest test once more. */
function aTableAgain(): string {
  distinct -= 1;
  return aTable();
}
