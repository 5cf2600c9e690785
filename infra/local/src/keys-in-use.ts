import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Keys, keyId } from './keys.ts';

/**
 * Notes by their ids which keys the application was started with: the file of the keys may get others while it runs.
 * @returns takes the note away
 */
export function noteKeysInUse(
  dataDirectory: string,
  { session, identity, twoFactor, audit }: Pick<Keys, 'session' | 'identity' | 'twoFactor' | 'audit'>,
): () => void {
  const ids = [session, identity, twoFactor, audit].flatMap((keys) => keys.split(',')).map(keyId);
  writeFileSync(noteIn(dataDirectory), `${ids.join('\n')}\n`, { mode: 0o600 });
  return () => rmSync(noteIn(dataDirectory), { force: true });
}

/** Whether the application that runs, or ran last, was started with this key. */
export function isKeyInUse(dataDirectory: string, key: string): boolean {
  const note = noteIn(dataDirectory);
  return existsSync(note) && readFileSync(note, 'utf8').split('\n').includes(keyId(key));
}

function noteIn(dataDirectory: string): string {
  return join(dataDirectory, 'keys', 'in-use');
}
