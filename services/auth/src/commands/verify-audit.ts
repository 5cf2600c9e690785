import { parseArgs } from 'node:util';
import type { AuditVerification } from '@clearwatch/contracts/audit-events.dto';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { AuditKeys } from '../audit/audit-chain.ts';
import { verifyChain, withSnapshot } from '../audit/audit-verification.ts';
import { differenceFromCheckpoint, parseCheckpoint } from './audit-log-checks.ts';
import { AuditCommandEnvironment, runCommand } from './operator-command.ts';

/** Read-only, so that it works on a restored copy. */
const [INTACT, BROKEN, NOT_CHECKED] = [0, 1, 2];

await runCommand(async () => {
  const { values } = parseArgs({ options: { expect: { type: 'string' } } });
  const checkpoint = values.expect === undefined ? null : parseCheckpoint(values.expect);
  const environment = readEnvironment(AuditCommandEnvironment);
  return withSnapshot({ url: environment.DATABASE_URL, purpose: 'audit-verify' }, async (client) => {
    const verification = await verifyChain(client, new AuditKeys(environment.AUDIT_KEYS));
    const { brokenAt } = verification;
    if (brokenAt !== null) return print(BROKEN, `The audit log is BROKEN. ${brokenAt.sentence}`);
    const difference =
      checkpoint === null ? null : await differenceFromCheckpoint(checkpoint, verification, client);
    if (difference !== null) return print(BROKEN, `The audit log is BROKEN. ${difference}`);
    return print(INTACT, ...summaryOf(verification));
  });
}, NOT_CHECKED);

function summaryOf({ events, firstSeq, lastSeq, lastHash, expiredMonths }: AuditVerification): string[] {
  if (lastSeq === null) return ['The audit log is intact: it is empty.'];
  const months = expiredMonths === 1 ? '1 month has' : `${expiredMonths} months have`;
  return [
    `The audit log is intact: ${events} events, from ${firstSeq ?? lastSeq + 1} to ${lastSeq}.`,
    ...(expiredMonths === 0 ? [] : [`${months} expired; the seals say what was in them.`]),
    `Head, to be noted elsewhere: ${lastSeq}:${lastHash}`,
  ];
}

function print(code: number, ...lines: string[]): number {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  return code;
}
