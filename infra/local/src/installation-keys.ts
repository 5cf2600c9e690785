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
 * The secrets of one installation, made on first start, readable by its owner only. All values are hex; those that can
 * be exchanged may be several, comma-separated: the first is in use, the others are still accepted.
 */
export interface Keys {
  session: string;
  identity: string;
  passwordPepper: string;
  twoFactor: string;
  audit: string;
  databaseOwner: string;
  databaseRoles: string;
}

export type KeyName = keyof Keys;

/** Which can be exchanged, and what later versions added: a file of an earlier one gets it. */
const KINDS: Readonly<Record<KeyName, { rotatable?: true; added?: true }>> = {
  session: { rotatable: true },
  identity: { rotatable: true },
  passwordPepper: {},
  twoFactor: { rotatable: true },
  audit: { rotatable: true, added: true },
  databaseOwner: {},
  databaseRoles: {},
};
const NAMES = Object.keys(KINDS) as KeyName[];
const KEY_BYTES = 32;
const ONE_KEY = /^[0-9a-f]{64}$/;
const KEYS = /^[0-9a-f]{64}(,[0-9a-f]{64})*$/;

/** @throws Error when the file is there but not usable: making new keys would lock everybody out for good. */
export function loadKeys(dataDirectory: string): Keys {
  const file = keyFile(dataDirectory);
  if (!existsSync(file)) {
    saveKeys(dataDirectory, Object.fromEntries(NAMES.map((name) => [name, newKey()])) as unknown as Keys);
  }
  const found = readKeys(dataDirectory);
  const missing = missingKeys(found);
  const keys = { ...found, ...Object.fromEntries(missing.map((name) => [name, newKey()])) } as Keys;
  if (missing.length > 0) saveKeys(dataDirectory, keys);
  return keys;
}

/** What stands in the file, which is left as it is. @throws Error as `loadKeys` */
export function readKeys(dataDirectory: string): Partial<Keys> {
  const file = keyFile(dataDirectory);
  return parse(readFileSync(file, 'utf8'), file);
}

/** Names of those that a later version added. */
export function missingKeys(keys: Partial<Keys>): KeyName[] {
  return NAMES.filter((name) => keys[name] === undefined);
}

/** The keys of an installation that is there. @throws Error when there is none, or as `loadKeys` */
export function keysOfInstallation(dataDirectory: string): Keys {
  if (existsSync(keyFile(dataDirectory))) return loadKeys(dataDirectory);
  throw new Error(
    `There is no installation in ${dataDirectory}. Set DATA_DIR to its folder, or make one with npm start.`,
  );
}

/** Written beside, to the disk, and renamed: a crash in between leaves the file as it was. */
export function saveKeys(dataDirectory: string, keys: Keys): void {
  const file = keyFile(dataDirectory);
  const unfinished = `${file}.new`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(unfinished, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flush: true });
  // Root exchanges keys as well; the application that reads them may be another user's.
  const before = statSync(file, { throwIfNoEntry: false });
  if (before !== undefined && process.getuid?.() === 0) chownSync(unfinished, before.uid, before.gid);
  renameSync(unfinished, file);
}

/** Where they are kept. */
function keyFile(dataDirectory: string): string {
  return join(dataDirectory, 'keys', 'keys.json');
}

export function newKey(): string {
  return randomBytes(KEY_BYTES).toString('hex');
}

/** How a key is called where it may be seen: 8 hex digits that say nothing about it. */
export function keyId(key: string): string {
  return createHash('sha256').update(Buffer.from(key, 'hex')).digest('hex').slice(0, 8);
}

function parse(text: string, file: string): Partial<Keys> {
  const problem = `${file} is not a usable key file. Restore it from a backup: without it nobody can sign in.`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(problem);
  }
  if (typeof value !== 'object' || value === null) throw new Error(problem);
  const keys = value as Record<string, unknown>;
  for (const name of NAMES) {
    const key = keys[name];
    const { rotatable, added } = KINDS[name];
    if (key === undefined && added === true) continue;
    if (typeof key !== 'string' || !(rotatable === true ? KEYS : ONE_KEY).test(key)) throw new Error(problem);
  }
  return keys;
}

/**
 * Notes by their ids which keys the application was started with: the file of the keys may get others while it runs.
 * @returns takes the note away
 */
export function recordKeysInUse(
  dataDirectory: string,
  { session, identity, twoFactor, audit }: Pick<Keys, 'session' | 'identity' | 'twoFactor' | 'audit'>,
): () => void {
  const ids = [session, identity, twoFactor, audit].flatMap((keys) => keys.split(',')).map(keyId);
  writeFileSync(keysInUseFile(dataDirectory), `${ids.join('\n')}\n`, { mode: 0o600 });
  return () => rmSync(keysInUseFile(dataDirectory), { force: true });
}

/** Whether the application that runs, or ran last, was started with this key. */
export function isKeyInUse(dataDirectory: string, key: string): boolean {
  const note = keysInUseFile(dataDirectory);
  return existsSync(note) && readFileSync(note, 'utf8').split('\n').includes(keyId(key));
}

function keysInUseFile(dataDirectory: string): string {
  return join(dataDirectory, 'keys', 'in-use');
}
