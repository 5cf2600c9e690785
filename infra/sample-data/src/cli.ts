import { createWriteStream, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { FORMATS } from './formats.ts';
import { generateLedger } from './ledger/generate-ledger.ts';
import type { LedgerOptions } from './options.ts';
import { plantedBehaviours } from './plants/planted-behaviours.ts';

const USAGE = `node infra/sample-data/src/cli.ts --last-day YYYY-MM-DD [--seed 1] [--transactions 13190] [--accounts 2583]
  [--days 420] [--format ${Object.keys(FORMATS).join('|')}] [--out file] [--labels labels.json]
Writes a generated ledger to the file, or to standard output; --labels writes what is planted in it.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      transactions: { type: 'string', default: '13190' },
      accounts: { type: 'string', default: '2583' },
      'last-day': { type: 'string' },
      days: { type: 'string', default: '420' },
      format: { type: 'string', default: 'extraction' },
      out: { type: 'string' },
      labels: { type: 'string' },
    },
  });
  const inFormat = FORMATS[values.format];
  if (!inFormat) throw new RangeError(`--format must be one of: ${Object.keys(FORMATS).join(', ')}`);
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
  await pipeline(Readable.from(inFormat(generateLedger(options)), { highWaterMark: 1 }), output);
}

try {
  await main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 1;
}
