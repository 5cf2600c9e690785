/**
 * Writes `.env` beside docker-compose.yml from `.env.example`, every secret filled with fresh randomness.
 * An existing file is left alone: new keys would lock everybody out of what the old ones protect.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = process.argv[2] ?? join(import.meta.dirname, '..', '..');
const SECRET_BYTES = 32;

const example = readFileSync(join(import.meta.dirname, '..', '..', '.env.example'), 'utf8');
// Hex only: the values also stand in addresses (postgres://…) where other characters would need escaping.
const filled = example.replaceAll(/^([A-Z_]+)=$/gm, (_line, name) => {
  return `${name}=${randomBytes(SECRET_BYTES).toString('hex')}`;
});

try {
  writeFileSync(join(root, '.env'), filled, { mode: 0o600, flag: 'wx' });
  process.stdout.write('Wrote .env with fresh secrets. Back it up: without it nobody can sign in.\n');
} catch (error) {
  if (error.code !== 'EEXIST') throw error;
  process.stderr.write('.env is already there and was left as it is.\n');
  process.exitCode = 1;
}
