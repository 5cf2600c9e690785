import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { missingKeys, readKeys } from '../keys.ts';
import { type Finding, note, well, wrong } from './finding.ts';

const OTHERS = 0o077;
const RESTORE = 'Restore keys/keys.json from a backup: without it nobody can sign in.';

/** Whether the keys are there, whole, and readable by their owner alone. Their values are never told. */
export function checkKeys(dataDirectory: string): Finding[] {
  const file = join(dataDirectory, 'keys', 'keys.json');
  if (!existsSync(file)) {
    return existsSync(join(dataDirectory, 'postgres', 'PG_VERSION'))
      ? [wrong('keys', `there is a database, but no ${file}`, RESTORE)]
      : [note('keys', 'none yet', 'npm start makes them.')];
  }
  try {
    const missing = missingKeys(readKeys(dataDirectory));
    return [
      missing.length === 0
        ? well('keys', `${file} is whole`)
        : note(
            'keys',
            `${file} lacks ${missing.join(', ')}`,
            'The next npm start adds what later versions brought.',
          ),
      ...rightsOf(file),
    ];
  } catch (error) {
    return [wrong('keys', error instanceof Error ? error.message : String(error), RESTORE)];
  }
}

function rightsOf(file: string): Finding[] {
  if (process.platform === 'win32' || (statSync(file).mode & OTHERS) === 0) return [];
  return [
    wrong(
      'keys',
      `others than its owner may read ${file}`,
      `chmod 600 ${file}; then exchange the keys (npm run keys).`,
    ),
  ];
}
