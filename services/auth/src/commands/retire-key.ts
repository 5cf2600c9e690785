import type { AuditDetail } from '@clearwatch/contracts/audit/audit-actions';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import type { EntityManager } from 'typeorm';
import { AuditKeys } from '../audit/audit-keys.ts';
import { assertUnused } from './audit-keys-in-use.ts';
import { type KeyName, keyIdsOf, keyNameOf } from './key-names.ts';
import { operator } from './operator.ts';
import { operatorLog } from './operator-log.ts';
import { resealTwoFactor } from './reseal-two-factor.ts';
import { RetireKeyEnvironment } from './retire-key.environment.ts';
import { runCommand, withDatabase } from './run-command.ts';

type Preparation = (environment: RetireKeyEnvironment, manager: EntityManager) => Promise<string>;

const PREPARATIONS: Readonly<Record<KeyName, Preparation>> = {
  session: async () => 'Sessions signed by old keys end; their users sign in again.',
  identity: async () => 'Identities live for a minute; nothing needs the old keys.',
  'two-factor': async ({ TWO_FACTOR_KEYS }, manager) =>
    `Secrets encrypted by the newest key: ${await resealTwoFactor(TWO_FACTOR_KEYS, manager)}.`,
  audit: async ({ AUDIT_KEYS }, manager) => {
    await assertUnused(new AuditKeys(AUDIT_KEYS), manager);
    return 'No event that is kept needs the old keys.';
  },
};

/**
 * `retire-key <name> [ids of the old keys]`: makes sure that nothing needs any key of that name but the first, and
 * writes it down. Then the others may be taken away.
 */
await runCommand(async () => {
  const [first, ...ids] = process.argv.slice(2);
  const name = keyNameOf(first);
  const keyId = keyIdsOf(ids);
  const environment = readEnvironment(RetireKeyEnvironment);
  const done = await withDatabase(environment.DATABASE_URL, async (database) => {
    const log = await operatorLog(environment, database);
    return database.transaction(async (manager) => {
      const outcome = await PREPARATIONS[name](environment, manager);
      const detail: AuditDetail = keyId === '' ? { name } : { name, keyId };
      await log.append(
        operator(),
        { action: 'key.retired', subject: { type: 'key', id: name }, detail },
        manager,
      );
      return outcome;
    });
  });
  process.stdout.write(`${done}\n`);
  return 0;
});
