import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type NachaItem, NachaReader } from '@clearwatch/domain/nacha/nacha-reader';
import { nachaEntryToLedgerRow } from '@clearwatch/domain/nacha/nacha-to-ledger-row';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import type { TemporaryInstallation } from '@clearwatch/infra-local/temporary-installation';
import { withClient } from '@clearwatch/infra-postgres/schema-owners';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { type BenchResult, limitOf, peakMegabytes, resetPeakMemory } from './bench-table.ts';

const COLUMNS =
  'import_id, line, company, last_name, first_name, middle_initial, account_number, original_account, transaction_code, amount, transaction_type, entry_kind, check_tracer_number, addenda, batch, settlement_date, effective_date, posting_date, posting_minute, entry_description, class, metadata, transaction_hash';

/**
 * Lower bound for an import: reading the file, and `COPY` into a table with the same constraints and indexes.
 * @returns milliseconds
 */
function timeBareImport(
  { installation, scratch }: BenchSite,
  { importId, read }: { importId: number; read: () => Promise<void> | void },
): Promise<number> {
  const rows = join(scratch, 'rows.copy');
  const copyOut = `COPY (SELECT ${COLUMNS} FROM ledger.transactions WHERE import_id = ${importId} ORDER BY line) TO STDOUT`;
  const copyIn = `COPY bench.transactions (${COLUMNS}) FROM STDIN`;
  return withClient(installation.stack.ownerUrl, async (client) => {
    await pipeline(client.query(copyTo(copyOut)), createWriteStream(rows));
    await client.query('DROP SCHEMA IF EXISTS bench CASCADE');
    await client.query('CREATE SCHEMA bench');
    await client.query('CREATE TABLE bench.transactions (LIKE ledger.transactions INCLUDING ALL)');
    const started = performance.now();
    await read();
    await pipeline(createReadStream(rows), client.query(copyFrom(copyIn)));
    const elapsed = performance.now() - started;
    await client.query('DROP SCHEMA bench CASCADE');
    return elapsed;
  });
}

export function parseJson(path: string): void {
  JSON.parse(readFileSync(path, 'utf8'));
}

export async function splitTableLines(path: string): Promise<void> {
  const input = createReadStream(path, { encoding: 'utf8', highWaterMark: 256 * 1024 });
  let cells = 0;
  for await (const line of createInterface({ input, crlfDelay: Infinity })) cells += line.split(',').length;
  if (cells === 0) throw new Error(`${path} is empty`);
}

export async function upload({ stack }: TemporaryInstallation, admin: StaffClient, file: string) {
  resetPeakMemory(stack.pidOf('ingest'));
  const started = performance.now();
  const answer = await admin.upload(file);
  // Measured from the first byte sent to the response, which is sent when the rows are stored and projected.
  const milliseconds = performance.now() - started;
  if (answer.status !== 200) throw new Error(`the upload returned ${answer.status}: ${answer.text}`);
  type Counts = Record<'importId' | 'transactionCount' | 'duplicateCount', number>;
  return { ...(answer.json() as Counts), milliseconds, peakMegabytes: peakMegabytes(stack.pidOf('ingest')) };
}

/** Confirms the column mapping for tables like this one so that later uploads are imported immediately. */
export async function saveTableMapping(admin: StaffClient, file: string): Promise<void> {
  const { importId } = (await admin.upload(file)).json() as { importId: number };
  const path = `/api/imports/${importId}`;
  const { mapping } = (await admin.expect(200, 'GET', `${path}/mapping`)).json() as { mapping: unknown };
  await admin.expect(200, 'PUT', `${path}/mapping`, mapping);
  for (;;) {
    const { state } = (await admin.expect(200, 'GET', path)).json() as { state: string };
    if (state === 'completed') return;
    if (state === 'failed') throw new Error(`${file} could not be imported`);
    await pause(250);
  }
}

/** Waits for detection, lists, and the search index, which are updated after the upload response. */
export function waitUntilIdle({ stack }: TemporaryInstallation): Promise<void> {
  return withClient(stack.ownerUrl, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ open: string }>(
        `SELECT (SELECT count(*) FROM analytics.detection_runs WHERE state <> 'finished')
           + (SELECT count(*) FROM analytics.ledger_state s
               WHERE NOT EXISTS (SELECT FROM analytics.list_state l WHERE l.ledger_version = s.version))
           + (SELECT count(*) FROM ledger.imports i WHERE i.state = 'stored' AND i.transaction_count > 0
                AND NOT EXISTS (SELECT FROM reports.search_imports r WHERE r.import_id = i.id)) AS open`,
      );
      if (rows[0]?.open === '0') return;
      await pause(250);
    }
  });
}

export interface BenchSite {
  installation: TemporaryInstallation;
  admin: StaffClient;
  scratch: string;
  say: (text: string) => void;
}

interface ImportedFile extends Pick<BenchResult, 'what' | 'rows'> {
  path: string;
}

export async function benchImport(
  site: BenchSite,
  file: ImportedFile &
    Pick<BenchResult, 'goal'> & { limit: { what: string; read: (path: string) => Promise<void> | void } },
): Promise<BenchResult> {
  const { what, path, rows, limit, goal } = file;
  const { importId, milliseconds, peakMegabytes } = await uploadAll(site, file);
  const limitMs = await timeBareImport(site, { importId, read: () => limit.read(path) });
  return { what, rows, milliseconds, limit: limitOf(`${limit.what} + COPY`, limitMs), goal, peakMegabytes };
}

export async function benchImportAgainst(site: BenchSite, file: ImportedFile & { other: BenchResult }) {
  const { what, rows, other } = file;
  const { milliseconds, peakMegabytes } = await uploadAll(site, file);
  const limit = limitOf('the same number of JSON rows', (other.milliseconds * rows) / other.rows);
  return { what, rows, milliseconds, limit, goal: 1, peakMegabytes };
}

export async function benchRepeatedImport(
  { installation, admin, say }: BenchSite,
  path: string,
  first: BenchResult,
): Promise<BenchResult> {
  say('Importing the same file again ...');
  const { transactionCount, duplicateCount: rows, ...times } = await upload(installation, admin, path);
  if (transactionCount !== 0) throw new Error(`${transactionCount} rows were stored twice`);
  const limit = limitOf('first import', first.milliseconds);
  return { what: 'the same file again, all duplicates', rows, limit, goal: 1, ...times };
}

async function uploadAll(site: BenchSite, { path, rows }: ImportedFile) {
  const { installation, admin, say } = site;
  say(`Importing ${rows.toLocaleString('en-US')} rows ...`);
  const uploaded = await upload(installation, admin, path);
  if (uploaded.transactionCount !== rows) throw new Error(`${uploaded.transactionCount} of ${rows} rows were stored`);
  await waitUntilIdle(installation);
  return uploaded;
}

const ROUNDS = 7;
const CHUNK_BYTES = 256 * 1024;
const LATEST_NACHA_DAY = '2027-12-31';

export async function benchNachaReading(path: string, rows: number): Promise<BenchResult> {
  const limits: number[] = [];
  const times: number[] = [];
  // Alternates the two and takes the minimum of each: other load and uncompiled code only add time.
  for (let round = 0; round < ROUNDS; round += 1) {
    limits.push(await timeCount(() => countRecords(path), rows));
    times.push(await timeCount(() => countRows(path), rows));
  }
  const limit = limitOf('splitting it into records', Math.min(...limits));
  const what = 'read and validate NACHA without storing it';
  return { what, rows, milliseconds: Math.min(...times), limit, goal: 6 };
}

async function timeCount(count: () => Promise<number>, expected: number): Promise<number> {
  const started = performance.now();
  const counted = await count();
  if (counted !== expected) throw new Error(`${counted} of ${expected} entries were read`);
  return performance.now() - started;
}

async function countRecords(path: string): Promise<number> {
  const input = createReadStream(path, { encoding: 'latin1', highWaterMark: CHUNK_BYTES });
  let entries = 0;
  for await (const record of createInterface({ input, crlfDelay: Infinity }))
    if (record.length === 94 && record.startsWith('6')) entries += 1;
  return entries;
}

async function countRows(path: string): Promise<number> {
  const reader = new NachaReader();
  const options = { latestDay: LATEST_NACHA_DAY };
  let rows = 0;
  const take = (items: readonly NachaItem[]): void => {
    for (const item of items)
      if (item.type === 'entry' && nachaEntryToLedgerRow(item, options).class !== null) rows += 1;
  };
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) take(reader.push(chunk as Buffer));
  take(reader.end());
  return rows;
}
