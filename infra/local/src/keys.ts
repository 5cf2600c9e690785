import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The secrets of one installation, made on first start, readable by its owner only. All values are hex. */
export interface Keys {
  session: string;
  identity: string;
  passwordPepper: string;
  twoFactor: string;
  audit: string;
  databaseOwner: string;
  databaseRoles: string;
}

const NAMES = [
  'session',
  'identity',
  'passwordPepper',
  'twoFactor',
  'audit',
  'databaseOwner',
  'databaseRoles',
] as const;
const KEY_BYTES = 32;

/** @throws Error when the file is there but not usable: making new keys would lock everybody out for good. */
export function loadKeys(dataDirectory: string): Keys {
  const directory = join(dataDirectory, 'keys');
  const file = join(directory, 'keys.json');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    const fresh = Object.fromEntries(NAMES.map((name) => [name, randomBytes(KEY_BYTES).toString('hex')]));
    // Written beside and renamed: a crash in between leaves no half file.
    writeFileSync(`${file}.new`, `${JSON.stringify(fresh, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return parse(readFileSync(file, 'utf8'), file);
}

function parse(text: string, file: string): Keys {
  const problem = `${file} is not a usable key file. Restore it from a backup: without it nobody can sign in.`;
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new Error(problem);
  }
  for (const name of NAMES) {
    const key = value[name];
    if (typeof key !== 'string' || !/^[0-9a-f]{64}$/.test(key)) throw new Error(problem);
  }
  return value as unknown as Keys;
}
