/**
 * Creates what `docker compose up` needs next to docker-compose.yml: `.secrets` with one file per secret, and `.env`
 * with the other settings. Existing secrets are kept, because new keys would lock users out. Secrets in an old `.env`
 * are moved to files. `--tls <host name>` configures the TLS proxy and the gateway.
 *
 * Only the owner can enter the folder. Its files are readable, because Docker mounts them for users with other ids.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** Each is 64 hex digits. */
const MADE = [
  ...['OWNER', 'GATEWAY', 'AUTH', 'INGEST', 'ANALYTICS', 'REPORTS'].map((role) => `CLEARWATCH_${role}_PASSWORD`),
  'REDIS_PASSWORD',
  'IDENTITY_KEYS',
  'SESSION_KEYS',
  'PASSWORD_PEPPER',
  'TWO_FACTOR_KEYS',
  'AUDIT_KEYS',
  'ALERT_KEYS',
  'GRAFANA_PASSWORD',
  'BACKUP_KEY',
];
const OPTIONAL = [
  'ADMIN_PASSWORD',
  'OPENAI_API_KEY',
  'LLAMA_CLOUD_API_KEY',
  'S3_SECRET_ACCESS_KEY',
  'ANCHOR_TOKEN',
  'ANCHOR_CA',
  'TLS_CERTIFICATE',
  'TLS_KEY',
];

const { values, positionals } = parseArgs({ options: { tls: { type: 'string' } }, allowPositionals: true });
const root = positionals[0] ?? join(import.meta.dirname, '..', '..');
const folder = join(root, '.secrets');
const settings = join(root, '.env');
const say = (line) => process.stdout.write(`${line}\n`);

const isNew = !existsSync(folder);
mkdirSync(folder, { recursive: true, mode: 0o700 });
chmodSync(folder, 0o700);
const before = existsSync(settings) ? readFileSync(settings, 'utf8') : null;
const inSettings = new Map(
  [...(before ?? '').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value.trim()]),
);

const made = MADE.filter((name) => provide(name, randomBytes(32).toString('hex')) === 'made');
for (const name of OPTIONAL) provide(name, '');
removeSecretsFromSettings();
if (values.tls !== undefined) setTls(values.tls);
printSummary();

/** @returns where the value came from; null if the file already exists */
function provide(name, otherwise) {
  const file = join(folder, name.toLowerCase());
  if (existsSync(file)) return null;
  const moved = inSettings.get(name) ?? '';
  const value = moved === '' ? otherwise : moved;
  // Written without a trailing line break, which some readers would include.
  writeFileSync(file, value, { flag: 'wx' });
  // The mode given on creation is reduced by the umask.
  chmodSync(file, 0o644);
  return moved === '' ? 'made' : 'moved';
}

function removeSecretsFromSettings() {
  if (before === null) {
    const example = readFileSync(join(import.meta.dirname, '..', '..', '.env.example'), 'utf8');
    writeFileSync(settings, example, { mode: 0o600, flag: 'wx' });
    return;
  }
  const names = [...MADE, ...OPTIONAL].filter((name) => inSettings.has(name));
  if (names.length === 0) return;
  const rest = before.replaceAll(new RegExp(`^(${names.join('|')})=.*\\n?`, 'gm'), '');
  writeFileSync(`${settings}.new`, rest, { mode: 0o600 });
  renameSync(`${settings}.new`, settings);
  say(`Moved from .env to files in .secrets: ${names.join(', ')}.`);
}

/** Replaces existing lines, even commented-out ones, and appends missing ones. */
function setTls(host) {
  if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host)) throw new Error(`${host} is not a host name.`);
  const lines = { PUBLIC_ORIGINS: `https://${host}`, TRUST_PROXY_HOPS: '1', COMPOSE_PROFILES: 'tls' };
  let text = readFileSync(settings, 'utf8');
  for (const [name, value] of Object.entries(lines)) {
    const line = new RegExp(`^(# )?${name}=.*$`, 'm');
    text = line.test(text) ? text.replace(line, `${name}=${value}`) : `${text.trimEnd()}\n${name}=${value}\n`;
  }
  writeFileSync(`${settings}.new`, text, { mode: 0o600 });
  renameSync(`${settings}.new`, settings);
  say(
    `Set in .env: ${Object.keys(lines).join(', ')}. Put the certificate in .secrets/tls_certificate and its key in .secrets/tls_key.`,
  );
}

function printSummary() {
  if (made.length === 0) say('All secrets exist; none was changed.');
  else if (isNew && made.length === MADE.length) say('Created .secrets with new secrets.');
  else
    say(
      `Created: ${made.join(', ')}. If this installation already had these secrets, restore them before you start any service.`,
    );
  say('Keep a copy of .secrets where you store passwords. Without it, no user can sign in.');
}
