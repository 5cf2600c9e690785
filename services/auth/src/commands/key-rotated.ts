import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { AuditCommandEnvironment } from './audit-command.environment.ts';
import { keyIdsOf, keyNameOf } from './key-names.ts';
import { operator } from './operator.ts';
import { operatorLog } from './operator-log.ts';
import { Refusal, runCommand, withDatabase } from './run-command.ts';

/** `key-rotated <name> <id of the new key>`: writes down that a key was exchanged. */
await runCommand(async () => {
  const [first, ...ids] = process.argv.slice(2);
  const name = keyNameOf(first);
  if (ids.length !== 1) throw new Refusal('Give the id of the new key.');
  const keyId = keyIdsOf(ids);
  const environment = readEnvironment(AuditCommandEnvironment);
  await withDatabase(environment.DATABASE_URL, async (database) => {
    const log = await operatorLog(environment, database);
    await database.transaction((manager) =>
      log.append(
        operator(),
        { action: 'key.rotated', subject: { type: 'key', id: name }, detail: { name, keyId } },
        manager,
      ),
    );
  });
  return 0;
});
