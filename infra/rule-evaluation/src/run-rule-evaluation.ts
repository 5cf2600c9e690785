import { parseArgs } from 'node:util';
import { defaultPolicy } from '@clearwatch/domain/detection/policy-document';
import { DEFAULT_DAYS, DEFAULT_LEDGER_OPTIONS } from '@clearwatch/sample-data/ledger-options';
import { Client } from 'pg';
import {
  EVALUATION_GOALS,
  type EvaluationResult,
  evaluateRules,
  figuresOf,
  missedGoals,
  sumOf,
} from './evaluate-rules.ts';
import { generatedLedger, ownLedger, policyInForce } from './evaluation-ledgers.ts';

const HEADER = ['activity type', 'obvious', 'hard', 'found under its own type', 'noise'];
const MAX_LISTED = 20;

export function formatEvaluation(results: readonly EvaluationResult[]): string {
  const allTypes = results.flatMap(({ types }) => types);
  const rows = [...Map.groupBy(allTypes, ({ activityType }) => activityType)].map(([activityType, types]) => [
    activityType,
    `${sumOf(types, ({ obvious }) => obvious.found)} of ${sumOf(types, ({ obvious }) => obvious.injected)}`,
    `${sumOf(types, ({ hard }) => hard.found)} of ${sumOf(types, ({ hard }) => hard.injected)}`,
    String(sumOf(types, ({ named }) => named)),
    String(sumOf(types, ({ noise }) => noise)),
  ]);
  const behaviorText = ({ id, why }: EvaluationResult['missed'][number]) => `${id}: ${why}`;
  const alertText = ({ activityType, riskLevel, description }: EvaluationResult['noise'][number]) =>
    `${activityType} · ${riskLevel} · ${description}`;
  const lists = {
    Missed: results.flatMap(({ missed }) => missed.map(behaviorText)),
    'Look-alikes flagged': results.flatMap((result) => result.flaggedLookAlikes.map(behaviorText)),
    Noise: results.flatMap(({ noise }) => noise.map(alertText)),
  };
  const tables = [formatTable([HEADER, ...rows]), '', formatGoals(figuresOf(results)), ''];
  return [...tables, ...Object.entries(lists).map(([title, items]) => formatList(title, items))].join('\n');
}

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;

function formatGoals(figures: ReturnType<typeof figuresOf>): string {
  const missed = new Set<string>(missedGoals(figures));
  const rows = Object.entries(EVALUATION_GOALS).map(([name, { label, comparison, goal, decimals }]) => {
    const measured = figures[name as keyof typeof figures];
    const [measuredText, goalText] =
      decimals === 'share' ? [percent(measured), percent(goal)] : [measured.toFixed(decimals), String(goal)];
    return [label, measuredText, `${comparison} ${goalText}`, missed.has(name) ? 'MISSED' : 'ok'];
  });
  return formatTable([['figure', 'measured', 'goal', ''], ...rows]);
}

function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')).join('\n');
}

function formatList(title: string, items: readonly string[]): string {
  const shown = items.slice(0, MAX_LISTED).map((item) => `  ${item}`);
  const left = items.length - shown.length;
  return [`${title}: ${items.length}`, ...shown, ...(left > 0 ? [`  … and ${left} more`] : [])].join('\n');
}

/** Four times the sample: about four injected behaviors for each pattern in every ledger. */
const TIMES_SAMPLE = 4;

const OPTIONS = {
  seeds: { type: 'string', default: '1,2,3,4,5' },
  'own-ledger': { type: 'boolean', default: false },
} as const;

interface EvaluationContext {
  /** Runs `work` with the owner's URL for the institution's database. Called only with `--own-ledger`. */
  withDatabase: (work: (ownerUrl: string) => Promise<EvaluationResult[]>) => Promise<EvaluationResult[]>;
  print: (text: string) => void;
}

/** `evaluate-rules [--seeds 1,2,3] [--own-ledger]`. @returns exit code: 0 when every goal is met, 1 when not */
export async function runRuleEvaluation(
  args: readonly string[],
  { withDatabase, print }: EvaluationContext,
): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const seeds = values.seeds.split(',').map(Number);
  if (seeds.some((seed) => !Number.isSafeInteger(seed) || seed < 0))
    throw new RangeError(`--seeds takes comma-separated whole numbers, not "${values.seeds}".`);
  const results = values['own-ledger']
    ? await withDatabase((ownerUrl) => evaluateOwnLedger(ownerUrl, seeds))
    : await evaluateGenerated(seeds);
  print(formatEvaluation(results));
  return missedGoals(figuresOf(results)).length === 0 ? 0 : 1;
}

async function evaluateGenerated(seeds: readonly number[]): Promise<EvaluationResult[]> {
  const { transactions, accounts, lastDay } = DEFAULT_LEDGER_OPTIONS;
  const size = { transactions: TIMES_SAMPLE * transactions, accounts: TIMES_SAMPLE * accounts };
  const results: EvaluationResult[] = [];
  for (const seed of seeds) {
    const ledger = generatedLedger({ ...size, seed, lastDay, days: DEFAULT_DAYS });
    results.push(await evaluateRules(ledger, defaultPolicy()));
  }
  return results;
}

async function evaluateOwnLedger(ownerUrl: string, seeds: readonly number[]): Promise<EvaluationResult[]> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'clearwatch-rule-evaluation' });
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
