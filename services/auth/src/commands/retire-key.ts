import type { AuditDetail } from '@clearwatch/contracts/audit-events';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import type { EntityManager } from 'typeorm';
import { AuditKeys } from '../audit/audit-chain.ts';
import { HexKeys } from '../auth-environment.ts';
import { reencryptTwoFactorSecrets } from '../two-factor/two-factor-secrets.ts';
import { assertKeysUnused } from './audit-log-checks.ts';
import {
  AuditCommandEnvironment,
  type KeyName,
  openOperatorAuditLog,
  operatorActor,
  parseKeyIds,
  parseKeyName,
  runCommand,
  withDatabase,
} from './operator-command.ts';

class RetireKeyEnvironment extends AuditCommandEnvironment {
  @HexKeys()
  TWO_FACTOR_KEYS!: string;
}

type Preparation = (environment: RetireKeyEnvironment, manager: EntityManager) => Promise<string>;

const PREPARATIONS: Readonly<Record<KeyName, Preparation>> = {
  session: async () => 'Sessions signed by old keys end; their users sign in again.',
  identity: async () => 'Identities live for a minute; nothing needs the old keys.',
  'two-factor': async ({ TWO_FACTOR_KEYS }, manager) =>
    `Secrets encrypted by the newest key: ${await reencryptTwoFactorSecrets(TWO_FACTOR_KEYS, manager)}.`,
  audit: async ({ AUDIT_KEYS }, manager) => {
    await assertKeysUnused(new AuditKeys(AUDIT_KEYS), manager);
    return 'No event that is kept needs the old keys.';
  },
};

/** `retire-key <name> [ids of the old keys]`: checks that only the first key is needed and records it. */
await runCommand(async () => {
  const [first, ...ids] = process.argv.slice(2);
  const name = parseKeyName(first);
  const keyId = parseKeyIds(ids);
  const environment = readEnvironment(RetireKeyEnvironment);
  const summary = await withDatabase(environment.DATABASE_URL, async (database) => {
    const log = await openOperatorAuditLog(environment, database);
    return database.transaction(async (manager) => {
      const outcome = await PREPARATIONS[name](environment, manager);
      const detail: AuditDetail = keyId === '' ? { name } : { name, keyId };
      await log.append(
        operatorActor(),
        { action: 'key.retired', subject: { type: 'key', id: name }, detail },
        manager,
      );
      return outcome;
    });
  });
  process.stdout.write(`${summary}\n`);
  return 0;
});
