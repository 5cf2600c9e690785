import { dashboardRow, extractionFile, extractionRow } from '../testing/import-file-fixtures.ts';
import {
  counts,
  emptyLedger,
  type IngestApp,
  importFile,
  inconsistentMembers,
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

describe('the identity of an entry', () => {
  it('a repeated file consists of duplicates and changes nothing [spec 5.13]', async () => {
    const file = extractionFile([
      extractionRow(),
      extractionRow({ account_number: '2' }),
      dashboardRow(),
      dashboardRow(),
    ]);
    const first = await importFile(ingest, file);
    const before = await everything();
    const second = await importFile(ingest, file);

    expect(counts(first)).toEqual({ stored: 4, duplicates: 0, rejected: 0, members: 2 });
    expect(counts(second)).toEqual({ stored: 0, duplicates: 4, rejected: 0, members: 0 });
    expect(await everything()).toEqual(before);
  });

  it('an overlapping file stores only its new entries', async () => {
    const [a, b, c] = [extractionRow(), extractionRow(), extractionRow()];
    await importFile(ingest, extractionFile([a, b]));
    const second = await importFile(ingest, extractionFile([b, c]));

    expect(counts(second)).toEqual({ stored: 1, duplicates: 1, rejected: 0, members: 1 });
    expect(await inconsistentMembers(ingest)).toEqual([]);
  });

  it('equal rows without a trace number are kept apart, in any number and file', async () => {
    const fare = dashboardRow();
    const two = await importFile(ingest, JSON.stringify([fare, fare]));
    const again = await importFile(ingest, JSON.stringify([fare, fare]));
    const three = await importFile(ingest, JSON.stringify([fare, fare, fare]));

    expect([two, again, three].map(({ stored }) => stored)).toEqual([2, 0, 1]);
    expect([two, again, three].map(({ duplicates }) => duplicates)).toEqual([0, 2, 2]);
  });

  it('equal rows with one trace number are one entry', async () => {
    const entry = extractionRow();

    expect(counts(await importFile(ingest, extractionFile([entry, entry])))).toEqual({
      stored: 1,
      duplicates: 1,
      rejected: 0,
      members: 1,
    });
  });

  async function everything(): Promise<unknown> {
    const transactions = await ingest.owner.query('SELECT * FROM ledger.transactions ORDER BY id');
    const members = await ingest.owner.query('SELECT * FROM ledger.members ORDER BY id');
    return { transactions: transactions.rows, members: members.rows };
  }
});
