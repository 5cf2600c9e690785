import type { Client } from 'pg';
import { LEDGER_CHECKS } from './checks/index.ts';
import type { LedgerCheck } from './ledger-check.ts';

/** So many disagreements of a check are told; the others are counted. */
const TOLD = 20;

export interface Disagreement {
  /** Which row: "account 4000123456, 2026-03-02". */
  place: string;
  /** What of it: "credits". */
  figure: string;
  /** As the table says; null when it has no such row or value. */
  kept: string | null;
  /** As the entries of the ledger add up; null when there are none. */
  counted: string | null;
}

export interface CheckResult {
  check: string;
  holds: string;
  /** How many figures disagree. */
  disagreements: number;
  /** The first of them. */
  first: Disagreement[];
}

export interface LedgerVerification {
  agrees: boolean;
  /** What the proof is about. `notYetProjected` are imports in the ledger that the figures do not hold yet. */
  extent: { transactions: number; members: number; imports: number; notYetProjected: number };
  checks: CheckResult[];
}

/**
 * Proves, to the cent, that the ledger's entries, its members, what imports say of themselves and the rollups of analytics
 * agree. Reads one snapshot and writes nothing, so that it may run beside imports: each of them is one transaction, and
 * what is stored but not yet projected is no disagreement.
 *
 * @param client the owner's connection (or one that may read both schemas), not in a transaction
 */
export async function verifyLedger(client: Pick<Client, 'query'>): Promise<LedgerVerification> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    // Millions of rows are grouped, by up to three processes: some memory for each, the rest on disk, for as long as it takes.
    await client.query(`SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '64MB'`);
    const extent = await extentOf(client);
    const checks: CheckResult[] = [];
    for (const check of LEDGER_CHECKS) checks.push(await run(client, check));
    return { agrees: checks.every(({ disagreements }) => disagreements === 0), extent, checks };
  } finally {
    await client.query('ROLLBACK');
  }
}

async function run(client: Pick<Client, 'query'>, { name, holds, sql }: LedgerCheck): Promise<CheckResult> {
  const { rows } = await client.query<Disagreement & { total: string }>(
    `SELECT place, figure, kept, counted, count(*) OVER () AS total FROM (${sql}) AS disagreement
     ORDER BY place, figure LIMIT ${TOLD}`,
  );
  return {
    check: name,
    holds,
    disagreements: Number(rows[0]?.total ?? 0),
    first: rows.map(({ place, figure, kept, counted }) => ({ place, figure, kept, counted })),
  };
}

async function extentOf(client: Pick<Client, 'query'>): Promise<LedgerVerification['extent']> {
  const { rows } = await client.query<Record<'transactions' | 'members' | 'imports' | 'waiting', string>>(`
    SELECT (SELECT count(*) FROM ledger.transactions) AS transactions,
           (SELECT count(*) FROM ledger.members) AS members,
           (SELECT count(*) FROM ledger.imports WHERE state IN ('stored', 'undoing')) AS imports,
           (SELECT count(*) FROM ledger.imports i WHERE state IN ('stored', 'undoing')
               AND NOT EXISTS (SELECT FROM analytics.projected_imports p WHERE p.import_id = i.id)) AS waiting`);
  const [row] = rows;
  return {
    transactions: Number(row?.transactions),
    members: Number(row?.members),
    imports: Number(row?.imports),
    notYetProjected: Number(row?.waiting),
  };
}
