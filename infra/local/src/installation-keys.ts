import { createHash, randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Secrets of one installation, created on the first start, readable only by their owner. Hex; rotatable ones are
 * comma-separated lists: the first is in use, the others are still accepted.
 */
export type Keys = Record<KeyName, string>;
export type KeyName = keyof typeof KINDS;

/** `added`: by a later version; files of earlier versions get it. */
interface KeyKind {
  rotatable?: true;
  added?: true;
}
const KINDS = {
  session: { rotatable: true },
  identity: { rotatable: true },
  passwordPepper: {},
  twoFactor: { rotatable: true },
  audit: { rotatable: true, added: true },
  databaseOwner: {},
  databaseRoles: {},
} satisfies Record<string, KeyKind>;
const NAMES = Object.keys(KINDS) as KeyName[];
const ONE_KEY = /^[0-9a-f]{64}$/;
const KEYS = /^[0-9a-f]{64}(,[0-9a-f]{64})*$/;

/** @throws Error when the file is unusable: new keys would lock all users out */
export function loadKeys(dataDirectory: string): Keys {
  const found = existsSync(keyFile(dataDirectory)) ? readKeys(dataDirectory) : {};
  const missing = missingKeys(found);
  const keys = { ...found, ...Object.fromEntries(missing.map((name) => [name, newKey()])) } as Keys;
  if (missing.length > 0) saveKeys(dataDirectory, keys);
  return keys;
}

export function readKeys(dataDirectory: string): Partial<Keys> {
  const file = keyFile(dataDirectory);
  const problem = `${file} is not a usable key file. Restore it from a backup: without it nobody can sign in.`;
  const text = readFileSync(file, 'utf8');
  let keys: Record<string, unknown> | null;
  try {
    keys = JSON.parse(text) as typeof keys;
  } catch {
    throw new Error(problem);
  }
  const isUsable = NAMES.every((name) => {
    const key = keys?.[name];
    const { rotatable, added }: KeyKind = KINDS[name];
    if (key === undefined) return added === true;
    return typeof key === 'string' && (rotatable === true ? KEYS : ONE_KEY).test(key);
  });
  if (keys === null || !isUsable) throw new Error(problem);
  return keys;
}

export function missingKeys(keys: Partial<Keys>): KeyName[] {
  return NAMES.filter((name) => keys[name] === undefined);
}

export function keysOfInstallation(dataDirectory: string): Keys {
  if (existsSync(keyFile(dataDirectory))) return loadKeys(dataDirectory);
  throw new Error(
    `There is no installation in ${dataDirectory}. Set DATA_DIR to its folder, or make one with npm start.`,
  );
}

/** Renamed into place, so that a crash leaves the old file. */
export function saveKeys(dataDirectory: string, keys: Keys): void {
  const file = keyFile(dataDirectory);
  const unfinished = `${file}.new`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(unfinished, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flush: true });
  // Root may rotate keys of an application that runs as another user.
  const before = statSync(file, { throwIfNoEntry: false });
  if (before !== undefined && process.getuid?.() === 0) chownSync(unfinished, before.uid, before.gid);
  renameSync(unfinished, file);
}

const keyFile = (dataDirectory: string): string => join(dataDirectory, 'keys', 'keys.json');

export const newKey = (): string => randomBytes(32).toString('hex');

/** A public name of a key: 8 hex digits of its hash. */
export function keyId(key: string): string {
  return createHash('sha256').update(Buffer.from(key, 'hex')).digest('hex').slice(0, 8);
}

/** The key file may change while the application runs. @returns a function that removes the record */
export function recordKeysInUse(
  dataDirectory: string,
  { session, identity, twoFactor, audit }: Pick<Keys, 'session' | 'identity' | 'twoFactor' | 'audit'>,
): () => void {
  const ids = [session, identity, twoFactor, audit].flatMap((keys) => keys.split(',')).map(keyId);
  writeFileSync(keysInUseFile(dataDirectory), `${ids.join('\n')}\n`, { mode: 0o600 });
  return () => rmSync(keysInUseFile(dataDirectory), { force: true });
}

export function isKeyInUse(dataDirectory: string, key: string): boolean {
  const file = keysInUseFile(dataDirectory);
  return existsSync(file) && readFileSync(file, 'utf8').split('\n').includes(keyId(key));
}

const keysInUseFile = (dataDirectory: string): string => join(dataDirectory, 'keys', 'in-use');
