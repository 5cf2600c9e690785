import { parseArgs } from 'node:util';
import { defaultPolicy } from '@clearwatch/domain/detection/policy-document';
import { DEFAULT_DAYS, DEFAULT_LEDGER_OPTIONS } from '@clearwatch/sample-data/ledger-options';
import { Client } from 'pg';
import {
  EVALUATION_GOALS,
  type EvaluationFigures,
  type EvaluationResult,
  evaluateRules,
  figuresOf,
  missedGoals,
  type TypeResult,
} from './evaluate-rules.ts';
import { type EvaluationLedger, generatedLedger, ownLedger, policyInForce } from './evaluation-ledgers.ts';

const HEADER = ['activity type', 'obvious', 'hard', 'under its own name', 'noise'];
const MAX_LISTED = 20;

/** What a person at a shell reads: one row for each type over all ledgers, the goals, and what went wrong. */
export function formatEvaluation(results: readonly EvaluationResult[]): string {
  const rows = sumByType(results).map(({ activityType, obvious, hard, named, noise }) => [
    activityType,
    `${obvious.found} of ${obvious.planted}`,
    `${hard.found} of ${hard.planted}`,
    String(named),
    String(noise),
  ]);
  const missed = results.flatMap((result) => result.missed);
  const flagged = results.flatMap(({ lookAlikes }) => lookAlikes.flagged);
  const noise = results.flatMap((result) => result.noise);
  return [
    formatTable([HEADER, ...rows]),
    '',
    formatGoals(figuresOf(results)),
    '',
    formatList('Missed', missed, ({ id, why }) => `${id}: ${why}`),
    formatList('Look-alikes flagged', flagged, ({ id, why }) => `${id}: ${why}`),
    formatList('Noise', noise, ({ activityType, riskLevel, description }) =>
      [activityType, riskLevel, description].join(' · '),
    ),
  ].join('\n');
}

function sumByType(results: readonly EvaluationResult[]): TypeResult[] {
  const byType = Map.groupBy(
    results.flatMap(({ types }) => types),
    ({ activityType }) => activityType,
  );
  return [...byType].map(([activityType, types]) => {
    const sum = (value: (type: TypeResult) => number) => types.reduce((all, type) => all + value(type), 0);
    return {
      activityType,
      obvious: { planted: sum((t) => t.obvious.planted), found: sum((t) => t.obvious.found) },
      hard: { planted: sum((t) => t.hard.planted), found: sum((t) => t.hard.found) },
      named: sum((t) => t.named),
      noise: sum((t) => t.noise),
    };
  });
}

function formatGoals(figures: EvaluationFigures): string {
  const missed = new Set(missedGoals(figures));
  const verdict = (name: keyof EvaluationFigures) => (missed.has(name) ? 'MISSED' : 'ok');
  return formatTable([
    ['figure', 'measured', 'goal', ''],
    [
      'behaviours found',
      percent(figures.recall),
      `>= ${percent(EVALUATION_GOALS.recall)}`,
      verdict('recall'),
    ],
    [
      'obvious ones found',
      percent(figures.recallObvious),
      `>= ${percent(EVALUATION_GOALS.recallObvious)}`,
      verdict('recallObvious'),
    ],
    [
      'clean accounts flagged, of 1,000',
      figures.flaggedPerThousandClean.toFixed(1),
      `<= ${EVALUATION_GOALS.flaggedPerThousandClean}`,
      verdict('flaggedPerThousandClean'),
    ],
    [
      'alerts for each behaviour found',
      figures.alertsPerBehaviour.toFixed(2),
      `<= ${EVALUATION_GOALS.alertsPerBehaviour}`,
      verdict('alertsPerBehaviour'),
    ],
  ]);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | '))
    .join('\n');
}

function formatList<Item>(title: string, items: readonly Item[], tell: (item: Item) => string): string {
  const shown = items.slice(0, MAX_LISTED).map((item) => `  ${tell(item)}`);
  const left = items.length - shown.length;
  return [`${title}: ${items.length}`, ...shown, ...(left > 0 ? [`  … and ${left} more`] : [])].join('\n');
}

/** Four times the sample: about five plants of each pattern in every ledger. */
const TIMES_SAMPLE = 4;

const OPTIONS = {
  seeds: { type: 'string', default: '1,2,3,4,5' },
  'own-ledger': { type: 'boolean', default: false },
} as const;

interface EvaluationContext {
  /** Gives the institution's database to `work`, as its owner; called for its own ledger only. */
  withDatabase: (work: (ownerUrl: string) => Promise<EvaluationResult[]>) => Promise<EvaluationResult[]>;
  say: (text: string) => void;
}

/**
 * `drill [--seeds 1,2,3] [--own-ledger]`: plants labelled behaviours, runs all rules, tells what was found and what was noise.
 *
 * @returns the exit code: 0 when every goal is met, 1 when not
 * @throws Error when it could not run, with a sentence that says why
 */
export async function runRuleEvaluation(
  args: readonly string[],
  { withDatabase, say }: EvaluationContext,
): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const seeds = seedsIn(values.seeds);
  const results = values['own-ledger']
    ? await withDatabase((ownerUrl) => evaluateOwnLedger(ownerUrl, seeds))
    : await evaluateGenerated(seeds);
  say(formatEvaluation(results));
  return missedGoals(figuresOf(results)).length === 0 ? 0 : 1;
}

function seedsIn(text: string): number[] {
  const seeds = text.split(',').map(Number);
  if (seeds.some((seed) => !Number.isSafeInteger(seed) || seed < 0))
    throw new RangeError(`--seeds takes whole numbers with commas between them, got "${text}".`);
  return seeds;
}

async function evaluateGenerated(seeds: readonly number[]): Promise<EvaluationResult[]> {
  return evaluateInTurn(seeds, (seed) =>
    generatedLedger({
      seed,
      transactions: TIMES_SAMPLE * DEFAULT_LEDGER_OPTIONS.transactions,
      accounts: TIMES_SAMPLE * DEFAULT_LEDGER_OPTIONS.accounts,
      lastDay: DEFAULT_LEDGER_OPTIONS.lastDay,
      days: DEFAULT_DAYS,
    }),
  );
}

async function evaluateInTurn(
  seeds: readonly number[],
  ledgerOf: (seed: number) => EvaluationLedger,
): Promise<EvaluationResult[]> {
  const results: EvaluationResult[] = [];
  for (const seed of seeds) results.push(await evaluateRules(ledgerOf(seed), defaultPolicy()));
  return results;
}

/** One snapshot, read only: whatever goes wrong, the ledger stays as it is. */
async function evaluateOwnLedger(ownerUrl: string, seeds: readonly number[]): Promise<EvaluationResult[]> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'clearwatch-drill' });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0');
    const policy = await policyInForce(client);
    const results: EvaluationResult[] = [];
    for (const seed of seeds) results.push(await evaluateRules(await ownLedger(client, seed), policy));
    return results;
  } finally {
    await client.end();
  }
}
