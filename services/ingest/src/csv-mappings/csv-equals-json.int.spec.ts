import { csvChunks, jsonChunks } from '@clearwatch/sample-data/formats/ledger-formats';
import { generateLedger } from '@clearwatch/sample-data/generate-ledger';
import request from 'supertest';
import { type IngestApp, identity, inconsistentMembers, startIngest, upload } from '../testing/ingest-test-context.ts';

const ledger = () => generateLedger({ seed: 11, transactions: 3_000, accounts: 400, lastDay: '2026-11-18' });
const JSON_FILE = [...jsonChunks(ledger())].join('');
const CSV_FILE = [...csvChunks(ledger())].join('');

describe('CSV and JSON imports', () => {
  let ingest: IngestApp;

  beforeAll(async () => {
    ingest = await startIngest({ backend: 'postgres', redisDatabase: 9 });
    const { body } = await upload(ingest, CSV_FILE, 'ledger.csv');
    await request(ingest.app.getHttpServer())
      .post(`/api/imports/${body.importId}/mapping`)
      .set(await identity())
      .expect(200);
  });
  afterAll(async () => {
    await ingest.stop();
  });
  beforeEach(async () => {
    await ingest.owner.query('DELETE FROM ledger.imports; TRUNCATE ledger.transactions, ledger.members');
  });

  const imported = async (file: string, name: string) => {
    const { status, body } = await upload(ingest, file, name);
    expect([status, body.state, body.rejectedCount]).toEqual([200, 'completed', 0]);
    return body;
  };
  const stored = async () => {
    const { rows } = await ingest.owner.query(
      `SELECT account_number, last_name, first_name, total_credits, total_debits, transaction_count, last_activity_date
       FROM ledger.members ORDER BY account_number`,
    );
    const { rows: hashes } = await ingest.owner.query(
      'SELECT transaction_hash FROM ledger.transactions ORDER BY transaction_hash',
    );
    return { members: rows, hashes };
  };

  it('a ledger imported as CSV gives the same money, members and entries as the same ledger imported as JSON', async () => {
    await imported(JSON_FILE, 'ledger.json');
    const fromJson = await stored();
    await ingest.owner.query('DELETE FROM ledger.imports; TRUNCATE ledger.transactions, ledger.members');
    await imported(CSV_FILE, 'ledger.csv');

    expect(fromJson.hashes).toHaveLength(3_000);
    expect(await stored()).toEqual(fromJson);
    expect(await inconsistentMembers(ingest)).toEqual([]);
  });

  it('a ledger imported as CSV after the same ledger as JSON gives only duplicates', async () => {
    await imported(JSON_FILE, 'ledger.json');
    expect(await imported(CSV_FILE, 'ledger.csv')).toMatchObject({
      transactionCount: 0,
      duplicateCount: 3_000,
    });
  });
});
