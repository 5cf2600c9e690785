import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { TemporaryInstallation } from '@clearwatch/infra-local/temporary-installation';
import { writeJson } from '@clearwatch/sample-data/formats/ledger-formats';
import { generateLedger } from '@clearwatch/sample-data/generate-ledger';

/** As many as in the sample that an empty system offers. */
export const TRANSACTIONS = 13_190;
const ACCOUNTS = 2_583;

/**
 * @param lastDay the newest posting day, ISO: with the same day the ledger is the same whenever a test is run
 * @returns the path of its file, `ledger.json` in the installation's folder
 */
export async function writeGeneratedLedger(
  installation: TemporaryInstallation,
  lastDay: string,
): Promise<string> {
  const file = join(installation.dataDirectory, 'ledger.json');
  const ledger = generateLedger({ seed: 7, transactions: TRANSACTIONS, accounts: ACCOUNTS, lastDay });
  await writeJson(createWriteStream(file), ledger, 'extraction');
  return file;
}
