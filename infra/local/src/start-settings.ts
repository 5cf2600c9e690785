import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PROJECT_ROOT } from './project-root.ts';

const PRICES = ['OPENAI_PROMPT_PRICE', 'OPENAI_COMPLETION_PRICE'];
/** Variables that the services receive unchanged. The services themselves report invalid tracing variables. */
const FORWARDED_VARIABLES = {
  gateway: ['PUBLIC_ORIGINS', 'ALLOWED_HOSTS', 'TRUST_PROXY_HOPS'],
  auth: ['ANCHOR_SYSLOG', 'ANCHOR_URL', 'ANCHOR_TOKEN', 'ANCHOR_CA_FILE'],
  ingest: ['LLAMA_CLOUD_API_KEY', 'LLAMA_CLOUD_BASE_URL'],
  reports: ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_MODEL', 'INSTITUTION_NAME', ...PRICES],
  tracing: ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_TRACES_SAMPLER_ARG'],
};
/** The gateway and four services. */
const METRICS_PORTS = 5;
const MAX_PORT = 65_535;

export function withoutUndefined<Value>(values: Readonly<Record<string, Value | undefined>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, Value] => entry[1] !== undefined));
}

/** Secrets, and addresses that may contain one. */
const SECRET_VARIABLES = [
  'ADMIN_PASSWORD',
  'DATABASE_URL',
  'DATABASE_PASSWORD',
  'REDIS_URL',
  'REDIS_PASSWORD',
  'OPENAI_API_KEY',
  'LLAMA_CLOUD_API_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'BACKUP_KEY',
  'ANCHOR_TOKEN',
] as const;
const PASSWORDS = { DATABASE_PASSWORD: 'DATABASE_URL', REDIS_PASSWORD: 'REDIS_URL' } as const;

/**
 * Same behavior as packages/service-kit/src/config, which may not be built yet.
 * @param problems collects sentences without values or paths
 */
function readSecretFiles(source: NodeJS.ProcessEnv, problems: string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of SECRET_VARIABLES) {
    const path = source[`${name}_FILE`] ?? '';
    if (path === '') continue;
    if ((source[name] ?? '') !== '') {
      problems.push(`${name} and ${name}_FILE are both set: keep only one`);
      continue;
    }
    try {
      const text = readFileSync(path, 'utf8').trim();
      if (!/[\r\n]/.test(text)) values[name] = text;
      else problems.push(`${name}_FILE names a file with more than one line; it must contain a single value`);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      problems.push(`${name}_FILE names a file that cannot be read (${code})`);
    }
  }
  for (const [name, addressName] of Object.entries(PASSWORDS)) {
    const password = values[name] ?? source[name] ?? '';
    const address = values[addressName] ?? source[addressName] ?? '';
    if (password === '') continue;
    if (address === '') problems.push(`${name} is set, but ${addressName} is not`);
    if (!URL.canParse(address)) continue;
    const url = new URL(address);
    if (url.password !== '')
      problems.push(`${name} is set, but ${addressName} already contains a password: keep only one`);
    url.password = encodeURIComponent(password);
    values[addressName] = url.toString();
  }
  return values;
}

/** Settings that an operator can set for `npm start` (docs/configuration.md). */
export interface Settings {
  port: number;
  host: string;
  dataDirectory: string;
  logLevel: string;
  adminPassword?: string;
  databaseUrl?: string;
  redisUrl?: string;
  /** Encrypts backups. `--key-file` can select another key. */
  backupKey?: string;
  /** The path under which a proxy serves the application, such as "/clearwatch". When omitted: the root. */
  publicPath?: string;
  /** Minutes of inactivity that end a session. When omitted, the gateway's default applies; 0 means never. */
  sessionIdleMinutes?: number;
  /** Entries are removed after this many years. When omitted, the services' default applies. */
  transactionsKeptYears?: number;
  reports?: Record<string, string>;
  ingest?: Record<string, string>;
  gateway?: Record<string, string>;
  auth?: Record<string, string>;
  /** The gateway uses this port on loopback, and the services use the next ones. With 'any', each uses a free port. */
  metricsPort?: number | 'any';
  tracing?: Record<string, string>;
}
export type MonitoringSettings = Pick<Settings, 'metricsPort' | 'tracing'>;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'];

/** Same as packages/contracts/src/retention, which may not be built yet when this is loaded; a test compares them. */
export const RETENTION_YEARS = { least: 6, most: 99 };

/** Seven days, the longest possible session. */
const MAX_IDLE_MINUTES = 10_080;

const isBetween = (low: number, high: number) => (text: string) =>
  /^\d+$/.test(text) && Number(text) >= low && Number(text) <= high;
const matches = (pattern: RegExp) => (text: string) => pattern.test(text);
/** Same rule as in packages/service-kit/src/http/outbound-client.ts. */
const OUTBOUND_URL = [
  matches(/^(https:\/\/[^/\s]+|http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?(\/|$))/),
  'must be an https:// address, or an http:// address on this machine',
] as const;

const RULES: Readonly<Record<string, readonly [isValid: (value: string) => boolean, problem: string]>> = {
  PORT: [isBetween(1, MAX_PORT), 'must be a port number (1 to 65535)'],
  LOG_LEVEL: [(level) => LOG_LEVELS.includes(level), `must be one of ${LOG_LEVELS.join(', ')}`],
  ADMIN_PASSWORD: [(password) => password.length >= 8, 'must have at least 8 characters'],
  DATABASE_URL: [matches(/^postgres(ql)?:\/\//), 'must be a postgres:// address'],
  REDIS_URL: [matches(/^rediss?:\/\//), 'must be a redis:// address'],
  SESSION_IDLE_MINUTES: [
    isBetween(0, MAX_IDLE_MINUTES),
    `must be a number of minutes from 0 (never) to ${MAX_IDLE_MINUTES}`,
  ],
  TRANSACTIONS_KEPT_YEARS: [
    isBetween(RETENTION_YEARS.least, RETENTION_YEARS.most),
    `must be a whole number of years from ${RETENTION_YEARS.least} to ${RETENTION_YEARS.most}: the Nacha Operating Rules require that records of entries be kept for six years`,
  ],
  /** Same format as in the gateway (services/gateway/src/public-path). */
  PUBLIC_PATH: [
    matches(/^(?!\/(?:api|assets)(?:\/|$))(?:\/[A-Za-z0-9_-]+)+$/),
    'must be a path such as /clearwatch: letters, digits, - and _, no trailing slash, not /api or /assets',
  ],
  PUBLIC_ORIGINS: [
    matches(/^https?:\/\/[^/,\s]+(,https?:\/\/[^/,\s]+)*$/),
    'must be comma-separated origins such as https://clearwatch.example.org',
  ],
  ALLOWED_HOSTS: [
    matches(/^[^\s,/]+(,[^\s,/]+)*$/),
    'must be comma-separated host names or IP addresses without port, such as fraud.example.org,10.0.0.5',
  ],
  TRUST_PROXY_HOPS: [matches(/^[0-5]$/), 'must be a number of proxies (0 to 5)'],
  /** Same format as in auth (services/auth/src/auth-environment). */
  ANCHOR_SYSLOG: [
    matches(/^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]):\d{1,5}$/),
    'must be the host and port of a syslog server with TLS: host:6514',
  ],
  ANCHOR_URL: [matches(/^https:\/\/[^/\s@]+/), 'must be an https:// address without a user name'],
  OPENAI_BASE_URL: OUTBOUND_URL,
  LLAMA_CLOUD_API_KEY: [(key) => key.length >= 8, 'must be a LlamaCloud key'],
  LLAMA_CLOUD_BASE_URL: OUTBOUND_URL,
  METRICS_PORT: [
    isBetween(1, MAX_PORT - METRICS_PORTS + 1),
    `must be the first of ${METRICS_PORTS} ports (1 to ${MAX_PORT - METRICS_PORTS + 1})`,
  ],
};

/** Every variable that `npm start` reads, including secret files (docs/configuration.md). */
export const START_VARIABLES: readonly string[] = [
  ...new Set([
    'HOST',
    'DATA_DIR',
    ...Object.keys(RULES),
    ...Object.values(FORWARDED_VARIABLES).flat(),
    ...SECRET_VARIABLES.flatMap((name) => [name, `${name}_FILE`]),
  ]),
];

/** Conflicts between variables. The sentences contain no values, because values may be keys. */
function problemsBetween(value: (name: string) => string | undefined): string[] {
  const isSet = (name: string): boolean => value(name) !== undefined;
  const problems: string[] = [];
  if (value('PUBLIC_ORIGINS')?.includes('https:') === true && (value('TRUST_PROXY_HOPS') ?? '0') === '0')
    problems.push('TRUST_PROXY_HOPS must be 1 or more when PUBLIC_ORIGINS contains https://');
  if ((isSet('OPENAI_API_KEY') || isSet('OPENAI_BASE_URL')) && !isSet('OPENAI_MODEL'))
    problems.push('OPENAI_MODEL must name the model when OPENAI_API_KEY or OPENAI_BASE_URL is set');
  for (const name of PRICES.some(isSet) ? PRICES : []) {
    if (!/^\d+(\.\d+)?$/.test(value(name) ?? ''))
      problems.push(`${name} must be dollars per million tokens; set both prices or neither`);
  }
  if (isSet('LLAMA_CLOUD_BASE_URL') && !isSet('LLAMA_CLOUD_API_KEY'))
    problems.push('LLAMA_CLOUD_API_KEY must be set when LLAMA_CLOUD_BASE_URL is');
  return problems;
}

/** @throws Error that lists all problems, not only the first */
export function readSettings(source: NodeJS.ProcessEnv): Settings {
  const problems: string[] = [];
  const secrets = readSecretFiles(source, problems);
  const value = (name: string): string | undefined => (secrets[name] ?? source[name]) || undefined;
  for (const [name, [isValid, problem]] of Object.entries(RULES)) {
    const set = value(name);
    if (set !== undefined && !isValid(set)) problems.push(`${name} ${problem}`);
  }
  problems.push(...problemsBetween(value));
  if (problems.length > 0)
    throw new Error(`Clearwatch cannot start:\n${problems.map((text) => `  - ${text}`).join('\n')}`);
  const number = (name: string): number | undefined => {
    const set = value(name);
    return set === undefined ? undefined : Number(set);
  };
  const forwarded = (service: keyof typeof FORWARDED_VARIABLES): Record<string, string> =>
    withoutUndefined(Object.fromEntries(FORWARDED_VARIABLES[service].map((name) => [name, value(name)])));
  const tracing = forwarded('tracing');
  return {
    port: number('PORT') ?? 3000,
    host: value('HOST') ?? '127.0.0.1',
    dataDirectory: resolve(PROJECT_ROOT, value('DATA_DIR') ?? '.data'),
    logLevel: value('LOG_LEVEL') ?? 'info',
    adminPassword: value('ADMIN_PASSWORD'),
    databaseUrl: value('DATABASE_URL'),
    redisUrl: value('REDIS_URL'),
    backupKey: value('BACKUP_KEY'),
    reports: forwarded('reports'),
    ingest: forwarded('ingest'),
    gateway: forwarded('gateway'),
    auth: forwarded('auth'),
    ...withoutUndefined({
      metricsPort: number('METRICS_PORT'),
      publicPath: value('PUBLIC_PATH'),
      transactionsKeptYears: number('TRANSACTIONS_KEPT_YEARS'),
      sessionIdleMinutes: number('SESSION_IDLE_MINUTES'),
    }),
    ...(Object.keys(tracing).length === 0 ? {} : { tracing }),
  };
}
