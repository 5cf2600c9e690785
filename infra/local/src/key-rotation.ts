import { lockOwner } from './data-directory.ts';
import { isKeyInUse, keyId, keysOfInstallation, newKey, ROTATABLE_KEYS, saveKeys } from './installation-keys.ts';
import { runAuthProgram, withDatabaseOf } from './operator-database.ts';
import type { Settings } from './start-settings.ts';

type RotatableName = keyof typeof ROTATABLE_KEYS;

export const isRotatable = (name: string): name is RotatableName => Object.hasOwn(ROTATABLE_KEYS, name);

export async function rotateKey(name: RotatableName, settings: Settings): Promise<number> {
  const key = newKey();
  const before = keysOf(name, settings);
  // The audit event is written first: an event without a rotation is harmless, but a rotation without an event would go
  // unnoticed.
  const code = await withDatabaseOf(settings, (ownerUrl) =>
    runAuthProgram('key-rotated', [name, keyId(key)], { settings, ownerUrl }),
  );
  if (code !== 0) return code;
  replaceKeys(name, { from: before, to: [key, ...before] }, settings);
  console.log(
    `The ${name} key is now ${keyId(key)}. Still accepted: ${before.map(keyId).join(', ')}. Restart Clearwatch to use the new key.`,
  );
  return 0;
}

export async function retireKeys(name: RotatableName, settings: Settings): Promise<number> {
  const before = keysOf(name, settings);
  const [newest = '', ...old] = before;
  if (old.length === 0) {
    console.log(`There is only one ${name} key, ${keyId(newest)}.`);
    return 0;
  }
  // An application that started before the rotation cannot read data that the newest key protects.
  if (lockOwner(settings.dataDirectory) !== null && !isKeyInUse(settings.dataDirectory, newest))
    throw new Error(
      'The running application does not use the newest key yet. Restart it first, then retire the old key.',
    );
  const code = await withDatabaseOf(settings, (ownerUrl) =>
    runAuthProgram('retire-key', [name, ...old.map(keyId)], { settings, ownerUrl }),
  );
  if (code !== 0) return code;
  replaceKeys(name, { from: before, to: [newest] }, settings);
  console.log(
    `Removed: ${old.map(keyId).join(', ')}. The ${name} key is ${keyId(newest)}. Restart Clearwatch at a convenient time.`,
  );
  return 0;
}

const keysOf = (name: RotatableName, { dataDirectory }: Settings): string[] =>
  keysOfInstallation(dataDirectory)[ROTATABLE_KEYS[name]].split(',');

/** @throws Error when the key changed in the meantime */
function replaceKeys(
  name: RotatableName,
  { from, to }: { from: readonly string[]; to: readonly string[] },
  { dataDirectory }: Settings,
): void {
  const keys = keysOfInstallation(dataDirectory);
  if (keys[ROTATABLE_KEYS[name]] !== from.join(',')) {
    throw new Error(`The ${name} key was changed by another command at the same time; nothing was written.`);
  }
  saveKeys(dataDirectory, { ...keys, [ROTATABLE_KEYS[name]]: to.join(',') });
}

export async function listKeys({ dataDirectory }: Settings): Promise<number> {
  const keys = keysOfInstallation(dataDirectory);
  console.log('name        keys  ids (the first is in use, the rest are still accepted)');
  for (const [name, key] of Object.entries(ROTATABLE_KEYS)) {
    const ids = keys[key].split(',').map(keyId);
    console.log(`${name.padEnd(12)}${String(ids.length).padEnd(6)}${ids.join(', ')}`);
  }
  return 0;
}
