import { parseArgs } from 'node:util';
import { defaultPolicy } from '@clearwatch/domain/detection/policy-document';
import { DEFAULT_DAYS, SAMPLE } from '@clearwatch/sample-data/options';
import { Client } from 'pg';
import { drill } from './drill.ts';
import { figuresOf, missedGoals } from './drill-figures.ts';
import type { DrillLedger } from './drill-ledger.ts';
import { generatedLedger } from './generated-ledger.ts';
import type { DrillResult } from './judge-drill.ts';
import { ownLedger } from './own-ledger.ts';
import { policyInForce } from './policy-in-force.ts';
import { tellDrill } from './tell-drill.ts';

/** Four times the sample: about five plants of each pattern in every ledger. */
const TIMES_SAMPLE = 4;

const OPTIONS = {
  seeds: { type: 'string', default: '1,2,3,4,5' },
  'own-ledger': { type: 'boolean', default: false },
} as const;

interface Surroundings {
  /** Gives the institution's database to `work`, as its owner; called for its own ledger only. */
  withDatabase: (work: (ownerUrl: string) => Promise<DrillResult[]>) => Promise<DrillResult[]>;
  say: (text: string) => void;
}

/**
 * `drill [--seeds 1,2,3] [--own-ledger]`: plants labelled behaviours, runs all rules, tells what was found and what was noise.
 *
 * @returns the exit code: 0 when every goal is met, 1 when not
 * @throws Error when it could not run, with a sentence that says why
 */
export async function runDrill(
  args: readonly string[],
  { withDatabase, say }: Surroundings,
): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const seeds = seedsIn(values.seeds);
  const results = values['own-ledger']
    ? await withDatabase((ownerUrl) => drillOwnLedger(ownerUrl, seeds))
    : await drillGenerated(seeds);
  say(tellDrill(results));
  return missedGoals(figuresOf(results)).length === 0 ? 0 : 1;
}

function seedsIn(text: string): number[] {
  const seeds = text.split(',').map(Number);
  if (seeds.some((seed) => !Number.isSafeInteger(seed) || seed < 0))
    throw new RangeError(`--seeds takes whole numbers with commas between them, got "${text}".`);
  return seeds;
}

async function drillGenerated(seeds: readonly number[]): Promise<DrillResult[]> {
  return inTurn(seeds, (seed) =>
    generatedLedger({
      seed,
      transactions: TIMES_SAMPLE * SAMPLE.transactions,
      accounts: TIMES_SAMPLE * SAMPLE.accounts,
      lastDay: SAMPLE.lastDay,
      days: DEFAULT_DAYS,
    }),
  );
}

async function inTurn(
  seeds: readonly number[],
  ledgerOf: (seed: number) => DrillLedger,
): Promise<DrillResult[]> {
  const results: DrillResult[] = [];
  for (const seed of seeds) results.push(await drill(ledgerOf(seed), defaultPolicy()));
  return results;
}

/** One snapshot, read only: whatever goes wrong, the ledger stays as it is. */
async function drillOwnLedger(ownerUrl: string, seeds: readonly number[]): Promise<DrillResult[]> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'clearwatch-drill' });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0');
    const policy = await policyInForce(client);
    const results: DrillResult[] = [];
    for (const seed of seeds) results.push(await drill(await ownLedger(client, seed), policy));
    return results;
  } finally {
    await client.end();
  }
}
