import { resolve } from 'node:path';
import { documentSettings, problemsOfDocumentSettings } from './document-settings.ts';
import { PROJECT_ROOT } from './project-root.ts';
import { problemsOfProxySettings, proxySettings } from './proxy-settings.ts';
import { problemsOfReportSettings, reportSettings } from './report-settings.ts';
import { secretsInFiles } from './secrets-in-files.ts';
import { problemsOfWatchingSettings, type WatchingSettings, watchingSettings } from './watching-settings.ts';

/** What an operator may set for `npm start` (README, Environment). */
export interface Settings extends WatchingSettings {
  port: number;
  host: string;
  dataDirectory: string;
  logLevel: string;
  adminPassword?: string;
  databaseUrl?: string;
  redisUrl?: string;
  /** What backups are encrypted by; `--key-file` may name another. */
  backupKey?: string;
  /** Below which a proxy shows the application: "/clearwatch"; left out: at the top. */
  publicPath?: string;
  /** Minutes without activity that end a session; the gateway's own default when left out, 0 for never. */
  sessionIdleMinutes?: number;
  /** Years after which entries leave; the services' own default when left out. */
  transactionsKeptYears?: number;
  /** Further variables for the reports service alone: a language model, the institution's name. */
  reports?: Record<string, string>;
  /** Further variables for the ingest service alone: who reads documents. */
  ingest?: Record<string, string>;
  /** Further variables for the gateway alone: the proxy in front; limits, for benchmarks. */
  gateway?: Record<string, string>;
}

/** As the gateway takes it (services/gateway/src/public-path). */
const PUBLIC_PATH = /^(?!\/(?:api|assets)(?:\/|$))(?:\/[A-Za-z0-9_-]+)+$/;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'];

/** As in packages/contracts/src/retention, which may not be built yet when this is read; a test compares them. */
export const KEPT_YEARS = { least: 6, most: 99 };

/** Seven days, as long as a session lasts in any case. */
const LONGEST_IDLE_MINUTES = 10_080;

/** @throws Error that lists every problem, not only the first */
export function readSettings(source: Readonly<Record<string, string | undefined>>): Settings {
  const problems: string[] = [];
  const secrets = secretsInFiles(source, problems);
  const value = (name: string): string | undefined => {
    const given = secrets[name] ?? source[name];
    return given === '' ? undefined : given;
  };
  const port = Number(value('PORT') ?? 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    problems.push('PORT must be a port number (1 to 65535)');
  const logLevel = value('LOG_LEVEL') ?? 'info';
  if (!LOG_LEVELS.includes(logLevel)) problems.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`);
  const adminPassword = value('ADMIN_PASSWORD');
  if (adminPassword !== undefined && adminPassword.length < 8) {
    problems.push('ADMIN_PASSWORD must have at least 8 characters');
  }
  const databaseUrl = value('DATABASE_URL');
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    problems.push('DATABASE_URL must be a postgres:// address');
  }
  const redisUrl = value('REDIS_URL');
  if (redisUrl !== undefined && !/^rediss?:\/\//.test(redisUrl))
    problems.push('REDIS_URL must be a redis:// address');
  const idle = value('SESSION_IDLE_MINUTES');
  if (idle !== undefined && !(/^\d{1,5}$/.test(idle) && Number(idle) <= LONGEST_IDLE_MINUTES)) {
    problems.push(
      `SESSION_IDLE_MINUTES must be a number of minutes (0 for never, to ${LONGEST_IDLE_MINUTES})`,
    );
  }
  const keptYears = value('TRANSACTIONS_KEPT_YEARS');
  if (keptYears !== undefined && !isKeptYears(keptYears)) {
    problems.push(
      `TRANSACTIONS_KEPT_YEARS must be a whole number of years from ${KEPT_YEARS.least} to ${KEPT_YEARS.most}: the Nacha Operating Rules require records of entries for six years`,
    );
  }
  const publicPath = value('PUBLIC_PATH');
  if (publicPath !== undefined && !PUBLIC_PATH.test(publicPath)) {
    problems.push(
      'PUBLIC_PATH must be a path like /clearwatch: letters, digits, - and _, no slash at its end, not /api or /assets',
    );
  }
  problems.push(
    ...problemsOfProxySettings(value),
    ...problemsOfReportSettings(value),
    ...problemsOfDocumentSettings(value),
    ...problemsOfWatchingSettings(value),
  );
  if (problems.length > 0)
    throw new Error(`Clearwatch cannot start:\n${problems.map((text) => `  - ${text}`).join('\n')}`);
  return {
    port,
    host: value('HOST') ?? '127.0.0.1',
    dataDirectory: resolve(PROJECT_ROOT, value('DATA_DIR') ?? '.data'),
    logLevel,
    adminPassword,
    databaseUrl,
    redisUrl,
    backupKey: value('BACKUP_KEY'),
    reports: reportSettings(value),
    ingest: documentSettings(value),
    gateway: proxySettings(value),
    ...watchingSettings(value),
    ...(publicPath === undefined ? {} : { publicPath }),
    ...(keptYears === undefined ? {} : { transactionsKeptYears: Number(keptYears) }),
    ...(idle === undefined ? {} : { sessionIdleMinutes: Number(idle) }),
  };
}

function isKeptYears(text: string): boolean {
  return /^\d{1,2}$/.test(text) && Number(text) >= KEPT_YEARS.least;
}
