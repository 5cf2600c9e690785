import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BackedUpKeys } from './backed-up-keys.ts';

const FOLDER = 'restored-secrets';

/** As docker-compose.yml calls them. */
const FILES = {
  session_keys: 'session',
  identity_keys: 'identity',
  password_pepper: 'passwordPepper',
  two_factor_keys: 'twoFactor',
  audit_keys: 'audit',
} as const satisfies Record<string, keyof BackedUpKeys>;

/**
 * Leaves the keys of a backup beside it, as files like those of `.secrets`: containers cannot put them there themselves.
 * @returns what the operator has to do with them
 */
export function leaveSecrets(backup: string, keys: BackedUpKeys): string {
  const folder = join(dirname(backup), FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, key] of Object.entries(FILES)) {
    const file = join(folder, name);
    writeFileSync(file, keys[key]);
    // Docker hands the file to containers as it is, whose users have other numbers; the folder is closed.
    chmodSync(file, 0o644);
  }
  return [
    `The keys of the backup are in ${folder}. Before anything starts, move them over the fresh ones, from the folder of`,
    `docker-compose.yml:   mv backups/${FOLDER}/* .secrets/ && rmdir backups/${FOLDER}`,
    '',
  ].join('\n');
}
