import { identityHash, occurrenceHash } from '@clearwatch/domain/ledger/transaction-identity';
import { aNachaFile, anAddenda, type TestBatch } from '@clearwatch/domain/nacha/testing/nacha-fixtures';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { DataSource } from 'typeorm';
import { LEDGER_ROW, LEDGER_ROW_COLUMNS } from '../ledger/ledger-sql.ts';
import {
  counts,
  csvTestContext,
  emptyLedger,
  get,
  type IngestApp,
  importFile,
  startIngest,
  upload,
} from '../testing/ingest-test-context.ts';
import { recomputeIdentities } from './recompute-identities.ts';

let ingest: IngestApp;
let database: DataSource;

beforeAll(async () => {
  ingest = await startIngest({ backend: 'postgres', redisDatabase: 6, settings: { PROCESS_ROLE: 'all' } });
  database = await new DataSource({ type: 'postgres', url: ingest.database.ownerUrl }).initialize();
});
afterAll(async () => {
  await database.destroy();
  await ingest.stop();
});
beforeEach(async () => {
  await emptyLedger(ingest);
});

/** One character per byte, because names may contain bytes beyond ASCII. */
function asBytes(batches: readonly TestBatch[]): Buffer {
  return Buffer.from(aNachaFile(batches).join('\n'), 'latin1');
}

const NAMED = { name: 'SAMPLE, PAULA', traceNumber: '121042880000001' };
const CREDITS: TestBatch = {
  sec: 'PPD',
  entries: [
    // Equal except for their identification: three share one, and two have none.
    ...['EMP 2', 'EMP 1', '', 'EMP 2', '', 'EMP 2'].map((identification) => ({
      fields: { ...NAMED, identification },
    })),
    {
      fields: { account: '9', name: Buffer.from('JOSÉ').toString('latin1'), identification: 'EMP 9' },
      addenda: [anAddenda('05', { information: Buffer.from('RENT 😀').toString('latin1'), entrySequence: '7' })],
    },
  ],
};
const NACHA = asBytes([
  CREDITS,
  {
    sec: 'ARC',
    entries: ['1017', '1018'].map((checkSerialNumber) => ({ fields: { ...NAMED, checkSerialNumber } })),
  },
  {
    sec: 'POP',
    entries: [{ fields: { ...NAMED, checkSerialNumber: '77', terminalCity: 'BONN', terminalState: 'NY' } }],
  },
  { sec: 'CIE', entries: [{ fields: { name: 'SAMPLE, PAULA', identification: 'C 17' } }] },
  {
    sec: 'IAT',
    entries: ['R 1', 'R 2'].map((number) => ({
      fields: { traceNumber: '121042880000001', account: '77' },
      addenda: [
        anAddenda('11', { name: 'BEISPIEL GMBH', entrySequence: '1' }),
        anAddenda('15', { identification: number, street: 'SAMPLE ST', entrySequence: '1' }),
      ],
    })),
  },
]);
const dashboard = (description: string) => ({
  memberId: 'M-17',
  memberName: 'Robin Example',
  accountId: '1000000001',
  transactionType: 'deposit',
  amount: '1234.56',
  transactionDate: '2026-03-02T14:30:00Z',
  description,
});
const JSON_FILE = JSON.stringify(
  ['RENT', 'RENT', 'CARD 😀 Ünïcode', 'RENT'].map((description) => dashboard(description)),
  null,
  1,
);
const CSV_FILE = [
  'Account,First Name,Last Name,Type,Amount,Date,Description',
  '55,Paula,Sample,Credit,12.00,2026-03-02,GAS & LIGHT 17',
  '55,Paula,Sample,Credit,12.00,2026-03-02,GAS & LIGHT 17',
].join('\n');

describe('recomputed entry identities', () => {
  it('recomputed identities of stored entries equal those of a new import, so their files are still duplicates', async () => {
    await importFile(ingest, NACHA);
    await importFile(ingest, JSON_FILE);
    const context = csvTestContext(ingest);
    await context.finished(await context.accepted(CSV_FILE));
    const now = await everything();
    expect(now.entries).toHaveLength(19);
    await asStoredBefore();
    expect((await everything()).entries.filter(isIn(now.entries))).toEqual([]);

    await migrate();

    expect(await everything()).toEqual(now);
    expect(counts(await importFile(ingest, NACHA))).toMatchObject({ stored: 0, duplicates: 13 });
    expect(counts(await importFile(ingest, JSON_FILE))).toMatchObject({ stored: 0, duplicates: 4 });
    const { body } = await upload(ingest, CSV_FILE, 'again.csv');
    expect(body).toMatchObject({ transactionCount: 0, duplicateCount: 2 });
  });

  it('stored entries stay unchanged when recomputing does not change their identity', async () => {
    const row = {
      company: 'ACME',
      last_name: 'Example',
      first_name: 'Robin',
      account_number: '1',
      original_account: '1',
      transaction_code: '22',
      amount: '1.00',
      transaction_type: 'Credit',
      posting_date: '2026-03-02',
    };
    await importFile(ingest, JSON.stringify([row, row]));
    await importFile(ingest, aNachaFile([{ sec: 'PPD', entries: [{ fields: NAMED }, { fields: NAMED }] }]).join('\n'));
    const before = await everything();

    await migrate();

    expect(await everything()).toEqual(before);
  });

  it('rows that an earlier version wrongly skipped as duplicates are rejected and can be imported again', async () => {
    const one = fileOf('EMP 1');
    const other = fileOf('EMP 2');
    await importFile(ingest, one);
    const { id } = await importFile(ingest, other);
    await ingest.owner.query(
      `WITH skipped AS (DELETE FROM ledger.transactions WHERE import_id = $1 RETURNING line, metadata),
         counted AS (UPDATE ledger.imports SET transaction_count = 0, duplicate_count = 1 WHERE id = $1)
       INSERT INTO ledger.duplicate_rows (import_id, row_number, line, twin_id, own_metadata)
       SELECT $1, 1, skipped.line, t.id, skipped.metadata FROM skipped, ledger.transactions t
        WHERE t.import_id <> $1`,
      [id],
    );
    await asStoredBefore();

    await migrate();

    const { body: receipt } = await get(ingest, `/api/imports/${id}`);
    expect(receipt).toMatchObject({ transactionCount: 0, duplicateCount: 0, rejectedCount: 1, readCount: 1 });
    const { body: rejects } = await get(ingest, `/api/imports/${id}/rejects`);
    expect(rejects).toMatchObject([
      {
        row: 1,
        line: 3,
        field: 'identification',
        value: 'EMP 2',
        reason: expect.stringContaining('import the file again'),
      },
    ]);
    expect(counts(await importFile(ingest, one))).toMatchObject({ stored: 0, duplicates: 1 });
    expect(counts(await importFile(ingest, other))).toMatchObject({ stored: 1, duplicates: 0 });
    expect(counts(await importFile(ingest, other))).toMatchObject({ stored: 0, duplicates: 1 });
  });

  it('rows that a user kept in an earlier version are duplicates when their file is imported again', async () => {
    await importFile(ingest, fileOf('EMP 1'));
    const file = fileOf('EMP 2');
    const { id } = await importFile(ingest, file);
    await ingest.owner.query(
      `WITH kept AS (INSERT INTO ledger.imports (file_name, file_size, digest, state, uploaded_by_name, kept_from,
           transaction_count, finished_at)
         SELECT file_name, file_size, digest, 'stored', 'paula', id, 1, now() FROM ledger.imports WHERE id = $1 RETURNING id),
       moved AS (UPDATE ledger.transactions SET import_id = kept.id FROM kept WHERE import_id = $1
         RETURNING transactions.id, line, metadata),
       counted AS (UPDATE ledger.imports SET transaction_count = 0, duplicate_count = 1, kept_count = 1 WHERE id = $1)
       INSERT INTO ledger.duplicate_rows (import_id, row_number, line, twin_id, kept_as, own_metadata)
       SELECT $1, 1, moved.line, t.id, moved.id, moved.metadata FROM moved, ledger.transactions t
        WHERE t.metadata ->> 'identification' = 'EMP 1'`,
      [id],
    );
    await asStoredBefore();

    await migrate();

    const { body } = await get(ingest, `/api/imports/${id}`);
    expect(body).toMatchObject({ duplicateCount: 1, keptCount: 1, rejectedCount: 0 });
    expect(counts(await importFile(ingest, file))).toMatchObject({ stored: 0, duplicates: 1 });
  });
});

const fileOf = (identification: string): string =>
  aNachaFile([{ sec: 'PPD', entries: [{ fields: { ...NAMED, identification } }] }]).join('\n');

async function everything() {
  const entries = await ingest.owner.query<Row>(
    `SELECT id, import_id, line, company, metadata, transaction_hash FROM ledger.transactions ORDER BY id`,
  );
  const members = await ingest.owner.query<Row>(
    'SELECT account_number, company, last_name FROM ledger.members ORDER BY 1',
  );
  return { entries: entries.rows, members: members.rows };
}

const isIn = (entries: readonly Row[]) => (entry: Row) =>
  entries.some((other) => JSON.stringify(other) === JSON.stringify(entry));

/** Restores the state stored by the previous version: its identities, and companies taken from descriptions. */
async function asStoredBefore(): Promise<void> {
  await ingest.owner.query(`
    UPDATE ledger.transactions SET company = entry_description WHERE company = 'Unknown originator';
    UPDATE ledger.members m SET company = t.company FROM ledger.transactions t
     WHERE t.account_number = m.account_number AND m.company = 'Unknown originator';
    UPDATE ledger.transactions SET metadata = metadata - 'identification' WHERE class IN ('ARC', 'POP', 'IAT')`);
  const { rows } = await ingest.owner.query<Row>(
    `SELECT id, ${LEDGER_ROW_COLUMNS} FROM ledger.transactions ORDER BY import_id, line, id`,
  );
  const seen = new Map<string, number>();
  await ingest.owner.query('UPDATE ledger.transactions SET transaction_hash = gen_random_uuid()');
  for (const row of rows) {
    const entry = LEDGER_ROW.read(row);
    const { identification: _, ...metadata } = entry.metadata ?? {};
    const same = identityHash({ ...entry, metadata });
    const n = (seen.get(same) ?? 0) + 1;
    seen.set(same, n);
    await ingest.owner.query('UPDATE ledger.transactions SET transaction_hash = $2 WHERE id = $1', [
      integerOf(row, 'id'),
      occurrenceHash(same, n),
    ]);
  }
}

async function migrate(): Promise<void> {
  const runner = database.createQueryRunner();
  await runner.startTransaction();
  await recomputeIdentities(runner);
  await runner.commitTransaction();
  await runner.release();
}
