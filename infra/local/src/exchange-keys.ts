import { runAuthProgram } from './auth-program.ts';
import { lockOwner } from './instance-lock.ts';
import { type KeyName, keyId, keysOfInstallation, newKey, saveKeys } from './keys.ts';
import { isKeyInUse } from './keys-in-use.ts';
import { withDatabaseOf } from './operator-database.ts';
import type { Settings } from './settings.ts';

/** The keys that can be exchanged, as operators name them. */
export const EXCHANGEABLE: Readonly<Record<string, KeyName>> = {
  session: 'session',
  identity: 'identity',
  'two-factor': 'twoFactor',
  audit: 'audit',
};

const RESTART = 'Restart Clearwatch to use it.';

/** Puts a new key in front; the old ones are still accepted. @returns the exit code */
export async function rotateKey(name: string, settings: Settings): Promise<number> {
  const key = newKey();
  const before = keysOf(name, settings);
  // Written down first: an exchange that then fails can be seen, one that was not written down cannot.
  const code = await withDatabaseOf(settings, (ownerUrl) =>
    runAuthProgram('key-rotated', [name, keyId(key)], { settings, ownerUrl }),
  );
  if (code !== 0) return code;
  replace(name, { from: before, to: [key, ...before] }, settings);
  console.log(
    `The ${name} key is now ${keyId(key)}; ${before.map(keyId).join(', ')} still accepted. ${RESTART}`,
  );
  return 0;
}

/** Takes all but the newest away, once nothing needs them. @returns the exit code */
export async function retireKeys(name: string, settings: Settings): Promise<number> {
  const before = keysOf(name, settings);
  const [newest = '', ...old] = before;
  if (old.length === 0) {
    console.log(`There is one ${name} key only, ${keyId(newest)}.`);
    return 0;
  }
  assertInUse(newest, settings);
  const code = await withDatabaseOf(settings, (ownerUrl) =>
    runAuthProgram('retire-key', [name, ...old.map(keyId)], { settings, ownerUrl }),
  );
  if (code !== 0) return code;
  replace(name, { from: before, to: [newest] }, settings);
  console.log(
    `Gone: ${old.map(keyId).join(', ')}. The ${name} key is ${keyId(newest)}. Restart Clearwatch when it suits.`,
  );
  return 0;
}

function keysOf(name: string, { dataDirectory }: Settings): string[] {
  return keysOfInstallation(dataDirectory)[keyOf(name)].split(',');
}

function keyOf(name: string): KeyName {
  const key = EXCHANGEABLE[name];
  if (key === undefined) throw new Error(`Name the key: ${Object.keys(EXCHANGEABLE).join(', ')}.`);
  return key;
}

/** @throws Error when somebody else has changed the key meanwhile */
function replace(
  name: string,
  { from, to }: { from: readonly string[]; to: readonly string[] },
  { dataDirectory }: Settings,
): void {
  const keys = keysOfInstallation(dataDirectory);
  if (keys[keyOf(name)] !== from.join(',')) {
    throw new Error(`The ${name} key was changed by somebody else at the same moment; nothing was written.`);
  }
  saveKeys(dataDirectory, { ...keys, [keyOf(name)]: to.join(',') });
}

/** An application that was started before the newest key was made could not read what is written by it. */
function assertInUse(newest: string, { dataDirectory }: Settings): void {
  if (lockOwner(dataDirectory) === null || isKeyInUse(dataDirectory, newest)) return;
  throw new Error(
    'The running application does not know the newest key yet. Restart it first, then retire the old one.',
  );
}
