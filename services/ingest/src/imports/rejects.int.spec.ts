import { aNachaFile, anAddenda } from '@clearwatch/domain/nacha/testing/nacha-fixtures';
import request from 'supertest';
import { extractionFile, extractionRow } from '../testing/import-file-fixtures.ts';
import { emptyLedger, get, type IngestApp, importFile, startIngest } from '../testing/ingest-test-context.ts';

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

async function downloadOf(file: string): Promise<request.Response> {
  const { id } = await importFile(ingest, file);
  return get(ingest, `/api/imports/${id}/rejects.csv`);
}

describe('download of rejected rows', () => {
  it('the CSV download of rejected rows is in the audit log with user, import and problem count [security 5.12]', async () => {
    const { id } = await importFile(
      ingest,
      extractionFile([extractionRow(), extractionRow({ amount: '1.005', company: '' })]),
    );
    await ingest.owner.query('TRUNCATE ledger.audit_outbox');
    await get(ingest, `/api/imports/${id}/rejects.csv`);
    await get(ingest, '/api/imports/999999/rejects.csv');
    const { rows } = await ingest.owner.query('SELECT actor_name, action, subject_id, detail FROM ledger.audit_outbox');

    expect(rows).toEqual([
      {
        actor_name: 'paula',
        action: 'import.rejects_exported',
        subject_id: String(id),
        detail: { problems: 2, toCorrect: false },
      },
    ]);
  });

  it('the CSV download of rejected rows has one line per problem and the source of each row once', async () => {
    const bad = JSON.stringify(extractionRow({ amount: '1.005', company: '', account_number: '42' }));
    const { status, headers, text } = await downloadOf(`[\n${JSON.stringify(extractionRow())},\n${bad}]`);
    const [header, first, second, end] = text.split('\r\n');

    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="rejected-rows-\d+\.csv"$/),
      'x-total-count': '2',
    });
    expect(header).toBe('\ufeffRow,Line,Field,Value,Reason,Original row');
    expect(first).toBe(`2,3,amount,1.005,${first?.split(',')[4]},"${bad.replaceAll('"', '""')}"`);
    expect(second).toMatch(/^2,3,company,,.*,$/);
    expect(end).toBe('');
  });

  it('the CSV download of rejected rows contains no formulas [security 6.4]', async () => {
    const { text } = await downloadOf(extractionFile([extractionRow({ amount: '=HYPERLINK("http://x")' })]));

    expect(text).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(text).not.toMatch(/[,\n]"?[=+@]/);
  });

  it('the CSV download of rejected rows contains the records of a NACHA entry with its addenda', async () => {
    const addenda = anAddenda('05', { information: 'RENT', addendaSequence: '1', entrySequence: '1' });
    const records = aNachaFile([{ sec: 'PPD', entries: [{ fields: { amount: '00CCC00004' }, addenda: [addenda] }] }]);
    const { text } = await downloadOf(records.join('\n'));

    expect(text).toContain(`"${records[2]}\n${records[3]}"`);
  });

  it('the CSV download of rejected rows is complete for thousands of rows', async () => {
    const rows = Array.from({ length: 2_345 }, (_, n) => extractionRow({ amount: `?${n}` }));
    const { headers, text } = await downloadOf(extractionFile(rows));
    const lines = text.trimEnd().split('\r\n').slice(1);

    expect(headers['x-total-count']).toBe('2345');
    expect(lines.map((line) => line.split(',')[3])).toEqual(rows.map((_, n) => `?${n}`));
  });

  it('the CSV download has only a header without rejected rows, and does not exist for an unknown import', async () => {
    const { text } = await downloadOf(extractionFile([extractionRow()]));

    expect(text.split('\r\n')).toHaveLength(2);
    expect((await get(ingest, '/api/imports/999999/rejects.csv')).status).toBe(404);
    expect((await request(ingest.app.getHttpServer()).get('/api/imports/1/rejects.csv')).status).toBe(401);
  });
});

describe('views of the rows of an import', () => {
  it('rejected rows, duplicates and the first rows of a file are recorded as one view in ten minutes [finding E 5]', async () => {
    const { id } = await importFile(ingest, extractionFile([extractionRow(), extractionRow({ amount: '1.005' })]));
    await ingest.owner.query('TRUNCATE ledger.audit_outbox');
    for (const part of ['rejects', 'duplicates', 'rejects?page=2']) await get(ingest, `/api/imports/${id}/${part}`);
    await get(ingest, '/api/imports/999999/rejects');
    const { rows } = await ingest.owner.query('SELECT actor_name, action, subject_id FROM ledger.audit_outbox');
    expect(rows).toEqual([{ actor_name: 'paula', action: 'import.rows_viewed', subject_id: String(id) }]);
  });
});
