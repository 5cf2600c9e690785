import { createWriteStream, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { csvChunks } from './csv/csv-chunks.ts';
import { SHAPES } from './json/rows.ts';
import { jsonChunks } from './json/write-json.ts';
import { generateLedger } from './ledger/generate-ledger.ts';
import type { LedgerOptions } from './options.ts';
import { plantedBehaviours } from './plants/planted-behaviours.ts';

const FILE_SHAPES = [...SHAPES, 'csv'] as const;
const USAGE = `node infra/sample-data/src/cli.ts --last-day YYYY-MM-DD [--seed 1] [--transactions 13190] [--accounts 2583]
  [--days 420] [--shape extraction|dashboard|csv] [--out file] [--labels labels.json]
Writes a generated ledger to the file, or to standard output; --labels writes what is planted in it.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      transactions: { type: 'string', default: '13190' },
      accounts: { type: 'string', default: '2583' },
      'last-day': { type: 'string' },
      days: { type: 'string', default: '420' },
      shape: { type: 'string', default: 'extraction' },
      out: { type: 'string' },
      labels: { type: 'string' },
    },
  });
  const shape = FILE_SHAPES.find((known) => known === values.shape);
  if (!shape) throw new RangeError(`--shape must be one of: ${FILE_SHAPES.join(', ')}`);
  if (values['last-day'] === undefined) throw new RangeError('--last-day is required');
  const options: LedgerOptions = {
    seed: Number(values.seed),
    transactions: Number(values.transactions),
    accounts: Number(values.accounts),
    lastDay: values['last-day'],
    days: Number(values.days),
  };
  if (values.labels !== undefined)
    writeFileSync(values.labels, JSON.stringify(plantedBehaviours(options), null, 2));
  const output = values.out === undefined ? process.stdout : createWriteStream(values.out);
  const ledger = generateLedger(options);
  const text = shape === 'csv' ? csvChunks(ledger) : jsonChunks(ledger, shape);
  await pipeline(Readable.from(text, { highWaterMark: 1 }), output);
}

try {
  await main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 1;
}
