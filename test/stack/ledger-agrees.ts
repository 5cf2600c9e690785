import type { TemporaryInstallation } from '@clearwatch/infra-local/temporary-installation';
import { verifyLedger } from '@clearwatch/infra-postgres/verify/verify-ledger';
import { Client } from 'pg';

/** What a test may expect of the whole ledger. */
interface LedgerExtent {
  transactions: number;
  members: number;
  imports: number;
  /** Cents. */
  credits: number;
  debits: number;
}

/**
 * Entries, members, imports and figures agree to the cent, and nothing waits for the figures.
 *
 * @returns what the ledger holds, for comparing with what was sent
 * @throws with every wrong figure that is told
 */
export async function ledgerThatAgrees(installation: TemporaryInstallation): Promise<LedgerExtent> {
  const client = new Client({ connectionString: installation.stack.ownerUrl });
  await client.connect();
  try {
    const { checks, extent } = await verifyLedger(client);
    expect(checks.filter(({ disagreements }) => disagreements > 0)).toEqual([]);
    expect(extent.notYetProjected).toBe(0);
    const { rows } = await client.query<{ credits: string; debits: string }>(
      'SELECT coalesce(sum(total_credits), 0) AS credits, coalesce(sum(total_debits), 0) AS debits FROM ledger.members',
    );
    const { transactions, members, imports } = extent;
    return {
      transactions,
      members,
      imports,
      credits: cents(rows[0]?.credits),
      debits: cents(rows[0]?.debits),
    };
  } finally {
    await client.end();
  }
}

function cents(amount: string | undefined): number {
  return Number((amount ?? '').replace('.', ''));
}
