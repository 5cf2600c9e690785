import { Readable } from 'node:stream';
import { aNachaFile, anAddenda, type TestBatch, type TestEntry } from '@clearwatch/domain/nacha/testing/nacha-fixtures';
import type { Client } from 'pg';
import { loadIntoLedger } from '../import-file/file-importer.ts';
import { jsonToCopyText } from '../import-file/import-readers.ts';
import { newReadingProgress } from '../import-file/open-stored-file.ts';
import { ReceiptCollector } from '../imports/receipt-parts.ts';
import { importConnectionName, inBulkTransaction, LOCK_LEDGER_SHARED } from '../ledger/ledger-sql.ts';
import { type IngestApp, receiveFile } from './ingest-test-context.ts';

/** Builders for an entry, its returns and their batches, with plausible defaults. */

export const TRACE = '121042880000042';
const datesOf = (day: string): Record<string, string> => ({ effectiveEntryDate: day, settlementDate: '' });

/** A $25 debit on account 7 with trace number `TRACE`. */
export const debitEntry = (fields: Record<string, string> = {}): TestEntry => ({
  fields: { account: '7', transactionCode: '27', amount: '2500', traceNumber: TRACE, ...fields },
});
/** A return of that entry, with addenda type 99. */
export const returnOf = (addenda: Record<string, string> = {}, fields: Record<string, string> = {}): TestEntry => ({
  fields: { account: '7', transactionCode: '26', amount: '2500', traceNumber: '091000010000001', ...fields },
  addenda: [anAddenda('99', { reasonCode: 'R01', originalTraceNumber: TRACE, ...addenda })],
});
export const noticeOfChange = (addenda: Record<string, string> = {}): TestEntry => ({
  fields: { account: '7', transactionCode: '26', amount: '0', traceNumber: '091000010000002' },
  addenda: [
    anAddenda('98', {
      changeCode: 'C01',
      originalTraceNumber: TRACE,
      correctedData: '1918171614',
      ...addenda,
    }),
  ],
});
export const debitBatch = (day: string, ...entries: TestEntry[]): TestBatch => ({
  sec: 'PPD',
  header: datesOf(day),
  entries,
});
export const correctionBatch = (day: string, ...entries: TestEntry[]): TestBatch => ({
  ...debitBatch(day, ...entries),
  sec: 'COR',
});

/** Rows of import files with plausible defaults. */

/** Extraction shape (spec section 3). Each row has its own trace number unless one is given. */
export function extractionRow(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    company: 'ACME PAYROLL',
    last_name: 'Sample',
    first_name: 'Paula',
    account_number: '100000017',
    original_account: '100000017',
    transaction_code: '22',
    amount: '1250.00',
    transaction_type: 'Credit',
    posting_date: '2026-03-02',
    entry_description: 'PAYROLL',
    class: 'PPD',
    check_tracer_number: nextTrace(),
    batch: '1',
    ...fields,
  };
}

/** Dashboard shape, which has no trace number. */
export function dashboardRow(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    memberId: 'M100',
    memberName: 'Paula Sample',
    accountId: '100000017',
    transactionType: 'withdrawal',
    amount: '2.50',
    transactionDate: '2026-03-02T09:15:00Z',
    description: 'CITY TRANSIT FARE',
    routingNumber: '021000021',
    achCode: 'WEB',
    ...fields,
  };
}

let traces = 0;

function nextTrace(): string {
  traces += 1;
  return `0210000200${String(traces).padStart(5, '0')}`;
}

/** A file in the extraction shape. */
export function extractionFile(rows: Record<string, unknown>[]): string {
  return JSON.stringify({ transactions: rows }, null, 1);
}

/**
 * A piece of COPY text is a slice: about 600 rows, so that the first 1,000 rows of a file are staged and the last are
 * not.
 */
const SLICE_BYTES = 1;

export interface SliceLoad {
  importId?: number;
  inOrder?: boolean;
  watch?: (client: Client) => Client;
  /** Awaited before the import is committed. */
  before?: () => Promise<unknown>;
}

/** Imports the rows of a file in many slices, in one transaction. */
export async function loadInSlices(
  ingest: IngestApp,
  rows: Record<string, unknown>[],
  { importId, inOrder = false, watch = (client) => client, before = async () => undefined }: SliceLoad = {},
) {
  const file = extractionFile(rows);
  const id = importId ?? (await receiveFile(ingest, file));
  return inBulkTransaction(
    {
      url: ingest.environment.DATABASE_URL,
      name: importConnectionName(id),
      lock: LOCK_LEDGER_SHARED,
      signal: new AbortController().signal,
    },
    async (client) => {
      const counts = await loadIntoLedger(watch(client), {
        importId: id,
        inOrder,
        sliceBytes: SLICE_BYTES,
        copyText: jsonToCopyText({
          chunks: Readable.from([Buffer.from(file)]),
          latestDay: '2027-12-31',
          retention: { retentionYears: 99, firstRetainedDay: '1900-01-01', wasPurged: false },
          progress: newReadingProgress(),
          notes: new ReceiptCollector(),
        }),
      });
      await before();
      return counts;
    },
  );
}

/** Returns a number from 0 up to, but not including, 1. */
export type Random = () => number;

const pickValue = <T>(random: Random, values: readonly T[]): T => {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('there is nothing to pick from');
  return value;
};
const randomList = <T>(random: Random, most: number, make: () => T): T[] =>
  Array.from({ length: 1 + Math.floor(random() * most) }, make);

/**
 * Random files with many equal rows, within a file and across files, with and without trace numbers, names and dates,
 * and with different values in other columns. Fewer choices make more rows equal.
 */
export function overlappingFiles(random: Random): () => string {
  const account = () => pickValue(random, ['1', '2', '3']);
  const day = () => pickValue(random, ['2026-03-02', '2026-03-02', '2026-03-03', '2026-03-05', '']);
  const size = pickValue(random, [1, 3, 6]);
  const nachaShare = pickValue(random, [0.2, 0.8]);
  const rows = [
    ...randomList(random, size, () =>
      extractionRow({
        account_number: account(),
        original_account: pickValue(random, ['1', '2', '77', '78']),
        last_name: pickValue(random, ['Sample', 'Núñez', 'Other']),
        posting_date: day() || undefined,
        amount: pickValue(random, ['1.00', '2.50', '0.00', '9999999999.99']),
        transaction_code: pickValue(random, ['22', '23', '26', '27']),
        transaction_type: pickValue(random, ['Credit', 'Debit']),
      }),
    ),
    ...randomList(random, 2, () =>
      dashboardRow({ accountId: account(), memberName: pickValue(random, ['Ann', 'Bo Li']) }),
    ),
  ];
  const batches = randomList(random, size, () => randomBatch(random, account()));
  return () => {
    if (random() < nachaShare) return aNachaFile(randomList(random, 4, () => pickValue(random, batches)())).join('\n');
    const file = randomList(random, 9, () => pickValue(random, rows));
    if (random() < 0.2) file.push(extractionRow({ amount: '?' }));
    return random() < 0.1 ? JSON.stringify(file) : extractionFile(file);
  };
}

/** One batch whose equal entries differ in fields outside their identity. */
function randomBatch(random: Random, account: string) {
  const sec = pickValue(random, ['PPD', 'POS', 'COR']);
  const day = pickValue(random, ['061', '062']);
  const isReturn = sec === 'PPD' && random() < 0.3;
  const amount = sec === 'COR' ? '0' : pickValue(random, ['250', '777']);
  const addenda =
    sec === 'COR'
      ? [anAddenda('98', { changeCode: 'C01', originalTraceNumber: '121042880000001', correctedData: '19' })]
      : [anAddenda('99', { reasonCode: 'R01', originalTraceNumber: '121042880000001' })];
  const transactionCode = sec === 'COR' ? '21' : isReturn ? '26' : pickValue(random, ['22', '27']);
  return () => {
    const entry = (): TestEntry => ({
      fields: {
        account,
        amount,
        transactionCode,
        traceNumber: isReturn ? '121042880000099' : '121042880000001',
        ...(sec === 'PPD' ? { discretionaryData: pickValue(random, ['', 'A1', 'B2']) } : {}),
      },
      addenda: sec === 'COR' || isReturn ? addenda : [],
    });
    return { sec, header: { settlementDate: day, batchNumber: '1' }, entries: randomList(random, 3, entry) };
  };
}

export const RETURN = anAddenda('99', { reasonCode: 'R01', originalTraceNumber: '091000010000042' });
const CHANGE = anAddenda('98', {
  changeCode: 'C01',
  originalTraceNumber: '091000010000042',
  correctedData: '1918171614',
});
export const NOTICES: TestBatch = {
  sec: 'COR',
  entries: [{ fields: { transactionCode: '21', amount: '0' }, addenda: [CHANGE] }],
};

/** mulberry32: the same numbers for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick<T>(random: () => number, values: readonly T[]): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('there is nothing to pick from');
  return value;
}

/** Rows in both shapes, some invalid, some repeated. */
export function randomJsonFile(random: () => number): string {
  const rows = Array.from({ length: 60 }, () => {
    const amount = pick(random, ['1.00', '2.50', '0.00', '9999999999.99', 'x']);
    return random() < 0.5
      ? dashboardRow({ amount, accountId: pick(random, ['1', '2']) })
      : extractionRow({
          amount,
          check_tracer_number: pick(random, ['1', '2', '3']),
          transaction_code: pick(random, ['22', '23', '26', '27']),
          transaction_type: pick(random, ['Credit', 'Debit']),
        });
  });
  return extractionFile(rows);
}

/** Credits, debits, prenotes, returns, a broken amount, and a batch of notices. */
export function randomNachaFile(random: () => number): string {
  const entries = Array.from({ length: 40 }, (): TestEntry => {
    const account = pick(random, ['1', '2', '3']);
    return pick<TestEntry>(random, [
      { fields: { account, amount: pick(random, ['1', '250', '9999999999']) } },
      { fields: { account, transactionCode: '27', amount: pick(random, ['1', '250']) } },
      { fields: { account, transactionCode: '28', amount: '0' } },
      { fields: { account, transactionCode: '26', amount: '77' }, addenda: [RETURN] },
      { fields: { account, amount: '00CCC00004' } },
    ]);
  });
  return aNachaFile([{ sec: 'PPD', entries }, NOTICES]).join('\n');
}
