import { rm } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import { QUEUE_BACKENDS } from '@clearwatch/service-kit/testing/queue-fixtures';
import {
  CSV_HEADER,
  CSV_TABLE,
  type CsvTestContext,
  csvTestContext,
  emptyLedger,
  get,
  type IngestApp,
  inconsistentMembers,
  startIngest,
  upload,
} from '../testing/ingest-test-context.ts';
import { type FolderStore, UploadStore } from '../uploads/upload-store.ts';

describe.each(QUEUE_BACKENDS)('CSV mappings, queues on %s', (backend) => {
  let ingest: IngestApp;
  let context: CsvTestContext;

  beforeAll(async () => {
    ingest = await startIngest({ backend, redisDatabase: 9 });
    context = csvTestContext(ingest);
  });
  afterAll(async () => {
    await ingest.stop();
  });
  beforeEach(async () => {
    await emptyLedger(ingest);
  });

  it('a CSV file with an unknown header waits and previews its columns', async () => {
    const importId = await context.waiting(CSV_TABLE);
    const proposal = await context.proposalOf(importId);

    expect(proposal).toMatchObject({
      importId,
      fileName: 'march.csv',
      remembered: false,
      questions: [],
      missing: [],
    });
    expect(proposal.columns.map(({ name }) => name)).toEqual(CSV_HEADER.split(','));
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
    expect(await context.summaryOf(importId)).toMatchObject({
      state: 'needs_mapping',
      fileKind: 'csv',
      readCount: 0,
    });
  });

  it('a CSV file is imported to the cent once its mapping is given', async () => {
    const importId = await context.accepted(CSV_TABLE);

    expect(await context.finished(importId)).toMatchObject({
      state: 'completed',
      transactionCount: 3,
      memberCount: 2,
      rejectedCount: 0,
      creditTotal: '1250.00',
      debitTotal: '168.20',
    });
    expect(await inconsistentMembers(ingest)).toEqual([]);
  });

  it('a CSV file with a known header is imported without a question, even with titles or compressed', async () => {
    await context.finished(await context.accepted(CSV_TABLE));
    const again = await upload(ingest, `Report of today,,,,,,\n${CSV_TABLE}`, 'april.csv');
    const packed = await upload(ingest, gzipSync(CSV_TABLE), 'april.csv.gz');

    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ state: 'completed', transactionCount: 0, duplicateCount: 3 });
    expect(packed.body).toMatchObject({ state: 'completed', transactionCount: 0, duplicateCount: 3 });
    expect(await context.proposalOf(again.body.importId)).toMatchObject({
      remembered: true,
      rememberedBy: 'paula',
    });
  });

  it('a CSV file with a known header but a different date order needs a choice again', async () => {
    await context.finished(await context.accepted(CSV_TABLE));
    const importId = await context.waiting(CSV_TABLE.replaceAll(/03\/(1\d)/g, '$1/03'));
    const proposal = await context.proposalOf(importId);

    expect(proposal).toMatchObject({ remembered: true, questions: [{ about: 'dateOrder' }] });
    const corrected = Object.assign(proposal.mapping, { dateOrder: 'day_first' });
    await context.send('put', `/api/imports/${importId}/mapping`, corrected);
    expect(await context.finished(importId)).toMatchObject({ duplicateCount: 3, rejectedCount: 0 });
  });

  it('a waiting CSV file is imported together with another that has the same header', async () => {
    const [first, second] = [
      await context.waiting(CSV_TABLE),
      await context.waiting(`Title\n${CSV_HEADER}\n100000033,Ada Sample,ACME,Credit,5.00,03/18/2026\n`),
    ];
    const { mapping } = await context.proposalOf(first);
    await context.send('put', `/api/imports/${first}/mapping`, mapping);

    expect(await context.finished(first)).toMatchObject({ transactionCount: 3 });
    expect(await context.finished(second)).toMatchObject({ transactionCount: 1, rejectedCount: 0 });
  });

  it('a CSV file keeps waiting when a file with its header but another date order gets a mapping', async () => {
    const first = await context.waiting(CSV_TABLE);
    const second = await context.waiting(CSV_TABLE.replaceAll(/03\/(1\d)/g, '$1/03'));
    await context.send('post', `/api/imports/${first}/mapping`);

    expect(await context.finished(first)).toMatchObject({ transactionCount: 3 });
    expect(await context.summaryOf(second)).toMatchObject({ state: 'needs_mapping' });
    expect(await context.proposalOf(second)).toMatchObject({
      remembered: true,
      questions: [{ about: 'dateOrder' }],
    });
  });

  it('the proposed mapping of a CSV file can be accepted unless a question is open', async () => {
    const plain = await context.waiting(CSV_TABLE);
    const unsure = await context.waiting(CSV_TABLE.replace('Account', 'Acct').replaceAll(/03\/1\d/g, '03/04'));

    expect((await context.send('post', `/api/imports/${plain}/mapping`)).status).toBe(200);
    expect(await context.finished(plain)).toMatchObject({ transactionCount: 3 });
    const refused = await context.send('post', `/api/imports/${unsure}/mapping`);
    expect(refused.status).toBe(422);
    expect(refused.text).toMatch(/month or the day/);
    expect(await context.summaryOf(unsure)).toMatchObject({ state: 'needs_mapping' });
  });

  it('a waiting CSV file previews another mapping before it is saved', async () => {
    const importId = await context.waiting(CSV_TABLE);
    const { mapping } = await context.proposalOf(importId);
    const changed: CsvMapping = Object.assign({}, mapping, { dateOrder: 'day_first' });
    const { body, status } = await context.send('post', `/api/imports/${importId}/mapping/preview`, changed);

    expect(status).toBe(200);
    expect(body.firstRows[0]).toMatchObject({
      transaction: null,
      problems: [expect.stringMatching(/^Date: .*does not exist/)],
    });
    const semicolons = await context.send(
      'post',
      `/api/imports/${importId}/mapping/preview`,
      Object.assign({}, mapping, { delimiter: ';', columns: [] }),
    );
    expect(semicolons.body).toMatchObject({
      mapping: { columnCount: 2 },
      columns: [{ column: 0 }, { column: 1 }],
    });
    expect(semicolons.body.missing.length).toBeGreaterThan(0);
    expect((await context.proposalOf(importId)).remembered).toBe(false);
  });

  it.each([
    ['without the amount', { columns: [{ column: 0, field: 'accountNumber' }] }, 422, /Amount/],
    [
      'with an unknown field',
      { columns: [{ column: 0, field: 'shoeSize' }] },
      400,
      /Columns 1: Column meaning must be one of /,
    ],
    [
      'with a column beyond the table',
      { columns: [{ column: 5_000, field: 'amount' }] },
      400,
      /Columns 1: Column must be a whole number from 0 to 999\./,
    ],
    ['with an unknown property', { evil: true }, 400, /evil/],
  ])('a CSV file is not imported by a mapping %s', async (_what, change, status, reason) => {
    const importId = await context.waiting(CSV_TABLE);
    const { mapping } = await context.proposalOf(importId);
    const response = await context.send('put', `/api/imports/${importId}/mapping`, Object.assign({}, mapping, change));

    expect(response.status).toBe(status);
    expect(response.text).toMatch(reason);
    expect(await context.summaryOf(importId)).toMatchObject({ state: 'needs_mapping' });
  });

  it('a discarded CSV file is not imported, discarded again or retried', async () => {
    const importId = await context.waiting(CSV_TABLE);
    const { mapping } = await context.proposalOf(importId);

    expect((await context.send('post', `/api/imports/${importId}/discard`)).body).toMatchObject({
      state: 'failed',
    });
    expect((await context.send('put', `/api/imports/${importId}/mapping`, mapping)).status).toBe(409);
    expect((await context.send('post', `/api/imports/${importId}/discard`)).status).toBe(409);
    expect((await context.send('post', `/api/imports/${importId}/retry`)).status).toBe(409);
  });

  it('a CSV file accepts only one of several mappings sent at the same time', async () => {
    const importId = await context.waiting(CSV_TABLE);
    const { mapping } = await context.proposalOf(importId);
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () => context.send('put', `/api/imports/${importId}/mapping`, mapping)),
    );

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
    expect(await context.finished(importId)).toMatchObject({ transactionCount: 3 });
  });

  it('a CSV file needs a choice again after the mapping of its header was removed', async () => {
    const importId = await context.accepted(CSV_TABLE);
    await context.finished(importId);

    expect((await context.send('delete', `/api/imports/${importId}/mapping`)).status).toBe(204);
    expect((await context.send('delete', `/api/imports/${importId}/mapping`)).status).toBe(404);
    await context.waiting(CSV_TABLE);
  });

  it('the audit log records who saved or removed a CSV mapping and who discarded a CSV file', async () => {
    const importId = await context.accepted(CSV_TABLE);
    await context.finished(importId);
    await context.send('delete', `/api/imports/${importId}/mapping`);
    const discarded = await context.waiting(CSV_TABLE);
    await context.send('post', `/api/imports/${discarded}/discard`);
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

  it('a CSV file missing from disk is reported and does not block other files with its header', async () => {
    const [gone, other] = [await context.waiting(`${CSV_TABLE}\n`), await context.waiting(CSV_TABLE)];
    const { digest } = await context.summaryOf(gone);
    await rm(ingest.app.get<FolderStore>(UploadStore, { strict: false }).pathOf(digest));

    expect((await get(ingest, `/api/imports/${gone}/mapping`)).status).toBe(409);
    await context.send('post', `/api/imports/${other}/mapping`);
    expect(await context.finished(other)).toMatchObject({ transactionCount: 3 });
    expect((await context.send('post', `/api/imports/${gone}/discard`)).body).toMatchObject({
      state: 'failed',
    });
  });

  it('a file of another format has no CSV mapping', async () => {
    const { body } = await upload(ingest, '[]');
    expect((await get(ingest, `/api/imports/${body.importId ?? 1}/mapping`)).status).toBe(404);
    expect((await get(ingest, '/api/imports/999999/mapping')).status).toBe(404);
  });
});
