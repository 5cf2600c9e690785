import { aNachaFile, anAddenda, type TestBatch, type TestEntry } from '@clearwatch/domain/nacha/testing/nacha-fixtures';
import {
  counts,
  emptyLedger,
  get,
  type IngestApp,
  importFile,
  inconsistentMembers,
  startIngest,
  upload,
} from '../testing/ingest-test-context.ts';

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

const FARE: TestEntry = { fields: { transactionCode: '27', amount: '250', traceNumber: '121042880000900' } };
const payroll = (...accounts: string[]): TestBatch => ({
  sec: 'PPD',
  entries: accounts.map((account) => ({
    fields: { account, name: 'SAMPLE, PAULA', traceNumber: `12104288${account.padStart(7, '0')}` },
  })),
});
const fileOf = (...batches: TestBatch[]): string => `${aNachaFile(batches).join('\r\n')}\r\n`;

/** Overwrites a record from a zero-based position. */
function put(
  records: string[],
  record: number,
  { at, text, cut = text.length }: { at: number; text: string; cut?: number },
): void {
  const old = records[record] ?? '';
  records[record] = `${old.slice(0, at)}${text}${old.slice(at + cut)}`;
}

async function ledger(columns: string): Promise<unknown[]> {
  const { rows } = await ingest.owner.query(`SELECT ${columns} FROM ledger.transactions ORDER BY line`);
  return rows;
}

describe('NACHA import', () => {
  it('a NACHA import uses the same upload as every other file, under any name', async () => {
    const response = await upload(ingest, fileOf(payroll('1', '2')), 'transactions');

    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      transactionCount: 2,
      memberCount: 2,
      duplicateCount: 0,
      rejectedCount: 0,
    });
  });

  it('a NACHA import stores dates, SEC code and the record itself', async () => {
    const records = aNachaFile([payroll('17')]);
    await importFile(ingest, records.join('\n'));

    expect(
      await ledger(`line, company, last_name, first_name, account_number, amount, transaction_type, entry_kind,
        check_tracer_number, batch, settlement_date::text, effective_date::text, event_date::text, class, entry_description,
        metadata ->> 'record' AS record, metadata ->> 'receiverName' AS name`),
    ).toEqual([
      {
        line: 3,
        company: 'ACME PAYROLL',
        last_name: 'SAMPLE',
        first_name: 'PAULA',
        account_number: '17',
        amount: '1250.00',
        transaction_type: 'Credit',
        entry_kind: 'money',
        check_tracer_number: '121042880000017',
        batch: '0000001',
        settlement_date: '2026-03-03',
        effective_date: '2026-03-03',
        event_date: '2026-03-03',
        class: 'PPD',
        entry_description: 'PAYROLL',
        record: records[2],
        name: 'SAMPLE, PAULA',
      },
    ]);
  });

  it('a NACHA import counts only entries that move money in member totals', async () => {
    const reason = anAddenda('99', { reasonCode: 'R01', originalTraceNumber: '091000010000042' });
    const entries: TestEntry[] = [
      { fields: { account: '7' } },
      { fields: { account: '7', transactionCode: '27', amount: '999' } },
      { fields: { account: '7', transactionCode: '28', amount: '0' } },
      { fields: { account: '7', transactionCode: '26' }, addenda: [reason] },
      { fields: { account: '7', transactionCode: '24', amount: '0' } },
    ];
    await importFile(ingest, fileOf({ sec: 'PPD', entries }));

    expect(await ledger('entry_kind, amount')).toEqual([
      { entry_kind: 'money', amount: '1250.00' },
      { entry_kind: 'money', amount: '9.99' },
      { entry_kind: 'prenote', amount: '0.00' },
      { entry_kind: 'return', amount: '1250.00' },
      { entry_kind: 'zero_dollar', amount: '0.00' },
    ]);
    const { rows } = await ingest.owner.query(
      'SELECT total_credits, total_debits, transaction_count FROM ledger.members',
    );
    expect(rows).toEqual([{ total_credits: '1250.00', total_debits: '9.99', transaction_count: 5 }]);
    expect(await inconsistentMembers(ingest)).toEqual([]);
  });

  it('a NACHA import gives only duplicates when it is repeated', async () => {
    const file = fileOf(payroll('1', '2'), { sec: 'WEB', entries: [FARE, FARE] });
    expect(counts(await importFile(ingest, file))).toMatchObject({ stored: 4, duplicates: 0 });
    expect(counts(await importFile(ingest, file))).toMatchObject({ stored: 0, duplicates: 4, members: 0 });
    expect(counts(await importFile(ingest, file.replaceAll('\r\n', '')))).toMatchObject({
      stored: 0,
      duplicates: 4,
    });
  });

  it('a NACHA import stores only the new entries of an overlapping file', async () => {
    await importFile(ingest, fileOf(payroll('1', '2')));

    expect(counts(await importFile(ingest, fileOf(payroll('2', '3'))))).toMatchObject({
      stored: 1,
      duplicates: 1,
    });
  });

  it('a NACHA import stores two equal entries with one trace number as two, in any number and file', async () => {
    const two = await importFile(ingest, fileOf({ sec: 'WEB', entries: [FARE, FARE] }));
    const again = await importFile(ingest, fileOf({ sec: 'WEB', entries: [FARE, FARE] }));
    const three = await importFile(ingest, fileOf({ sec: 'WEB', entries: [FARE, FARE, FARE] }));

    expect([two, again, three].map(({ stored }) => stored)).toEqual([2, 0, 1]);
    expect([two, again, three].map(({ duplicates }) => duplicates)).toEqual([0, 2, 2]);
    expect(await inconsistentMembers(ingest)).toEqual([]);
  });

  it('a NACHA import loses only a bad entry and a bad batch and lists them with line, field and value', async () => {
    const bad: TestEntry = { fields: { amount: '00CCC00004' } };
    const file = fileOf(
      { sec: 'PPD', entries: [bad, ...payroll('1').entries] },
      { ...payroll('2', '3'), header: { secCode: '1?' } },
      payroll('4'),
    );
    const row = await importFile(ingest, file);
    const { body } = await get(ingest, `/api/imports/${row.id}/rejects`);

    expect(counts(row)).toMatchObject({ stored: 2, rejected: 3 });
    expect(body).toMatchObject([
      {
        line: 3,
        row: 1,
        field: 'amount',
        value: '00CCC00004',
        reason: expect.stringMatching(/columns 30–39.*10 digits/),
      },
      { line: 7, row: 3, field: 'record', reason: expect.stringMatching(/batch header/) },
      { line: 8, row: 4, field: 'record' },
    ]);
  });

  it('a NACHA import rejects only an entry with NUL in its account and a line of ten megabytes', async () => {
    const records = aNachaFile([payroll('1', '2')]);
    put(records, 2, { at: 20, text: '\0' });
    records.splice(3, 0, 'x'.repeat(10 << 20));

    expect(counts(await importFile(ingest, records.join('\n')))).toMatchObject({ stored: 1, rejected: 2 });
  });

  it('a NACHA import stores texts with control characters replaced by spaces, and reports where', async () => {
    const records = aNachaFile([payroll('1')]);
    put(records, 1, { at: 8, text: '\x07' });
    put(records, 2, { at: 40, text: '\x1b' });
    put(records, 2, { at: 61, text: '\0' });
    records.splice(3, 0, `705RENT\0MARCH${' '.repeat(70)}00010000001`);
    const row = await importFile(ingest, records.join('\n'));
    const { body } = await get(ingest, `/api/imports/${row.id}`);

    expect(counts(row)).toMatchObject({ stored: 1, rejected: 0 });
    expect(
      await ledger(`company, last_name, first_name, addenda, metadata ->> 'receiverName' AS name,
        metadata ->> 'record' AS record, metadata ->> 'addendaRecords' AS addenda_records`),
    ).toEqual([
      {
        company: 'ACME PAYROLL',
        last_name: 'SAMPLE',
        first_name: 'PAULA',
        addenda: 'RENT MARCH',
        name: 'SAMPLE, PAULA',
        record: records[2]?.replaceAll('\0', '\u2400'),
        addenda_records: records[3]?.replaceAll('\0', '\u2400'),
      },
    ]);
    expect(body.warnings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ rule: 'control_character', line: 3, field: 'identification' }),
        expect.objectContaining({ rule: 'control_character', line: 3, field: 'name' }),
        expect.objectContaining({ rule: 'control_character', line: 4, field: 'information' }),
      ]),
    );
  });

  it.each<[string, (records: string[]) => void]>([
    ['a NUL in the batch header', (records) => put(records, 1, { at: 79, text: '\0' })],
    ['a NUL in an addenda of no known type', (records) => records.splice(3, 0, `703\0${' '.repeat(90)}`)],
    [
      'a name that ends in the middle of a character',
      (records) => put(records, 2, { at: 54, text: `${'A'.repeat(21)}\u{1f600}`, cut: 23 }),
    ],
  ])('a NACHA file with %s is stored', async (_what, damage) => {
    const records = aNachaFile([payroll('1', '2')]);
    damage(records);

    expect(await importFile(ingest, records.join('\n'))).toMatchObject({ state: 'stored', stored: 2 });
  });

  it('a NACHA import without entries stores nothing', async () => {
    const response = await upload(ingest, ['$$ADD ID=ACME', ...aNachaFile([])].join('\n'), 'a.ach');

    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ transactionCount: 0, rejectedCount: 0 });
  });

  it('a NACHA import of nameless card entries leaves the member name unchanged', async () => {
    await importFile(ingest, fileOf(payroll('1')));
    const later = { effectiveEntryDate: '260401', settlementDate: '091' };
    await importFile(
      ingest,
      fileOf({ sec: 'SHR', header: later, entries: [{ fields: { account: '1', cardAccount: '4000' } }] }),
    );
    await importFile(ingest, fileOf({ sec: 'SHR', entries: [{ fields: { account: '2', cardAccount: '4001' } }] }));
    await importFile(
      ingest,
      fileOf({ ...payroll('2'), header: { effectiveEntryDate: '260105', settlementDate: '005' } }),
    );

    const { rows } = await ingest.owner.query('SELECT account_number, last_name FROM ledger.members ORDER BY 1');
    expect(rows).toEqual([
      { account_number: '1', last_name: 'SAMPLE' },
      { account_number: '2', last_name: 'SAMPLE' },
    ]);
  });
});
