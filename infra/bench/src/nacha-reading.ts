import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { NachaReader } from '@clearwatch/domain/nacha/nacha-reader';
import { nachaEntryToLedgerRow } from '@clearwatch/domain/nacha/nacha-to-ledger-row';
import type { NachaItem } from '@clearwatch/domain/nacha/open-nacha-file';
import type { BenchLine } from './line.ts';

const ROUNDS = 7;
const CHUNK_BYTES = 256 * 1024;
const LATEST_DAY = '2027-12-31';

/** A NACHA file read, validated and made into ledger rows, nothing stored, against cutting it into its lines. */
export async function nachaReadingLine(path: string, rows: number): Promise<BenchLine> {
  const limits: number[] = [];
  const times: number[] = [];
  // In turns, and of each the best: what others do on the machine and the first rounds, not yet compiled, only add.
  for (let round = 0; round < ROUNDS; round += 1) {
    limits.push(await timed(() => countRecords(path), rows));
    times.push(await timed(() => countRows(path), rows));
  }
  return {
    what: 'read and validate NACHA, nothing stored',
    rows,
    milliseconds: Math.min(...times),
    limit: { what: 'cutting it into records', milliseconds: Math.min(...limits) },
    goal: 6,
    peakMegabytes: null,
  };
}

async function timed(count: () => Promise<number>, expected: number): Promise<number> {
  const started = performance.now();
  const counted = await count();
  if (counted !== expected) throw new Error(`${counted} of ${expected} entries were read`);
  return performance.now() - started;
}

/** What every reader has to do: each line of 94 characters as a text of its own. */
async function countRecords(path: string): Promise<number> {
  const input = createReadStream(path, { encoding: 'latin1', highWaterMark: CHUNK_BYTES });
  let entries = 0;
  for await (const record of createInterface({ input, crlfDelay: Infinity }))
    if (record.length === 94 && record.startsWith('6')) entries += 1;
  return entries;
}

async function countRows(path: string): Promise<number> {
  const reader = new NachaReader();
  let rows = 0;
  const take = (items: readonly NachaItem[]): void => {
    for (const item of items)
      if (item.type === 'entry' && nachaEntryToLedgerRow(item, { latestDay: LATEST_DAY }).class !== null)
        rows += 1;
  };
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }))
    take(reader.push(chunk as Buffer));
  take(reader.end());
  return rows;
}
