import { lockOwner } from './data-directory.ts';
import {
  isKeyInUse,
  type KeyName,
  keyId,
  keysOfInstallation,
  newKey,
  saveKeys,
} from './installation-keys.ts';
import { runAuthProgram, withDatabaseOf } from './operator-database.ts';
import type { Settings } from './start-settings.ts';

export const ROTATABLE_KEYS: Readonly<Record<string, KeyName>> = {
  session: 'session',
  identity: 'identity',
  'two-factor': 'twoFactor',
  audit: 'audit',
};

export async function rotateKey(name: string, settings: Settings): Promise<number> {
  const key = newKey();
  const before = keysOf(name, settings);
  // Audited first: a failed rotation with an audit event is visible, a rotation without one is not.
  const code = await withDatabaseOf(settings, (ownerUrl) =>
    runAuthProgram('key-rotated', [name, keyId(key)], { settings, ownerUrl }),
  );
  if (code !== 0) return code;
  replaceKeys(name, { from: before, to: [key, ...before] }, settings);
  console.log(
    `The ${name} key is now ${keyId(key)}; ${before.map(keyId).join(', ')} still accepted. Restart Clearwatch to use it.`,
  );
  return 0;
}

export async function retireKeys(name: string, settings: Settings): Promise<number> {
  const before = keysOf(name, settings);
  const [newest = '', ...old] = before;
  if (old.length === 0) {
    console.log(`There is one ${name} key only, ${keyId(newest)}.`);
    return 0;
  }
  // An application that started before the rotation cannot read what the newest key protects.
  if (lockOwner(settings.dataDirectory) !== null && !isKeyInUse(settings.dataDirectory, newest))
    throw new Error(
      'The running application does not know the newest key yet. Restart it first, then retire the old one.',
    );
  const code = await withDatabaseOf(settings, (ownerUrl) =>
    runAuthProgram('retire-key', [name, ...old.map(keyId)], { settings, ownerUrl }),
  );
  if (code !== 0) return code;
  replaceKeys(name, { from: before, to: [newest] }, settings);
  console.log(
    `Gone: ${old.map(keyId).join(', ')}. The ${name} key is ${keyId(newest)}. Restart Clearwatch when it suits.`,
  );
  return 0;
}

const keysOf = (name: string, { dataDirectory }: Settings): string[] =>
  keysOfInstallation(dataDirectory)[keyNamed(name)].split(',');

function keyNamed(name: string): KeyName {
  const key = ROTATABLE_KEYS[name];
  if (key === undefined) throw new Error(`Name the key: ${Object.keys(ROTATABLE_KEYS).join(', ')}.`);
  return key;
}

/** @throws Error when the key changed in the meantime */
function replaceKeys(
  name: string,
  { from, to }: { from: readonly string[]; to: readonly string[] },
  { dataDirectory }: Settings,
): void {
  const keys = keysOfInstallation(dataDirectory);
  if (keys[keyNamed(name)] !== from.join(',')) {
    throw new Error(`The ${name} key was changed by somebody else at the same moment; nothing was written.`);
  }
  saveKeys(dataDirectory, { ...keys, [keyNamed(name)]: to.join(',') });
}

export async function listKeys({ dataDirectory }: Settings): Promise<number> {
  const keys = keysOfInstallation(dataDirectory);
  console.log('name        keys  ids (the first is in use, the others are still accepted)');
  for (const [name, key] of Object.entries(ROTATABLE_KEYS)) {
    const ids = keys[key].split(',').map(keyId);
    console.log(`${name.padEnd(12)}${String(ids.length).padEnd(6)}${ids.join(', ')}`);
  }
  return 0;
}
