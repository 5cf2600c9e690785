import { aNachaFile } from '@clearwatch/domain/nacha/testing/nacha-fixtures';
import { extractionFile, extractionRow } from '../testing/import-file-fixtures.ts';
import { emptyLedger, type IngestApp, importFile, startIngest } from '../testing/ingest-test-context.ts';
import { DAY, NEWEST_NAME_FIRST } from './ledger-members.ts';

let ingest: IngestApp;

beforeAll(async () => {
  ingest = await startIngest({ backend: 'postgres', redisDatabase: 10, projects: 'never', jobs: 'left' });
});
afterAll(() => ingest.stop());
beforeEach(() => emptyLedger(ingest));

const entry = (posting_date: string | undefined, last_name: string, more: Record<string, unknown> = {}) =>
  extractionRow({ posting_date, last_name, ...more });

async function member(): Promise<Record<string, unknown> | undefined> {
  const { rows } = await ingest.owner.query<Record<string, unknown>>(
    'SELECT last_name, account_numbers, last_activity_date::text AS day FROM ledger.members',
  );
  expect(rows).toHaveLength(1);
  return rows[0];
}

describe('member names', () => {
  it('the name of a member is that of the newest named entry, even when newer entries have no name', async () => {
    await importFile(ingest, extractionFile([entry('2026-01-05', 'Before')]));
    await importFile(ingest, aNachaFile([{ sec: 'POS', entries: [{}] }]).join('\n'));
    expect(await member()).toMatchObject({ last_name: 'Before', day: '2026-03-03' });
    await importFile(ingest, extractionFile([entry('2026-02-05', 'After')]));

    expect(await member()).toMatchObject({ last_name: 'After', day: '2026-03-03' });
  });

  it('the name of a member is that of an older entry in the same file when newer ones have no name', async () => {
    const fields = { name: 'SAMPLE, PAULA' };
    const named = { sec: 'PPD', header: { settlementDate: '061' }, entries: [{ fields }] };
    const nameless = { sec: 'POS', header: { settlementDate: '062' }, entries: [{}] };
    await importFile(ingest, aNachaFile([named, nameless]).join('\n'));

    expect(await member()).toMatchObject({ last_name: 'SAMPLE', day: '2026-03-03' });
  });

  it('the name of a member stays when an older file arrives later', async () => {
    await importFile(ingest, extractionFile([entry('2026-03-05', 'After')]));
    await importFile(ingest, extractionFile([entry('2026-02-05', 'Before'), entry(undefined, 'Once')]));

    expect(await member()).toMatchObject({ last_name: 'After' });
  });

  it('the name of a member is that of the latest file for a day, and of the last line in one file', async () => {
    await importFile(ingest, extractionFile([entry('2026-03-05', 'First'), entry('2026-03-05', 'Second')]));
    expect(await member()).toMatchObject({ last_name: 'Second' });
    await importFile(ingest, extractionFile([entry('2026-03-05', 'Third'), entry('2026-03-05', 'Fourth')]));
    expect(await member()).toMatchObject({ last_name: 'Fourth' });
  });

  it('the name of a member does not come from a skipped row, whose entry belongs to an earlier file', async () => {
    const known = entry('2026-03-05', 'Known');
    await importFile(ingest, extractionFile([known]));
    await importFile(ingest, extractionFile([entry('2026-03-05', 'New'), entry('2026-01-01', 'Old'), known]));

    expect(await member()).toMatchObject({ last_name: 'New' });
  });

  it('the name of a member depends on the ledger alone, also when all entries share one line or have no day', async () => {
    const rows = Array.from({ length: 60 }, (_, index) =>
      entry([undefined, '2026-03-05', '2026-03-05', '2026-02-05'][index % 4], `Sample${index}`, {
        account_number: String(index % 7),
        original_account: String(index % 7),
      }),
    );
    const undated = entry(undefined, 'Timeless', { account_number: '7', original_account: '7' });
    await importFile(ingest, JSON.stringify([...rows, undated]));
    const { rows: called } = await ingest.owner.query(
      'SELECT account_number, last_name, named_on::text FROM ledger.members ORDER BY 1',
    );
    const { rows: ofLedger } = await ingest.owner.query(
      `SELECT DISTINCT ON (account_number) account_number, last_name, day::text AS named_on
       FROM (SELECT t.*, ${DAY} AS day FROM ledger.transactions t) entry
       ORDER BY account_number, ${NEWEST_NAME_FIRST}`,
    );

    expect(called).toEqual(ofLedger);
    expect(called).toHaveLength(8);
    expect(called[7]).toEqual({ account_number: '7', last_name: 'Timeless', named_on: '-infinity' });
  });

  it('a member has all account numbers of its entries, in one order', async () => {
    const sentTo = (original_account: string) => entry('2026-03-05', 'Sample', { original_account });
    await importFile(ingest, extractionFile([sentTo('9'), sentTo('3'), sentTo('100000017'), sentTo('3')]));
    expect(await member()).toMatchObject({ account_numbers: ['100000017', '3', '9'] });
    await importFile(ingest, extractionFile([sentTo('7'), sentTo('100000017')]));
    expect(await member()).toMatchObject({ account_numbers: ['100000017', '3', '7', '9'] });
  });
});

describe('people and accounts', () => {
  const held = (account_number: string, first_name: string, posting_date: string) =>
    extractionRow({
      account_number,
      original_account: account_number,
      first_name,
      last_name: 'Sample',
      posting_date,
    });

  async function members(): Promise<Record<string, unknown>[]> {
    const { rows } = await ingest.owner.query<Record<string, unknown>>(
      `SELECT account_number AS account, first_name AS name, member_key AS key, transaction_count AS entries
       FROM ledger.members ORDER BY account_number`,
    );
    return rows;
  }

  it('several people on one account are one member whose entries keep their names', async () => {
    await importFile(ingest, extractionFile([held('1', 'Robin', '2026-03-05'), held('1', 'Alex', '2026-03-06')]));
    const { rows } = await ingest.owner.query('SELECT first_name FROM ledger.transactions ORDER BY line');

    expect(await members()).toEqual([{ account: '1', name: 'Alex', key: 'ALEX|SAMPLE', entries: 2 }]);
    expect(rows).toEqual([{ first_name: 'Robin' }, { first_name: 'Alex' }]);
  });

  it('members with the same name are never merged, but can be found together', async () => {
    await importFile(ingest, extractionFile([held('1', 'Robin', '2026-03-05'), held('2', 'ROBIN', '2026-03-06')]));

    expect(await members()).toEqual([
      { account: '1', name: 'Robin', key: 'ROBIN|SAMPLE', entries: 1 },
      { account: '2', name: 'ROBIN', key: 'ROBIN|SAMPLE', entries: 1 },
    ]);
  });
});
