import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { tellVerification } from './tell-verification.ts';
import { verifyLedger } from './verify-ledger.ts';

/**
 * `ledger:verify [--json]`: says what agrees and what does not.
 *
 * @returns the exit code: 0 when everything agrees, 1 when not
 * @throws Error when it could not be checked
 */
export async function runVerification(ownerUrl: string, args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean' } } });
  const client = new Client({ connectionString: ownerUrl, application_name: 'clearwatch-ledger-verify' });
  await client.connect();
  try {
    const verification = await verifyLedger(client);
    process.stdout.write(
      values.json === true ? `${JSON.stringify(verification, null, 2)}\n` : tellVerification(verification),
    );
    return verification.agrees ? 0 : 1;
  } finally {
    await client.end();
  }
}
