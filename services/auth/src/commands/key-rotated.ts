import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import {
  AuditCommandEnvironment,
  CommandError,
  openOperatorAuditLog,
  operatorActor,
  parseKeyIds,
  parseKeyName,
  runCommand,
  withDatabase,
} from './operator-command.ts';

/** `key-rotated <name> <id of the new key>`: records a key rotation. */
await runCommand(async () => {
  const [first, ...ids] = process.argv.slice(2);
  const name = parseKeyName(first);
  if (ids.length !== 1) throw new CommandError('Give the id of the new key.');
  const keyId = parseKeyIds(ids);
  const environment = readEnvironment(AuditCommandEnvironment);
  await withDatabase(environment.DATABASE_URL, async (database) => {
    const log = await openOperatorAuditLog(environment, database);
    await database.transaction((manager) =>
      log.append(
        operatorActor(),
        { action: 'key.rotated', subject: { type: 'key', id: name }, detail: { name, keyId } },
        manager,
      ),
    );
  });
  return 0;
});
