import { AuditKeys } from '@clearwatch/auth/audit/audit-keys';
import { inSnapshot } from '@clearwatch/auth/audit/snapshot';
import { verifyChain } from '@clearwatch/auth/audit/verify/verify-chain';
import { Client } from 'pg';
import { tellVerification } from '../verify/tell-verification.ts';
import { verifyLedger } from '../verify/verify-ledger.ts';
import type { CheckedArchive } from './check-archive.ts';

/**
 * Holds a restored installation to its own proofs: the ledger agrees to the cent, and the audit log is intact as far as it went.
 * @returns what a person reads; `isSound` false when a proof fails, as it may have before the backup
 */
export async function verifyRestored(
  ownerUrl: string,
  { keys, manifest }: CheckedArchive,
): Promise<{ isSound: boolean; text: string }> {
  const ledger = await ledgerOf(ownerUrl);
  const audit = await inSnapshot({ url: ownerUrl, purpose: 'restore' }, (client) =>
    verifyChain(client, new AuditKeys(keys.audit)),
  );
  const head = audit.lastSeq === null ? null : `${audit.lastSeq}:${audit.lastHash}`;
  const isAsNoted = manifest.auditHead === null || head === manifest.auditHead;
  const ofAudit = audit.intact
    ? `The audit log is intact: ${audit.events} events; its head is ${head ?? 'none'}${isAsNoted ? ', as it was' : ''}.`
    : `The audit log is BROKEN. ${audit.brokenAt?.sentence ?? ''}`;
  return {
    isSound: ledger.agrees && audit.intact && isAsNoted,
    text: `${tellVerification(ledger)}${ofAudit}\n`,
  };
}

async function ledgerOf(ownerUrl: string): ReturnType<typeof verifyLedger> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'clearwatch-restore' });
  await client.connect();
  try {
    return await verifyLedger(client);
  } finally {
    await client.end();
  }
}
