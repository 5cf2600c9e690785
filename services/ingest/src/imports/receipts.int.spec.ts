import type { ImportReceipt, MoneyPart, MoneyParts } from '@clearwatch/contracts/imports.dto';
import { aNachaFile, type TestBatch } from '@clearwatch/domain/nacha/testing/nacha-fixtures';
import {
  extractionFile,
  extractionRow,
  NOTICES,
  RETURN,
  randomJsonFile,
  randomNachaFile,
  seededRandom,
} from '../testing/import-file-fixtures.ts';
import {
  emptyLedger,
  get,
  type IngestApp,
  importFile,
  importProcessorOf,
  receiveFile,
  recountOf,
  runJob,
  startIngest,
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

async function receiptOf(file: string | Buffer): Promise<ImportReceipt> {
  const { id } = await importFile(ingest, file);
  return (await get(ingest, `/api/imports/${id}`)).body;
}

const PAYROLL: TestBatch = {
  sec: 'PPD',
  entries: [
    {},
    { fields: { transactionCode: '27', amount: '999' } },
    { fields: { transactionCode: '23', amount: '0' } },
    { fields: { transactionCode: '26' }, addenda: [RETURN] },
    { fields: { transactionCode: '24', amount: '0' } },
  ],
};

const none = { entries: 0, credits: '0.00', debits: '0.00' };
const emptyParts = {
  stored: none,
  duplicates: none,
  returns: none,
  notMoney: none,
  rejected: none,
} satisfies MoneyParts;

/**
 * The parts of each batch and file add up to its control totals to the cent, and the parts of a file are the sums of
 * its batches.
 */
function expectToAddUp({ totals, parts }: ImportReceipt): void {
  const cents = (text: string): number => Math.round(Number(text) * 100);
  const sumOf = (all: readonly MoneyParts[], of: 'credits' | 'debits' | 'entries') =>
    all.flatMap((one) => Object.values(one)).reduce((sum, part: MoneyPart) => sum + cents(String(part[of])), 0);
  for (const { counted, parts: own } of totals) {
    if (own === null) throw new Error('parts are missing');
    expect(sumOf([own], 'credits')).toBe(cents(counted.credits));
    expect(sumOf([own], 'debits')).toBe(cents(counted.debits));
  }
  const ofLevel = (level: string) => totals.flatMap((one) => (one.level === level && one.parts ? [one.parts] : []));
  for (const sum of ['entries', 'credits', 'debits'] as const) {
    expect(sumOf(ofLevel('batch'), sum)).toBe(sumOf(ofLevel('file'), sum));
    expect(parts && sumOf([parts], sum)).toBe(sumOf(ofLevel('file'), sum));
  }
}

describe('NACHA receipts', () => {
  it('the receipt of a NACHA file compares every batch and the file with their controls, in file order', async () => {
    const records = aNachaFile([PAYROLL, NOTICES]);
    const receipt = await receiptOf(records.join('\n'));

    expect(receipt).toMatchObject({
      fileKind: 'nacha',
      readCount: 6,
      transactionCount: 6,
      zeroDollarCount: 1,
      prenoteCount: 1,
      returnCount: 1,
      noticeCount: 1,
      creditTotal: '1250.00',
      debitTotal: '9.99',
      totalsCount: 3,
      unbalancedCount: 0,
    });
    expect(receipt.totals.map(({ level, label, balanced }) => ({ level, label, balanced }))).toEqual([
      { level: 'batch', label: 'Batch 0000001 · ACME PAYROLL · PPD', balanced: true },
      { level: 'batch', label: 'Batch 0000002 · ACME PAYROLL · COR', balanced: true },
      { level: 'file', label: 'File 1', balanced: true },
    ]);
    expect(receipt.totals[0]).toMatchObject({ headerLine: 2, controlLine: 9, differences: [] });
    expect(receipt.totals[0]?.counted).toEqual(receipt.totals[0]?.declared);
    expect(receipt.totals[2]?.counted).toMatchObject({ entryAndAddendaCount: 8 });
  });

  it('the receipt of a NACHA file reports differences to the cent', async () => {
    const records = aNachaFile([PAYROLL, NOTICES]);
    records[2] = (records[2] ?? '').replace('0000125000', '0000124999');
    const receipt = await receiptOf(records.join('\n'));

    expect(receipt).toMatchObject({ creditTotal: '1249.99', unbalancedCount: 2 });
    const [first, second, file] = receipt.totals;
    expect(first).toMatchObject({
      balanced: false,
      differences: [
        expect.stringMatching(
          /^Credits: the control record declares \$1,250\.00, but the file contains \$1,249\.99\.$/,
        ),
      ],
    });
    expect(Number(first?.declared?.credits) - Number(first?.counted.credits)).toBeCloseTo(0.01, 6);
    expect(second?.balanced).toBe(true);
    expect(file?.balanced).toBe(false);
    expect(receipt.warnings).toEqual(
      expect.arrayContaining([
        {
          line: first?.controlLine,
          columns: { from: 33, to: 44 },
          field: 'creditCents',
          value: expect.stringMatching(/^\d{12}$/),
          rule: 'control_mismatch',
          sentence: expect.stringContaining('batch control'),
        },
      ]),
    );
    expect(receipt.warningCount).toBe(receipt.warnings.length);
  });

  it('the receipt of a NACHA file reports a missing control as undeclared', async () => {
    const records = aNachaFile([PAYROLL]).slice(0, -2);
    const { totals, unbalancedCount, warnings } = await receiptOf(records.join('\n'));

    expect(totals).toMatchObject([
      { level: 'batch', controlLine: null, declared: null, balanced: null },
      { level: 'file', controlLine: null, declared: null, balanced: null },
    ]);
    expect(unbalancedCount).toBe(0);
    expect(warnings.map(({ rule }) => rule)).toEqual(['batch_control_missing', 'file_control_missing']);
  });

  it('the receipt of a NACHA file reports a wrong batch count', async () => {
    const records = aNachaFile([PAYROLL, NOTICES]);
    const at = records.length - 1;
    records[at] = (records[at] ?? '').replace(/^9000002/, '9000007');
    const { totals } = await receiptOf(records.join('\n'));

    expect(totals.at(-1)).toMatchObject({
      balanced: false,
      differences: ['Batches: the control record declares 7, but the file contains 2.'],
    });
  });

  it('the receipt of a NACHA file reports a control that cannot be read', async () => {
    const records = aNachaFile([PAYROLL]).map((record) =>
      /^[89]/.test(record) ? `${record.slice(0, 21)}A${record.slice(22)}` : record,
    );
    const { totals, warnings, warningCount } = await receiptOf(records.join('\n'));

    expect(totals.map(({ balanced }) => balanced)).toEqual([null, null]);
    expect(warnings.map(({ rule, field }) => [rule, field])).toEqual([
      ['malformed_field', 'debitCents'],
      ['malformed_field', 'entryHash'],
    ]);
    expect(warningCount).toBe(2);
  });

  it('a NACHA receipt accepts control sums of twenty digits and text that a table cannot hold', async () => {
    const records = aNachaFile([{ sec: 'ADV', entries: [{}] }]);
    const control = records.findIndex((record) => record.startsWith('8'));
    records[control] = `${(records[control] ?? '').slice(0, 20)}${'9'.repeat(40)}${(records[control] ?? '').slice(60)}`;
    records[0] = (records[0] ?? '').replace('260302', '26\u0000302');
    const { totals, warnings } = await receiptOf(records.join('\n'));

    expect(totals[0]?.declared?.debits).toMatch(/^\d{18,19}\.\d{2}$/);
    expect(totals[0]?.balanced).toBe(false);
    expect(warnings.some(({ value }) => value.includes('␀'))).toBe(true);
  });

  it('a NACHA receipt keeps an unbalanced batch among thousands of balanced ones', async () => {
    const batches = Array.from({ length: 2_500 }, (_, index): TestBatch => {
      const fields = { transactionCode: '22', amount: String(index + 1) };
      return { sec: 'PPD', entries: [{ fields }] };
    });
    const records = aNachaFile(batches);
    const last = records.findLastIndex((record) => record.startsWith('6'));
    records[last] = (records[last] ?? '').replace('0000002500', '0000002501');
    const receipt = await receiptOf(records.join('\n'));

    expect(receipt).toMatchObject({ totalsCount: 2_501, unbalancedCount: 2 });
    expect(receipt.totals).toHaveLength(1_002);
    expect(receipt.totals.slice(-2).map(({ balanced }) => balanced)).toEqual([false, false]);
  });

  it('a NACHA receipt keeps file totals and totals without a control among thousands of balanced batches', async () => {
    const records = aNachaFile(
      Array.from({ length: 1_200 }, (_, index): TestBatch => {
        return { sec: 'PPD', entries: [{ fields: { amount: String(index + 1) } }] };
      }),
    );
    records.splice(
      records.findLastIndex((record) => record.startsWith('8')),
      1,
    );
    const { totals, totalsCount } = await receiptOf(records.join('\n'));

    expect(totalsCount).toBe(1_201);
    expect(totals.slice(-2).map(({ level, balanced }) => [level, balanced])).toEqual([
      ['batch', null],
      ['file', true],
    ]);
  });
});

describe('returns in receipts', () => {
  const original = { fields: { transactionCode: '27', traceNumber: '091000010000042' } };
  const returned = { fields: { transactionCode: '26' }, addenda: [RETURN] };
  const elsewhere = { fields: { account: '9', transactionCode: '26' }, addenda: [RETURN] };
  const fileOf = (...entries: TestBatch['entries'][number][]) =>
    aNachaFile([{ sec: 'PPD', entries }, NOTICES]).join('\n');

  it('the receipt of an import counts the returns matched to their original, without notices', async () => {
    expect(await receiptOf(fileOf(original, returned, elsewhere))).toMatchObject({
      returnCount: 2,
      matchedReturnCount: 1,
    });
  });

  it('the receipt of an import is updated when the original of a return arrives later', async () => {
    const { importId, matchedReturnCount } = await receiptOf(fileOf(returned));
    const later = await receiptOf(aNachaFile([{ sec: 'PPD', entries: [original] }]).join('\n'));
    const { body } = await get(ingest, `/api/imports/${importId}`);

    expect([matchedReturnCount, later.matchedReturnCount, body.matchedReturnCount]).toEqual([0, 0, 1]);
  });
});

describe('receipts of any file', () => {
  it('the receipt of an import is stored with the entries or not at all, and once over repeated attempts', async () => {
    const records = aNachaFile([PAYROLL, NOTICES]).slice(0, -1).join('\n');
    await importFile(ingest, records);
    const importId = await receiveFile(ingest, records);
    const constraint = `CONSTRAINT never CHECK (id <> ${importId} OR state <> 'stored') NOT VALID`;
    await ingest.owner.query(`ALTER TABLE ledger.imports ADD ${constraint}`);
    await expect(importProcessorOf(ingest).handle({ importId }, runJob())).rejects.toThrow(/never/);
    const nothing = await linesOf(importId);
    await ingest.owner.query('ALTER TABLE ledger.imports DROP CONSTRAINT never');
    await importProcessorOf(ingest).handle({ importId }, runJob());
    await importProcessorOf(ingest).handle({ importId }, runJob());

    expect(nothing).toEqual({ totals: 0, warnings: 0, duplicates: 0 });
    expect(await linesOf(importId)).toEqual({ totals: 3, warnings: 1, duplicates: 6 });
  });

  async function linesOf(importId: number): Promise<unknown> {
    const count = (table: string) => `(SELECT count(*)::integer FROM ledger.${table} WHERE import_id = ${importId})`;
    const { rows } = await ingest.owner.query(
      `SELECT ${count('import_totals')} AS totals, ${count('import_warnings')} AS warnings,
         ${count('duplicate_rows')} AS duplicates`,
    );
    return rows[0];
  }

  it('the receipt of an import accounts for the money read by batch, by file and in total', async () => {
    const stored: TestBatch = {
      sec: 'PPD',
      entries: ['1', '2'].map((account) => ({ fields: { account, amount: '1000' } })),
    };
    await receiptOf(aNachaFile([stored]).join('\n'));
    const mixed: TestBatch = {
      sec: 'PPD',
      entries: [
        { fields: { account: '9', amount: '500' } },
        { fields: { account: '', amount: '7700', transactionCode: '27' } },
        { fields: { account: '9', transactionCode: '26', amount: '30' }, addenda: [RETURN] },
        { fields: { account: '9', transactionCode: '23', amount: '4' } },
      ],
    };
    const records = aNachaFile([stored, mixed]);
    records.splice(-1, 0, `705ORPHAN${' '.repeat(85)}`, 'what is this');
    const receipt = await receiptOf(records.join('\n'));

    const ofStored = { ...emptyParts, duplicates: { entries: 2, credits: '20.00', debits: '0.00' } };
    const ofMixed = {
      stored: { entries: 1, credits: '5.00', debits: '0.00' },
      duplicates: none,
      returns: { entries: 1, credits: '0.00', debits: '0.30' },
      notMoney: { entries: 1, credits: '0.04', debits: '0.00' },
      rejected: { entries: 1, credits: '0.00', debits: '77.00' },
    };
    const whole = { ...ofMixed, duplicates: ofStored.duplicates };
    expect(receipt.totals.filter(({ label }) => label.includes('PPD')).map(({ parts }) => parts)).toEqual([
      ofStored,
      ofMixed,
    ]);
    expect(receipt.totals.at(-1)).toMatchObject({ level: 'file', parts: whole });
    expect(receipt.parts).toEqual(whole);
    expect(receipt).toMatchObject({ readCount: 6, rejectedCount: 3, orphanCount: 2, duplicateCount: 2 });
    expectToAddUp(receipt);
  });

  it('the receipt of an import counts entries past the retention period as rejected money', async () => {
    const old = { effectiveEntryDate: '050301', settlementDate: '060' };
    const records = aNachaFile([{ ...PAYROLL, header: old }, NOTICES], { fileCreationDate: '050301' });
    const receipt = await receiptOf(records.join('\n'));

    expect(receipt.parts?.rejected).toEqual({ entries: 5, credits: '1250.00', debits: '1259.99' });
    expectToAddUp(receipt);
  });

  it('the receipt of an import counts accounting advices as neither money nor zero-dollar entries', async () => {
    const entries: TestBatch['entries'] = [
      { fields: { amount: '1000' } },
      { fields: { transactionCode: '82', amount: '250' } },
    ];
    const receipt = await receiptOf(aNachaFile([{ sec: 'ADV', entries }]).join('\n'));

    expect(receipt).toMatchObject({
      transactionCount: 2,
      adviceCount: 2,
      zeroDollarCount: 0,
      creditTotal: '0.00',
    });
    expect(receipt.parts?.notMoney).toEqual({ entries: 2, credits: '10.00', debits: '2.50' });
  });

  it('the receipt of an import by an earlier version does not divide the money into parts', async () => {
    const { id } = await importFile(ingest, aNachaFile([PAYROLL]).join('\n'));
    await ingest.owner.query('UPDATE ledger.imports SET parts = NULL; UPDATE ledger.import_totals SET parts = NULL');
    const { status, body } = await get(ingest, `/api/imports/${id}`);

    expect([status, body.parts, body.totals.map(({ parts }: { parts: unknown }) => parts)]).toEqual([
      200,
      null,
      [null, null],
    ]);
  });

  it('the receipt of an import counts only stored entries, so a repeated file has no money', async () => {
    const file = extractionFile([extractionRow(), extractionRow({ amount: '0.00' }), extractionRow({ amount: 'x' })]);
    await receiptOf(file);
    const again = await receiptOf(file);

    expect(again).toMatchObject({
      fileKind: 'json',
      readCount: 3,
      transactionCount: 0,
      duplicateCount: 2,
      rejectedCount: 1,
      zeroDollarCount: 0,
      creditTotal: '0.00',
      debitTotal: '0.00',
    });
  });

  it.each([1, 2, 3, 4, 5])(
    'the receipt of an import equals a recount of the ledger for any files (seed %i)',
    async (seed) => {
      const random = seededRandom(seed);
      for (let file = 0; file < 4; file += 1) {
        const receipt = await receiptOf(random() < 0.5 ? randomJsonFile(random) : randomNachaFile(random));
        expect(await recountOf(ingest, receipt.importId)).toEqual({
          stored: receipt.transactionCount,
          zeroDollar: receipt.zeroDollarCount,
          prenotes: receipt.prenoteCount,
          returns: receipt.returnCount,
          notices: receipt.noticeCount,
          credits: receipt.creditTotal,
          debits: receipt.debitTotal,
          duplicates: receipt.duplicateCount,
          rejected: receipt.rejectedCount,
        });
        expect(receipt.readCount).toBe(receipt.transactionCount + receipt.duplicateCount + receipt.rejectedCount);
        if (receipt.fileKind === 'nacha') expectToAddUp(receipt);
      }
    },
  );
});
