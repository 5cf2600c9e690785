import { aNachaFile, type TestBatch, type TestEntry } from '@clearwatch/domain/nacha/testing/nacha-fixtures';
import {
  correctionBatch,
  debitBatch,
  debitEntry,
  extractionFile,
  extractionRow,
  noticeOfChange,
  returnOf,
  TRACE,
} from '../testing/import-file-fixtures.ts';
import {
  emptyLedger,
  type IngestApp,
  importFile,
  inconsistentMembers,
  post,
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

const bring = (...batches: TestBatch[]) => importFile(ingest, aNachaFile(batches).join('\n'));

/** Returns and notices, oldest first, with the day and line of the original. */
async function returns(): Promise<unknown[]> {
  const { rows } = await ingest.owner.query(
    `SELECT r.kind, r.reason_code AS reason, o.event_date::text AS day, o.line
     FROM ledger.entry_returns r JOIN ledger.transactions t ON t.id = r.return_id
     LEFT JOIN ledger.transactions o ON o.id = r.original_id ORDER BY t.event_date, t.id`,
  );
  return rows;
}

async function isOriginalOfHighestIdentity(): Promise<unknown> {
  const { rows } = await ingest.owner.query(
    `SELECT original_id = (SELECT id FROM ledger.transactions WHERE entry_kind = 'money'
       ORDER BY transaction_hash DESC LIMIT 1) AS answer
     FROM ledger.entry_returns`,
  );
  return rows[0]?.answer;
}

const R01_OF_MARCH_3 = { kind: 'return', reason: 'R01', day: '2026-03-03', line: 3 };
const UNKNOWN = { day: null, line: null };

describe('matched returns', () => {
  it('a return is matched to its original in its own file', async () => {
    await bring(debitBatch('260303', debitEntry()), debitBatch('260305', returnOf()));

    expect(await returns()).toEqual([R01_OF_MARCH_3]);
  });

  it('a return is matched to its original in an earlier file', async () => {
    await bring(debitBatch('260303', debitEntry()));
    await bring(debitBatch('260305', returnOf()));

    expect(await returns()).toEqual([R01_OF_MARCH_3]);
  });

  it('a return is matched to its original in a later file', async () => {
    await bring(debitBatch('260305', returnOf()));
    const before = await returns();
    await bring(debitBatch('260303', debitEntry()));

    expect(before).toEqual([{ kind: 'return', reason: 'R01', ...UNKNOWN }]);
    expect(await returns()).toEqual([R01_OF_MARCH_3]);
  });

  it('a return is matched to an original imported in any format', async () => {
    const row = extractionRow({ account_number: '7', amount: '25.00', check_tracer_number: TRACE });
    await importFile(ingest, extractionFile([row]));
    await bring(debitBatch('260305', returnOf()));

    expect(await returns()).toMatchObject([{ reason: 'R01', day: '2026-03-02' }]);
  });

  it.each([
    ['first', ['260303', '260317'], '260305', '2026-03-03'],
    ['first, whichever was stored last', ['260317', '260303'], '260305', '2026-03-03'],
    ['second', ['260303', '260317'], '260320', '2026-03-17'],
    ['second, whichever was stored last', ['260317', '260303'], '260320', '2026-03-17'],
    ['one of the same day', ['260303', '260305'], '260305', '2026-03-05'],
  ])(
    'a return is matched to the newest entry that is not later, of several with one trace number: the %s',
    async (_which, days, returned, found) => {
      for (const day of days) await bring(debitBatch(day, debitEntry()));
      await bring(debitBatch(returned, returnOf()));

      expect(await returns()).toMatchObject([{ day: found }]);
    },
  );

  it('a return is matched to the entry that took effect on the day that the return repeats', async () => {
    const settling = (effectiveEntryDate: string, settlementDate: string, entry: TestEntry): TestBatch => ({
      sec: 'PPD',
      header: { effectiveEntryDate, settlementDate },
      entries: [entry],
    });
    // 2026-03-03 to 2026-03-05 are days 062 to 064 of the year.
    await bring(settling('260303', '062', debitEntry()), settling('260304', '063', debitEntry()));
    await bring(settling('260303', '064', returnOf()));

    expect(await returns()).toEqual([R01_OF_MARCH_3]);
  });

  it('a return is matched again when a closer entry arrives', async () => {
    await bring(debitBatch('260303', debitEntry()), debitBatch('260320', returnOf()));
    await bring(debitBatch('260317', debitEntry()));

    expect(await returns()).toMatchObject([{ day: '2026-03-17' }]);
  });

  it('a return is always matched to the same one of equal entries', async () => {
    await bring(debitBatch('260303', debitEntry(), debitEntry()), debitBatch('260305', returnOf()));

    expect(await isOriginalOfHighestIdentity()).toBe(true);
  });

  it('a return is matched to the same one of several entries on one day, for any order of files', async () => {
    const one = debitBatch('260303', debitEntry({ identification: 'A', name: 'SAMPLE, PAULA' }));
    const other = debitBatch('260303', debitEntry({ identification: 'B', name: 'OTHER, PAUL' }));
    const found: unknown[] = [];
    for (const files of [
      [one, other],
      [other, one],
    ]) {
      await emptyLedger(ingest);
      for (const file of files) await bring(file);
      await bring(debitBatch('260305', returnOf()));
      const { rows } = await ingest.owner.query(
        `SELECT o.last_name FROM ledger.entry_returns r JOIN ledger.transactions o ON o.id = r.original_id`,
      );
      found.push(rows[0]?.last_name);
    }

    expect(found[0]).toEqual(expect.any(String));
    expect(found[1]).toBe(found[0]);
  });

  it('a return is matched although it has the same date as the original and settled before it', async () => {
    const late = { effectiveEntryDate: '260307', settlementDate: '068' };
    await bring({ sec: 'PPD', header: late, entries: [debitEntry()] }, debitBatch('260307', returnOf()));

    expect(await returns()).toMatchObject([{ day: '2026-03-09' }]);
  });

  it('a return is matched although neither it nor the original has a date', async () => {
    await bring(debitBatch('', debitEntry()), debitBatch('', returnOf()));

    expect(await returns()).toEqual([{ kind: 'return', reason: 'R01', day: null, line: 3 }]);
  });

  it('a return is matched when the original is a prenote', async () => {
    const prenote = debitEntry({ transactionCode: '28', amount: '0' });
    await bring(debitBatch('260303', prenote), debitBatch('260305', returnOf({ reasonCode: 'R03' }, { amount: '0' })));

    expect(await returns()).toMatchObject([{ reason: 'R03', day: '2026-03-03' }]);
  });
});

describe('unmatched returns', () => {
  it.each<[string, TestEntry]>([
    ['of another account', debitEntry({ account: '8' })],
    ['of another amount', debitEntry({ amount: '2501' })],
    ['of another trace number', debitEntry({ traceNumber: '121042880000043' })],
    ['that is a return itself', returnOf({ originalTraceNumber: '1' }, { traceNumber: TRACE })],
  ])('a return is not matched to an entry %s', async (_what, entry) => {
    await bring(debitBatch('260303', entry), debitBatch('260305', returnOf()));

    expect((await returns()).at(-1)).toEqual({ kind: 'return', reason: 'R01', ...UNKNOWN });
  });

  it('a return is not matched to an entry of a later day', async () => {
    await bring(debitBatch('260306', debitEntry()), debitBatch('260305', returnOf()));

    expect(await returns()).toMatchObject([UNKNOWN]);
  });

  it('a return is not matched when it names no original', async () => {
    const blank = debitEntry({ traceNumber: '' });
    await bring(debitBatch('260303', blank), debitBatch('260305', returnOf({ originalTraceNumber: '' })));

    expect(await returns()).toMatchObject([UNKNOWN]);
  });

  it('a return from CSV or JSON, which give a reason at most, is not matched', async () => {
    const returned = { account_number: '7', transaction_code: '26', transaction_type: 'Debit' };
    const rows = [
      extractionRow({ ...returned, addenda: 'RETURNED R10 NOT AUTHORIZED', check_tracer_number: '1' }),
      extractionRow({ ...returned, addenda: 'SENT BACK', check_tracer_number: '2' }),
      extractionRow({
        ...returned,
        class: 'COR',
        amount: '0.00',
        addenda: 'C05 37',
        check_tracer_number: '3',
      }),
      extractionRow({
        ...returned,
        class: 'COR',
        amount: '0.00',
        addenda: 'R10 C05',
        check_tracer_number: '4',
      }),
    ];
    await importFile(ingest, extractionFile(rows));

    const found = await returns();
    expect(found).toHaveLength(4);
    expect(found).toEqual(
      expect.arrayContaining([
        { kind: 'return', reason: 'R10', ...UNKNOWN },
        { kind: 'return', reason: '', ...UNKNOWN },
        { kind: 'notification_of_change', reason: 'C05', ...UNKNOWN },
        { kind: 'notification_of_change', reason: '', ...UNKNOWN },
      ]),
    );
  });
});

describe('disputed returns', () => {
  it('the steps of a disputed return are all matched to the original entry', async () => {
    await bring(debitBatch('260303', debitEntry()));
    await bring(
      debitBatch('260305', returnOf()),
      debitBatch('260306', returnOf({ reasonCode: 'R68', returnTraceNumber: '091000010000001' })),
      debitBatch('260307', returnOf({ reasonCode: 'R73', returnTraceNumber: '091000010000001' })),
    );

    expect(await returns()).toEqual([
      R01_OF_MARCH_3,
      { ...R01_OF_MARCH_3, kind: 'dishonored_return', reason: 'R68' },
      { ...R01_OF_MARCH_3, kind: 'contested_return', reason: 'R73' },
    ]);
  });
});

describe('matched notices', () => {
  it('a notice of change is matched to its original although it has no amount', async () => {
    await bring(debitBatch('260303', debitEntry()), correctionBatch('260304', noticeOfChange()));

    expect(await returns()).toEqual([{ ...R01_OF_MARCH_3, kind: 'notification_of_change', reason: 'C01' }]);
  });

  it('a notice of change is matched when its original is a prenote', async () => {
    const prenote = debitEntry({ transactionCode: '28', amount: '0' });
    await bring(correctionBatch('260304', noticeOfChange()));
    await bring(debitBatch('260303', prenote));

    expect(await returns()).toMatchObject([{ reason: 'C01', day: '2026-03-03' }]);
  });

  it('a refused notice of change is also matched to its original, with the reason', async () => {
    const refusal = { refusedCode: 'C62', changeCode: 'C01' };
    await bring(debitBatch('260303', debitEntry()), correctionBatch('260304', noticeOfChange(refusal)));

    expect(await returns()).toEqual([{ ...R01_OF_MARCH_3, kind: 'refused_notification', reason: 'C62' }]);
  });
});

describe('stored returns', () => {
  it('a stored return moves no money, and its original still does', async () => {
    await bring(
      debitBatch('260303', debitEntry()),
      debitBatch('260305', returnOf()),
      correctionBatch('260306', noticeOfChange()),
    );

    const { rows } = await ingest.owner.query(
      'SELECT total_credits, total_debits, transaction_count FROM ledger.members',
    );
    expect(rows).toEqual([{ total_credits: '0.00', total_debits: '25.00', transaction_count: 3 }]);
    expect(await inconsistentMembers(ingest)).toEqual([]);
  });

  it('a stored return is recorded once when its file is repeated', async () => {
    const file = [debitBatch('260303', debitEntry()), debitBatch('260305', returnOf())];
    await bring(...file);
    const again = await bring(...file);

    expect(again).toMatchObject({ stored: 0, duplicates: 2 });
    expect(await returns()).toEqual([R01_OF_MARCH_3]);
  });

  it('a stored return is recorded again when a duplicate of it is kept', async () => {
    await bring(debitBatch('260303', debitEntry()));
    await bring(debitBatch('260305', returnOf()));
    const again = await bring(debitBatch('260305', returnOf()));
    await post(ingest, `/api/imports/${again.id}/duplicates/1/keep`);

    expect(await returns()).toEqual([R01_OF_MARCH_3, R01_OF_MARCH_3]);
  });

  it('a stored return is matched to its original or to a kept duplicate of it', async () => {
    await bring(debitBatch('260303', debitEntry()), debitBatch('260305', returnOf()));
    const again = await bring(debitBatch('260303', debitEntry()));
    await post(ingest, `/api/imports/${again.id}/duplicates/1/keep`);

    expect(await isOriginalOfHighestIdentity()).toBe(true);
  });
});
