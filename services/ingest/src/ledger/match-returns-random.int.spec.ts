import { aNachaFile, type TestBatch, type TestEntry } from '@clearwatch/domain/nacha/testing/nacha-fixtures';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { Client } from 'pg';
import {
  correctionBatch,
  debitBatch,
  debitEntry,
  noticeOfChange,
  returnOf,
  seededRandom,
} from '../testing/import-file-fixtures.ts';
import { emptyLedger, type IngestApp, importFile, startIngest } from '../testing/ingest-test-context.ts';
import { ImportHistory } from '../testing/undo-test-context.ts';
import { rematchReturns } from './match-returns.ts';

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

/** Removes entries as an undo does, then matches the remaining returns again. */
async function leave(where: string): Promise<void> {
  await ingest.owner.query('BEGIN');
  await ingest.owner.query(
    `CREATE TEMPORARY TABLE touched ON COMMIT DROP AS
     SELECT DISTINCT account_number FROM ledger.transactions WHERE ${where}`,
  );
  await ingest.owner.query(`DELETE FROM ledger.transactions WHERE ${where}`);
  await rematchReturns(ingest.owner, { accounts: 'SELECT account_number FROM touched' });
  await ingest.owner.query('COMMIT');
}

async function originalDays(): Promise<unknown[]> {
  const { rows } = await ingest.owner.query(
    `SELECT r.kind, o.event_date::text AS day FROM ledger.entry_returns r
     LEFT JOIN ledger.transactions o ON o.id = r.original_id ORDER BY r.return_id`,
  );
  return rows;
}

describe('removed entries', () => {
  it('a return whose original is removed is matched to the one before it, or to none', async () => {
    await bring(debitBatch('260303', debitEntry()));
    await bring(debitBatch('260310', debitEntry()));
    await bring(debitBatch('260312', returnOf()));
    const both = await originalDays();
    await leave(`event_date = '2026-03-10'`);
    const one = await originalDays();
    await leave(`event_date = '2026-03-03'`);

    expect([both, one, await originalDays()]).toEqual([
      [{ kind: 'return', day: '2026-03-10' }],
      [{ kind: 'return', day: '2026-03-03' }],
      [{ kind: 'return', day: null }],
    ]);
  });

  it('removing a return removes its match and keeps others of its account', async () => {
    await bring(
      debitBatch('260303', debitEntry()),
      debitBatch('260305', returnOf()),
      correctionBatch('260306', noticeOfChange()),
    );
    await leave(`entry_kind = 'return'`);

    expect(await originalDays()).toEqual([{ kind: 'notification_of_change', day: '2026-03-03' }]);
  });

  // With these amounts the remaining entries change their order, which happens for one amount in six.
  it.each(['2510', '2529'])(
    'a return of several equal entries is matched to one of those left after an undo (%s cents)',
    async (amount) => {
      const story = new ImportHistory(ingest);
      const file = (...batches: TestBatch[]) => aNachaFile(batches).join('\n');
      const equal = file(debitBatch('260303', debitEntry({ amount })));
      const first = await story.import(equal);
      await story.import(file(debitBatch('260305', returnOf({}, { amount }))));
      for (const _again of [1, 2]) await story.keep({ file: await story.import(equal), row: 1 });
      await story.undo(first);
      const { returns } = await story.snapshot();

      expect(returns).toEqual((await (await story.replayOn(ingest)).snapshot())['returns']);
    },
  );
});

describe('concurrent imports', () => {
  const files = [debitBatch('260303', debitEntry()), debitBatch('260305', returnOf())] as const;

  it.each([
    ['the original first', files[0], files[1]],
    ['the return first', files[1], files[0]],
  ])(
    'a return and its original imported from two files at the same time are matched: %s',
    async (_which, first, second) => {
      const blocker = new Client({ connectionString: ingest.database.ownerUrl });
      await blocker.connect();
      // NACHA imports write their receipt last, so the lock keeps both uncommitted.
      await blocker.query('BEGIN; LOCK TABLE ledger.import_totals');
      const one = bring(first);
      await waiting(1);
      const other = bring(second);
      await waiting(2);
      await blocker.query('ROLLBACK');
      await blocker.end();
      await Promise.all([one, other]);

      expect(await originalDays()).toEqual([{ kind: 'return', day: '2026-03-03' }]);
    },
  );

  const waiting = (imports: number) =>
    waitUntil(`${imports} imports wait`, async () => {
      const { rows } = await ingest.owner.query(
        `SELECT count(*)::integer AS waiting FROM pg_stat_activity
         WHERE datname = current_database() AND application_name LIKE 'clearwatch-import-%' AND wait_event_type = 'Lock'`,
      );
      return rows[0]?.waiting === imports;
    });
});

/** The fields of an entry that the matching rule uses. */
interface Stored {
  id: number;
  account: string;
  trace: string;
  original: string | null;
  amount: string;
  kind: string;
  day: string | null;
  effective: string | null;
  hash: string;
}

describe('files in any order', () => {
  it.each([1, 2, 3])(
    'files in any order give every return the original that the rule selects (seed %i)',
    async (seed) => {
      const random = seededRandom(seed);
      for (let step = 0; step < 12; step += 1) {
        if (random() < 0.25) await leave(`id % 5 = ${Math.floor(random() * 5)}`);
        else await bring(...Array.from({ length: 3 }, () => anyBatch(random)));
        expect(await foundOriginals()).toEqual(await expectedOriginals());
      }
    },
  );

  function anyBatch(random: () => number): TestBatch {
    const one = (...values: string[]): string => values[Math.floor(random() * values.length)] ?? '';
    const entries = Array.from({ length: 6 }, (): TestEntry => {
      const account = one('7', '8');
      const traceNumber = one('121042880000041', '121042880000042', '121042880000043');
      const amount = one('2500', '2600');
      if (random() < 0.6) return debitEntry({ account, traceNumber, amount });
      const returned = returnOf(
        { reasonCode: one('R01', 'R61', 'R71'), originalTraceNumber: traceNumber },
        { account, amount },
      );
      return random() < 0.7 ? returned : noticeOfChange({ originalTraceNumber: traceNumber });
    });
    const effectiveEntryDate = one('260302', '260303', '260304', '260305', '');
    const settlementDate = one('', '061', '062', '063', '064');
    return { sec: 'PPD', header: { effectiveEntryDate, settlementDate }, entries };
  }

  async function foundOriginals(): Promise<Map<number, number | null>> {
    const { rows } = await ingest.owner.query<{ id: number; original: number | null }>(
      `SELECT return_id::integer AS id, original_id::integer AS original FROM ledger.entry_returns ORDER BY 1`,
    );
    return new Map(rows.map(({ id, original }) => [id, original]));
  }

  async function expectedOriginals(): Promise<Map<number, number | null>> {
    const { rows } = await ingest.owner.query<Stored>(
      `SELECT id::integer AS id, account_number AS account, check_tracer_number AS trace, amount, entry_kind AS kind,
         event_date::text AS day, effective_date::text AS effective,
         transaction_hash::text AS hash, metadata ->> 'originalTraceNumber' AS original
       FROM ledger.transactions ORDER BY 1`,
    );
    const came = rows.filter(({ kind }) => kind === 'return' || kind === 'notification_of_change');
    return new Map(came.map((returned) => [returned.id, originalOf(returned, rows)]));
  }

  function originalOf(returned: Stored, all: Stored[]): number | null {
    const candidates = all.filter(
      ({ kind, account, trace, amount, day, effective }) =>
        kind === 'money' &&
        account === returned.account &&
        trace === returned.original &&
        (returned.kind !== 'return' || amount === returned.amount) &&
        [day ?? '', effective ?? '9999'].some((date) => date <= (returned.day ?? '9999')),
    );
    const repeats = ({ effective }: Stored): number => Number(effective !== null && effective === returned.effective);
    const [original] = candidates.toSorted(
      (a, b) => repeats(b) - repeats(a) || (b.day ?? '').localeCompare(a.day ?? '') || (b.hash > a.hash ? 1 : -1),
    );
    return original?.id ?? null;
  }
});
