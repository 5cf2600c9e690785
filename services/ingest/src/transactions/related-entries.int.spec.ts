import type { TransactionDetail } from '@clearwatch/contracts/transactions.dto';
import { aNachaFile, anAddenda, type TestBatch, type TestEntry } from '@clearwatch/domain/nacha/testing/nacha-fixtures';
import { emptyLedger, get, type IngestApp, importFile, startIngest } from '../testing/ingest-test-context.ts';
import { ORIGINAL_SQL, RETURNS_SQL } from './transactions.repository.ts';

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

const TRACE = '121042880000042';
const DEBIT: TestEntry = { fields: { transactionCode: '27', amount: '2500', traceNumber: TRACE } };
const back = (reasonCode: string, originalTraceNumber = TRACE): TestEntry => ({
  fields: { transactionCode: '26', amount: '2500' },
  addenda: [anAddenda('99', { reasonCode, originalTraceNumber })],
});
const CORRECTION: TestEntry = {
  fields: { transactionCode: '26', amount: '0' },
  addenda: [anAddenda('98', { changeCode: 'C01', originalTraceNumber: TRACE, correctedData: '17' })],
};
const on = (day: string, sec: string, ...entries: TestEntry[]): TestBatch => ({
  sec,
  header: { effectiveEntryDate: day, settlementDate: '' },
  entries,
});

/** The entry on this line of the file, as the dialog shows it. */
async function detailOf(line: number): Promise<TransactionDetail> {
  const { rows } = await ingest.owner.query('SELECT id FROM ledger.transactions WHERE line = $1', [line]);
  return (await get(ingest, `/api/transactions/${rows[0]?.id}`)).body;
}

describe('returned transactions', () => {
  it('a returned transaction shows the reason and all related returns and notices, oldest first', async () => {
    // Lines: 3 the debit, 6 the later return, 10 the return, 14 the dishonored return, 18 the correction.
    await importFile(
      ingest,
      aNachaFile([
        on('260303', 'PPD', DEBIT),
        on('260309', 'PPD', back('R31')),
        on('260305', 'PPD', back('R01')),
        on('260306', 'PPD', back('R68')),
        on('260304', 'COR', CORRECTION),
      ]).join('\n'),
    );
    const { transaction, returns, original } = await detailOf(3);
    const id = async (line: number) => (await detailOf(line)).transaction.id;

    expect(transaction.returnedWith).toBe('R01');
    expect(original).toBeNull();
    expect(returns).toEqual([
      {
        transactionId: await id(18),
        kind: 'notification_of_change',
        reasonCode: 'C01',
        reason: 'Incorrect account number',
        day: '2026-03-04',
        amount: '0.00',
      },
      {
        transactionId: await id(10),
        kind: 'return',
        reasonCode: 'R01',
        reason: 'Insufficient funds',
        day: '2026-03-05',
        amount: '25.00',
      },
      {
        transactionId: await id(14),
        kind: 'dishonored_return',
        reasonCode: 'R68',
        reason: 'Untimely return',
        day: '2026-03-06',
        amount: '25.00',
      },
      {
        transactionId: await id(6),
        kind: 'return',
        reasonCode: 'R31',
        reason: 'Permissible return (CCD and CTX)',
        day: '2026-03-09',
        amount: '25.00',
      },
    ]);
  });

  it('a returned transaction is marked in lists, and its return is not', async () => {
    await importFile(ingest, aNachaFile([on('260303', 'PPD', DEBIT), on('260305', 'PPD', back('R10'))]).join('\n'));
    const marks = async (query: string) =>
      (await get(ingest, `/api/transactions${query}`)).body.map(
        ({ entryKind, returnedWith }: Record<string, unknown>) => [entryKind, returnedWith],
      );

    expect(await marks('?accountNumber=100000017')).toEqual([
      ['return', null],
      ['money', 'R10'],
    ]);
    expect(await marks('')).toEqual(expect.arrayContaining([['money', 'R10']]));
  });

  it('a transaction is not marked as returned for a notice alone', async () => {
    await importFile(ingest, aNachaFile([on('260303', 'PPD', DEBIT), on('260304', 'COR', CORRECTION)]).join('\n'));
    const { transaction, returns } = await detailOf(3);

    expect(transaction.returnedWith).toBeNull();
    expect(returns).toHaveLength(1);
  });
});

describe('returns', () => {
  it('a return shows its original entry', async () => {
    await importFile(ingest, aNachaFile([on('260303', 'PPD', DEBIT), on('260305', 'PPD', back('R99'))]).join('\n'));
    const [debit, returned] = [await detailOf(3), await detailOf(6)];

    expect(returned.returns).toEqual([]);
    expect(returned.original).toEqual({
      transactionId: debit.transaction.id,
      kind: 'return',
      reasonCode: 'R99',
      reason: null,
      day: '2026-03-03',
      amount: '25.00',
    });
  });

  it('a return shows no original while the ledger does not have it', async () => {
    await importFile(ingest, aNachaFile([on('260305', 'PPD', back('R01'))]).join('\n'));

    expect((await detailOf(3)).original).toBeNull();
  });
});

describe('index use', () => {
  it.each([
    ['returns and notices', RETURNS_SQL],
    ['the original', ORIGINAL_SQL],
  ])('looking up related entries uses indexes for %s', async (_what, sql) => {
    await ingest.owner.query(`
      INSERT INTO ledger.entry_returns
      SELECT n, '1', 'return', 'R01', '', n + 1 FROM generate_series(1, 20000) n;
      ANALYZE ledger.entry_returns`);
    const { rows } = await ingest.owner.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, [17]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');

    expect(plan).toMatch(/Index Scan .*on entry_returns/);
    expect(plan).not.toMatch(/Seq Scan on entry_returns/);
  });
});
