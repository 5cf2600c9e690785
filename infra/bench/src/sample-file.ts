import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FORMATS } from '@clearwatch/sample-data/formats';
import { generateLedger } from '@clearwatch/sample-data/ledger/generate-ledger';

const ROWS_PER_ACCOUNT = 40;

/**
 * A generated file; the seed keeps two of them from sharing rows.
 * @throws Error for a format that the generator does not know
 */
export async function writeSampleFile(options: {
  path: string;
  rows: number;
  seed: number;
  format: string;
}): Promise<void> {
  const chunksOf = FORMATS[options.format];
  if (chunksOf === undefined) throw new Error(`There is no format ${options.format}.`);
  const entries = generateLedger({
    seed: options.seed,
    transactions: options.rows,
    accounts: Math.ceil(options.rows / ROWS_PER_ACCOUNT),
    lastDay: '2026-10-30',
  });
  await pipeline(Readable.from(chunksOf(entries), { highWaterMark: 1 }), createWriteStream(options.path));
}
