import { parseArgs } from 'node:util';
import { RowReader } from '@clearwatch/service-kit/database/query-rows';
import type { Client } from 'pg';
import { withClient } from '../schema-owners.ts';
import { alertChainCheck, LEDGER_CHECKS, type LedgerCheck } from './ledger-checks.ts';
import { ROLLUP_CHECKS } from './rollup-checks.ts';

type Reader = Pick<Client, 'query'>;

const MAX_LISTED_DISAGREEMENTS = 20;

export interface Disagreement {
  /** Example: "account 4000123456, 2026-03-02". */
  place: string;
  figure: string;
  /** Null when there is no stored row. */
  kept: string | null;
  /** Null when there are no such entries. */
  counted: string | null;
}

/** `notYetProjected`: imports that the rollups do not contain yet. */
const EXTENT = new RowReader({ integer: ['transactions', 'members', 'imports', 'notYetProjected'] });
const EXTENT_SQL = `
  SELECT (SELECT count(*) FROM ledger.transactions) AS transactions,
         (SELECT count(*) FROM ledger.members) AS members,
         (SELECT count(*) FROM ledger.imports WHERE state IN ('stored', 'undoing')) AS imports,
         (SELECT count(*) FROM ledger.imports i WHERE state IN ('stored', 'undoing')
             AND NOT EXISTS (SELECT FROM analytics.projected_imports p WHERE p.import_id = i.id)) AS not_yet_projected`;

export type LedgerVerification = Awaited<ReturnType<typeof verifyLedger>>;

/**
 * Reads one snapshot, so imports may run meanwhile; unprojected imports are not disagreements.
 * @param client connected as the owner
 */
export async function verifyLedger(client: Reader) {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    // Millions of rows are grouped by up to three processes that each use this memory.
    await client.query(`SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '64MB'`);
    const extent = await EXTENT.one(client, EXTENT_SQL);
    const checks: Awaited<ReturnType<typeof runCheck>>[] = [];
    for (const check of [...LEDGER_CHECKS, ...ROLLUP_CHECKS, alertChainCheck])
      checks.push(await runCheck(client, check));
    return { agrees: checks.every(({ disagreements }) => disagreements === 0), extent, checks };
  } finally {
    await client.query('ROLLBACK');
  }
}

async function runCheck(client: Reader, { name, holds, sql }: LedgerCheck) {
  const { rows } = await client.query<Disagreement & { total: string }>(
    `SELECT place, figure, kept, counted, count(*) OVER () AS total FROM (${sql}) AS disagreement
     ORDER BY place, figure LIMIT ${MAX_LISTED_DISAGREEMENTS}`,
  );
  return {
    check: name,
    holds,
    disagreements: Number(rows[0]?.total ?? 0),
    first: rows.map(({ place, figure, kept, counted }) => ({ place, figure, kept, counted })),
  };
}

export function formatVerification({ agrees, extent, checks }: LedgerVerification): string {
  const number = (count: number) => count.toLocaleString('en-US');
  const about = `${number(extent.transactions)} transactions, ${number(extent.members)} members, ${number(extent.imports)} imports`;
  const verdict = agrees ? `The ledger agrees to the cent: ${about}.` : `The ledger DISAGREES: ${about}.`;
  const lines = [verdict];
  const waiting = `Imports not yet in the dashboard figures, and not checked against them: ${number(extent.notYetProjected)}.`;
  if (extent.notYetProjected > 0) lines.push(waiting);
  for (const { holds, disagreements, first } of checks) {
    if (disagreements === 0) continue;
    lines.push('', `Failed check: ${holds} Wrong figures: ${number(disagreements)}.`);
    for (const { place, figure, kept, counted } of first)
      lines.push(`  ${place}: ${figure} stored ${kept ?? 'none'}, counted ${counted ?? 'none'}`);
    if (disagreements > first.length) lines.push(`  … and ${number(disagreements - first.length)} more`);
  }
  return `${lines.join('\n')}\n`;
}

/** `ledger:verify [--json]`. @returns exit code: 0 agrees, 1 disagrees */
export async function runVerification(ownerUrl: string, args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean' } } });
  const verification = await withClient(ownerUrl, verifyLedger, 'clearwatch-ledger-verify');
  process.stdout.write(
    values.json === true ? `${JSON.stringify(verification, null, 2)}\n` : formatVerification(verification),
  );
  return verification.agrees ? 0 : 1;
}
