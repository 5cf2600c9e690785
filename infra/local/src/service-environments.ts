import { createHmac } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROLE_NAMES, type RolePasswords, roleDatabaseUrl } from '@clearwatch/infra-postgres/schema-owners';
import { nachaChunks } from '@clearwatch/sample-data/formats/nacha-writer';
import { generateLedger } from '@clearwatch/sample-data/generate-ledger';
import { DEFAULT_LEDGER_OPTIONS } from '@clearwatch/sample-data/ledger-options';
import { freePort } from './free-ports.ts';
import type { Keys } from './installation-keys.ts';
import { PROJECT_ROOT } from './project-root.ts';
import { type Settings, withoutUndefined } from './start-settings.ts';

const sampleFileIn = (dataDirectory: string): string => join(dataDirectory, 'sample', 'sample-ledger.ach');

/**
 * Generates this version's sample ledger at every start, which takes a fifth of a second. Writes it only if changed.
 */
export function makeSampleFile(dataDirectory: string): void {
  const file = sampleFileIn(dataDirectory);
  const content = [...nachaChunks(generateLedger(DEFAULT_LEDGER_OPTIONS))].join('');
  if (existsSync(file) && readFileSync(file, 'latin1') === content) return;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, content, { encoding: 'latin1', mode: 0o600 });
  renameSync(unfinished, file);
}

/** In the order of their metrics ports. */
const SERVICES = ['gateway', 'auth', 'ingest', 'analytics', 'reports'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** The auth service writes the first admin's password to this file; `npm start` prints it once. */
export const FIRST_PASSWORD_FILE = 'first-admin-password';

/** All passwords are derived from one key, so new roles need no new key. */
export function rolePasswords(keys: Keys): RolePasswords {
  const passwordOf = (role: string) =>
    createHmac('sha256', Buffer.from(keys.databaseRoles, 'hex')).update(role).digest('hex');
  return Object.fromEntries(ROLE_NAMES.map((role) => [role, passwordOf(role)]));
}

/** Ports stay the same as long as the stack runs. */
export async function serviceEnvironments(options: {
  settings: Settings;
  keys: Keys;
  ownerUrl: string;
}): Promise<Record<ServiceName, Record<string, string>>> {
  const { settings, keys, ownerUrl } = options;
  const passwords = rolePasswords(keys);
  const address = (role: string) => roleDatabaseUrl(ownerUrl, role, passwords);
  const common = {
    PROCESS_ROLE: 'all',
    HOST: '127.0.0.1',
    LOG_LEVEL: settings.logLevel,
    IDENTITY_KEYS: keys.identity,
    ...settings.tracing,
    ...withoutUndefined({ TRANSACTIONS_KEPT_YEARS: settings.transactionsKeptYears?.toString() }),
  };
  const ports = new Set([String(settings.port)]);
  while (ports.size < 10) ports.add(String(await freePort()));
  const [, auth = '', ingest = '', analytics = '', reports = '', ...free] = ports;
  const url = (port: string) => `http://127.0.0.1:${port}`;
  const environments: Record<ServiceName, Record<string, string>> = {
    auth: {
      ...common,
      PORT: auth,
      DATABASE_URL: address('clearwatch_auth'),
      PASSWORD_PEPPER: keys.passwordPepper,
      TWO_FACTOR_KEYS: keys.twoFactor,
      AUDIT_KEYS: keys.audit,
      FIRST_PASSWORD_FILE: join(settings.dataDirectory, 'keys', FIRST_PASSWORD_FILE),
      ANCHOR_FILE: join(settings.dataDirectory, 'anchors.log'),
      ...settings.auth,
      ...withoutUndefined({ ADMIN_PASSWORD: settings.adminPassword }),
    },
    ingest: {
      // Rows are short-lived, so a larger young generation would only hold garbage.
      NODE_OPTIONS: '--max-semi-space-size=8',
      ...common,
      PORT: ingest,
      DATABASE_URL: address('clearwatch_ingest'),
      DATA_DIR: settings.dataDirectory,
      SAMPLE_FILE: sampleFileIn(settings.dataDirectory),
      ...settings.ingest,
    },
    analytics: {
      // Also limits the garbage produced by a member with very many entries.
      NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=448',
      ...common,
      PORT: analytics,
      DATABASE_URL: address('clearwatch_analytics'),
      ALERT_KEYS: keys.alert,
      ...withoutUndefined({ INSTITUTION_NAME: settings.reports?.['INSTITUTION_NAME'] }),
    },
    reports: { ...common, PORT: reports, DATABASE_URL: address('clearwatch_reports'), ...settings.reports },
    gateway: {
      ...common,
      HOST: settings.host,
      PORT: String(settings.port),
      DATABASE_URL: address('clearwatch_gateway'),
      SESSION_KEYS: keys.session,
      WEB_DIRECTORY: join(PROJECT_ROOT, 'web', 'dist'),
      AUTH_URL: url(auth),
      INGEST_URL: url(ingest),
      ANALYTICS_URL: url(analytics),
      REPORTS_URL: url(reports),
      ...withoutUndefined({
        PUBLIC_PATH: settings.publicPath,
        SESSION_IDLE_MINUTES: settings.sessionIdleMinutes?.toString(),
      }),
      ...settings.gateway,
    },
  };
  const { metricsPort, redisUrl } = settings;
  for (const name of SERVICES) {
    const { DATABASE_URL = '' } = environments[name];
    Object.assign(
      environments[name],
      redisUrl === undefined ? { QUEUE_DATABASE_URL: DATABASE_URL } : { REDIS_URL: redisUrl },
    );
  }
  for (const [index, name] of SERVICES.entries()) {
    if (metricsPort === undefined) break;
    const port = metricsPort === 'any' ? free[index] : metricsPort + index;
    environments[name]['METRICS_PORT'] = String(port);
  }
  return environments;
}
