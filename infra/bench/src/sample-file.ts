import { createWriteStream } from 'node:fs';
import { writeJson } from '@clearwatch/sample-data/json/write-json';
import { generateLedger } from '@clearwatch/sample-data/ledger/generate-ledger';

const ROWS_PER_ACCOUNT = 40;

/** A generated extraction file; the seed keeps two sizes from sharing rows. */
export async function writeSampleFile(options: { path: string; rows: number; seed: number }): Promise<void> {
  const entries = generateLedger({
    seed: options.seed,
    transactions: options.rows,
    accounts: Math.ceil(options.rows / ROWS_PER_ACCOUNT),
    lastDay: '2026-10-30',
  });
  await writeJson(createWriteStream(options.path), entries, 'extraction');
}
