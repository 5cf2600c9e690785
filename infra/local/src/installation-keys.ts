import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Hex, created on the first start. Keys that can be rotated are comma-separated lists: the first is in use, and the
 * others are still accepted.
 */
export type Keys = Record<KeyName, string>;
export type KeyName = RotatableKey | 'passwordPepper' | 'databaseOwner' | 'databaseRoles';

/** Indexed by the names that operators type. */
export const ROTATABLE_KEYS = {
  session: 'session',
  identity: 'identity',
  'two-factor': 'twoFactor',
  audit: 'audit',
  alert: 'alert',
} as const;
type RotatableKey = (typeof ROTATABLE_KEYS)[keyof typeof ROTATABLE_KEYS];
const ROTATABLE: readonly KeyName[] = Object.values(ROTATABLE_KEYS);
const NAMES: readonly KeyName[] = [...ROTATABLE, 'passwordPepper', 'databaseOwner', 'databaseRoles'];
/** Files from earlier versions lack these keys, so they are added. */
const ADDED: readonly KeyName[] = ['audit', 'alert'];
const ONE_KEY = /^[0-9a-f]{64}$/;
const KEYS = /^[0-9a-f]{64}(,[0-9a-f]{64})*$/;

/** @throws Error when the file is unusable, because new keys would lock out all users */
export function loadKeys(dataDirectory: string): Keys {
  const found = fs.existsSync(keyFile(dataDirectory)) ? readKeys(dataDirectory) : {};
  const missing = missingKeys(found);
  const keys = { ...found, ...Object.fromEntries(missing.map((name) => [name, newKey()])) } as Keys;
  if (missing.length > 0) saveKeys(dataDirectory, keys);
  return keys;
}

export function readKeys(dataDirectory: string): Partial<Keys> {
  const file = keyFile(dataDirectory);
  const problem = `${file} is not a usable key file. Restore it from a backup: without it, no user can sign in.`;
  const text = fs.readFileSync(file, 'utf8');
  let keys: Record<string, unknown> | null;
  try {
    keys = JSON.parse(text) as typeof keys;
  } catch {
    throw new Error(problem);
  }
  const isUsable = NAMES.every((name) => {
    const key = keys?.[name];
    if (key === undefined) return ADDED.includes(name);
    return typeof key === 'string' && (ROTATABLE.includes(name) ? KEYS : ONE_KEY).test(key);
  });
  if (keys === null || !isUsable) throw new Error(problem);
  return keys;
}

export function missingKeys(keys: Partial<Keys>): KeyName[] {
  return NAMES.filter((name) => keys[name] === undefined);
}

export function keysOfInstallation(dataDirectory: string): Keys {
  if (fs.existsSync(keyFile(dataDirectory))) return loadKeys(dataDirectory);
  throw new Error(
    `There is no installation in ${dataDirectory}. Set DATA_DIR to its folder, or create one with npm start.`,
  );
}

/** Written to a new file and renamed, so a crash leaves the old file intact. */
export function saveKeys(dataDirectory: string, keys: Keys): void {
  const file = keyFile(dataDirectory);
  const unfinished = `${file}.new`;
  fs.mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  fs.writeFileSync(unfinished, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flush: true });
  // Root may rotate the keys of an application that runs as another user.
  const before = fs.statSync(file, { throwIfNoEntry: false });
  if (before !== undefined && process.getuid?.() === 0) fs.chownSync(unfinished, before.uid, before.gid);
  fs.renameSync(unfinished, file);
}

const keyFile = (dataDirectory: string): string => join(dataDirectory, 'keys', 'keys.json');

export const newKey = (): string => randomBytes(32).toString('hex');

/** The public id of a key: 8 hex digits of its hash. */
export function keyId(key: string): string {
  return createHash('sha256').update(Buffer.from(key, 'hex')).digest('hex').slice(0, 8);
}

/**
 * Records the keys in use, because the key file may change while the application runs.
 * @returns a function that removes the record
 */
export function recordKeysInUse(dataDirectory: string, keys: Keys): () => void {
  const ids = ROTATABLE.flatMap((name) => keys[name].split(',')).map(keyId);
  fs.writeFileSync(keysInUseFile(dataDirectory), `${ids.join('\n')}\n`, { mode: 0o600 });
  return () => fs.rmSync(keysInUseFile(dataDirectory), { force: true });
}

export function isKeyInUse(dataDirectory: string, key: string): boolean {
  const file = keysInUseFile(dataDirectory);
  return fs.existsSync(file) && fs.readFileSync(file, 'utf8').split('\n').includes(keyId(key));
}

const keysInUseFile = (dataDirectory: string): string => join(dataDirectory, 'keys', 'in-use');
