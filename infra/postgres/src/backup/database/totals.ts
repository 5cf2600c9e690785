import type { ClientBase } from 'pg';

/** What is counted before and after, for people to compare: how many, and where there is money, in cents. */
export type Totals = Record<string, { count: string; credits?: string; debits?: string }>;

const COUNTED: Readonly<Record<string, string>> = {
  entries: `SELECT count(*) AS count,
      coalesce(sum(amount) FILTER (WHERE transaction_type = 'Credit'), 0) AS credits,
      coalesce(sum(amount) FILTER (WHERE transaction_type = 'Debit'), 0) AS debits FROM ledger.transactions`,
  members: `SELECT count(*) AS count, coalesce(sum(total_credits), 0) AS credits,
      coalesce(sum(total_debits), 0) AS debits FROM ledger.members`,
  imports: 'SELECT count(*) AS count FROM ledger.imports',
  documents: 'SELECT count(*) AS count FROM ledger.parse_jobs',
  alerts: 'SELECT count(*) AS count FROM analytics.unusual_activities',
  reports: 'SELECT count(*) AS count FROM reports.ai_reports',
  users: 'SELECT count(*) AS count FROM auth.users',
  'audit events': 'SELECT count(*) AS count FROM auth.audit_events',
};

export async function totalsOf(client: ClientBase): Promise<Totals> {
  const totals: Totals = {};
  for (const [what, sql] of Object.entries(COUNTED)) {
    const { rows } = await client.query<{ count: string; credits?: string; debits?: string }>(sql);
    const [row] = rows;
    if (row === undefined) continue;
    totals[what] = {
      count: row.count,
      ...(row.credits === undefined ? {} : { credits: cents(row.credits) }),
      ...(row.debits === undefined ? {} : { debits: cents(row.debits) }),
    };
  }
  return totals;
}

/** "1234.50" is 123450; without a number in between, which a ledger may outgrow. */
function cents(decimal: string): string {
  const [dollars = '0', fraction = ''] = decimal.split('.');
  return String(BigInt(`${dollars}${fraction.padEnd(2, '0')}`));
}

/** How far the audit log goes, as `<number>:<hash>`. */
export async function auditHeadOf(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ head: string }>(
    `SELECT seq || ':' || hash AS head FROM auth.audit_events ORDER BY seq DESC LIMIT 1`,
  );
  return rows[0]?.head ?? null;
}
