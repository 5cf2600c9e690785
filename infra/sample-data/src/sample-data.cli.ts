import { createWriteStream, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FORMATS, writeLedger } from './formats/ledger-formats.ts';
import { generateLedger } from './generate-ledger.ts';
import { injectedBehaviors } from './injected-patterns/injected-behaviors.ts';
import { DEFAULT_DAYS, DEFAULT_LEDGER_OPTIONS, type LedgerOptions } from './ledger-options.ts';

const optional = (value: string | number) => ({ type: 'string', default: String(value) }) as const;
const { seed, transactions, accounts, lastDay } = DEFAULT_LEDGER_OPTIONS;
const OPTIONS = {
  seed: optional(seed),
  transactions: optional(transactions),
  accounts: optional(accounts),
  'last-day': optional(lastDay),
  days: optional(DEFAULT_DAYS),
  format: optional('extraction'),
  out: { type: 'string' },
  labels: { type: 'string' },
} as const;
const USAGE = `node infra/sample-data/dist/sample-data.cli.js [--seed ${seed}] [--transactions ${transactions}] [--accounts ${accounts}]
  [--last-day ${lastDay}] [--days ${DEFAULT_DAYS}] [--format ${Object.keys(FORMATS).join('|')}] [--out file] [--labels labels.json]
Writes a generated ledger to the file, or to standard output; --labels writes a list of the injected behaviors.`;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  const format = (Object.keys(FORMATS) as (keyof typeof FORMATS)[]).find((name) => name === values.format);
  if (format === undefined) throw new RangeError(`--format must be one of: ${Object.keys(FORMATS).join(', ')}`);
  const options: LedgerOptions = {
    seed: Number(values.seed),
    transactions: Number(values.transactions),
    accounts: Number(values.accounts),
    lastDay: values['last-day'],
    days: Number(values.days),
  };
  if (values.labels !== undefined) writeFileSync(values.labels, JSON.stringify(injectedBehaviors(options), null, 2));
  const output = values.out === undefined ? process.stdout : createWriteStream(values.out);
  await writeLedger(output, generateLedger(options), format);
}

try {
  await main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 1;
}
