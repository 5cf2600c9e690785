import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nachaChunks } from '@clearwatch/sample-data/formats/nacha-writer';
import { generateLedger } from '@clearwatch/sample-data/generate-ledger';
import { DEFAULT_LEDGER_OPTIONS } from '@clearwatch/sample-data/ledger-options';
import { QUEUE_BACKENDS } from '@clearwatch/service-kit/testing/queue-fixtures';
import request from 'supertest';
import { extractionFile, extractionRow } from '../testing/import-file-fixtures.ts';
import {
  countTransactions,
  emptyLedger,
  get,
  type IngestApp,
  identity,
  inconsistentMembers,
  receiveFile,
  recountOf,
  startIngest,
  storedFiles,
  upload,
} from '../testing/ingest-test-context.ts';

describe.each(QUEUE_BACKENDS)('sample data, queues on %s', (backend) => {
  let ingest: IngestApp;
  let folder: string;
  let sample: Awaited<ReturnType<typeof countsOfSample>>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clearwatch-sample-'));
    const file = join(folder, 'sample-ledger.ach');
    sample = await countsOfSample(file);
    ingest = await startIngest({ backend, redisDatabase: 13, settings: { SAMPLE_FILE: file } });
  });
  afterAll(async () => {
    await ingest.stop();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await emptyLedger(ingest);
    await ingest.owner.query('TRUNCATE ledger.audit_outbox');
  });

  const load = async (role: 'User' | 'Admin' = 'Admin') =>
    request(ingest.app.getHttpServer())
      .post('/api/imports/sample')
      .set(await identity(role));
  const offer = async () => (await get(ingest, '/api/imports/sample')).body;

  it('loading sample data imports the generated ledger to the entry and cent, like any file', async () => {
    expect(await offer()).toEqual({ available: true, transactionCount: 13_190, accountCount: 2_583 });
    const answer = await load();

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      transactionCount: 13_190,
      memberCount: 2_583,
      duplicateCount: 0,
      rejectedCount: 0,
      state: 'completed',
    });
    expect(await recountOf(ingest, answer.body.importId)).toEqual(sample);
    expect(await inconsistentMembers(ingest)).toEqual([]);
    const { body: receipt } = await get(ingest, `/api/imports/${answer.body.importId}`);
    expect(receipt).toMatchObject({ fileName: 'sample-ledger.ach', fileKind: 'nacha', warningCount: 0 });
    expect(receipt.unbalancedCount).toBe(0);
  });

  it('sample data is no longer offered when anything is stored, and loading it is refused with a reason', async () => {
    await upload(ingest, extractionFile([extractionRow()]));

    expect(await offer()).toMatchObject({ available: false });
    const answer = await load();
    expect(answer.status).toBe(409);
    expect(answer.text).toBe('Sample data can only be loaded while the ledger is empty.');
    expect(await countTransactions(ingest)).toBe(1);
  });

  it('sample data is no longer offered while another file is being imported', async () => {
    await receiveFile(ingest, extractionFile([extractionRow()]));

    expect(await offer()).toMatchObject({ available: false });
    expect((await load()).status).toBe(409);
  });

  it('sample data is offered again when the only import has failed', async () => {
    await upload(ingest, '[{"a":1},]');

    expect(await offer()).toMatchObject({ available: true });
  });

  it('sample data is loaded once when three users load it at the same time', async () => {
    const answers = await Promise.all([load(), load(), load()]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await countTransactions(ingest)).toBe(13_190);
    const leftOver = (await storedFiles(ingest)).filter((name) => !/^[0-9a-f]{64}$/.test(name));
    expect(leftOver).toEqual([]);
    const { rows } = await ingest.owner.query(
      `SELECT action, actor_name FROM ledger.audit_outbox WHERE action <> 'import.stored' ORDER BY action`,
    );
    expect(rows).toEqual([
      { action: 'import.received', actor_name: 'paula' },
      { action: 'import.sample_loaded', actor_name: 'paula' },
    ]);
  });

  it('only admins can load sample data', async () => {
    expect((await load('User')).status).toBe(403);
    expect(await countTransactions(ingest)).toBe(0);
  });
});

describe('installation without sample data', () => {
  let ingest: IngestApp;

  beforeAll(async () => {
    ingest = await startIngest({
      backend: 'postgres',
      redisDatabase: 13,
      settings: { SAMPLE_FILE: '/nowhere/sample-ledger.ach' },
    });
  });
  afterAll(() => ingest.stop());

  it('an installation without sample data does not offer it', async () => {
    expect((await get(ingest, '/api/imports/sample')).body).toMatchObject({ available: false });
    const answer = await request(ingest.app.getHttpServer())
      .post('/api/imports/sample')
      .set(await identity('Admin'));
    expect(answer.status).toBe(404);
  });
});

/** Writes the file and counts the generated entries, without reading it back. */
async function countsOfSample(file: string) {
  const entries = [...generateLedger(DEFAULT_LEDGER_OPTIONS)];
  await writeFile(file, [...nachaChunks(entries)].join(''), 'latin1');
  const count = (matches: (entry: (typeof entries)[number]) => boolean) => entries.filter(matches).length;
  const isPrenote = ({ transactionCode }: { transactionCode: string }) => /[38]$/.test(transactionCode);
  const sum = (type: 'Credit' | 'Debit') => {
    const cents = entries
      .filter((entry) => entry.notice === null && entry.transactionType === type)
      .reduce((total, entry) => total + entry.cents, 0);
    return (cents / 100).toFixed(2);
  };
  return {
    stored: entries.length,
    zeroDollar: 0,
    prenotes: count(isPrenote),
    returns: count(({ notice }) => notice?.code.startsWith('R') ?? false),
    notices: count(({ notice }) => notice?.code.startsWith('C') ?? false),
    credits: sum('Credit'),
    debits: sum('Debit'),
    duplicates: 0,
    rejected: 0,
  };
}
