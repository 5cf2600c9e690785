import {
  type Disagreement,
  type LedgerVerification,
  verifyLedger,
} from '@clearwatch/infra-postgres/verify/verify-ledger';
import type { IngestApp } from './ingest-app.ts';

/** Whatever entries, members, imports, skipped rows and identities do not agree on; always nothing. */
export async function wrongFigures({ owner }: Pick<IngestApp, 'owner'>): Promise<Disagreement[]> {
  const { checks }: LedgerVerification = await verifyLedger(owner);
  return checks.flatMap(({ first }) => first);
}
