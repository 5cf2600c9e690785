import { keyId, keysOfInstallation } from './keys.ts';
import type { Settings } from './settings.ts';

/** Prints what the keys are called. @returns the exit code */
export async function listKeys({ dataDirectory }: Settings): Promise<number> {
  const { session, identity, twoFactor, audit } = keysOfInstallation(dataDirectory);
  const rows = Object.entries({ session, identity, 'two-factor': twoFactor, audit });
  console.log('name        keys  ids (the first is in use, the others are still accepted)');
  for (const [name, keys] of rows) {
    const ids = keys.split(',').map(keyId);
    console.log(`${name.padEnd(12)}${String(ids.length).padEnd(6)}${ids.join(', ')}`);
  }
  return 0;
}
