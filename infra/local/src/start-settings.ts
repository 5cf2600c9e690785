import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PROJECT_ROOT } from './project-root.ts';

type VariableReader = (name: string) => string | undefined;

/** Variables of the document service, for ingest. */
const DOCUMENT_VARIABLES = ['LLAMA_CLOUD_API_KEY', 'LLAMA_CLOUD_BASE_URL'];
const MIN_KEY_LENGTH = 8;
/** Variables of the TLS proxy in front, for the gateway. */
const PROXY_VARIABLES = ['PUBLIC_ORIGINS', 'TRUST_PROXY_HOPS'];
const ORIGIN_LIST = /^https?:\/\/[^/,\s]+(,https?:\/\/[^/,\s]+)*$/;
const HTTP_URL = /^https?:\/\/[^/\s]+/;
/** Variables of the language model and of the institution, for reports. */
const PRICES = ['OPENAI_PROMPT_PRICE', 'OPENAI_COMPLETION_PRICE'];
const REPORT_VARIABLES = ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_MODEL', 'INSTITUTION_NAME', ...PRICES];
/** The gateway and four services. */
const METRICS_PORTS = 5;
const MAX_PORT = 65_535;
/** Variables of the collector of traces, for every service, which reports itself what is wrong with them. */
const TRACING_VARIABLES = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_TRACES_SAMPLER_ARG',
];

const valuesOf = (names: readonly string[], value: VariableReader): Record<string, string> =>
  withoutUndefined(Object.fromEntries(names.map((name) => [name, value(name)])));

export function withoutUndefined<Value>(
  values: Readonly<Record<string, Value | undefined>>,
): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, Value] => entry[1] !== undefined),
  );
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
] as const;
const PASSWORDS = { DATABASE_PASSWORD: 'DATABASE_URL', REDIS_PASSWORD: 'REDIS_URL' } as const;

type VariableSource = Readonly<Record<string, string | undefined>>;

/**
 * The values of secrets in files (`ADMIN_PASSWORD_FILE`) and of addresses whose password is set apart. The services read both
 * themselves (packages/service-kit/src/config); this runs before they are built.
 * @param problems gets a sentence for each, without a value or a path
 */
function readSecretFiles(source: VariableSource, problems: string[]): VariableSource {
  const values: Record<string, string> = {};
  for (const name of SECRET_VARIABLES) {
    const path = source[`${name}_FILE`] ?? '';
    if (path === '') continue;
    if ((source[name] ?? '') === '') values[name] = contentOf(path, name, problems);
    else problems.push(`${name} and ${name}_FILE are both set: keep one`);
  }
  for (const [name, addressName] of Object.entries(PASSWORDS)) {
    const [password, address] = [name, addressName].map((key) => values[key] ?? source[key] ?? '') as [
      string,
      string,
    ];
    if (password === '') continue;
    if (address === '') problems.push(`${name} is set, but ${addressName} is not`);
    if (!URL.canParse(address)) continue;
    const url = new URL(address);
    if (url.password !== '')
      problems.push(`${name} is set, but ${addressName} holds a password too: keep one`);
    url.password = encodeURIComponent(password);
    values[addressName] = url.toString();
  }
  return values;
}

function contentOf(path: string, name: string, problems: string[]): string {
  try {
    const text = readFileSync(path, 'utf8').trim();
    if (!/[\r\n]/.test(text)) return text;
    problems.push(`${name}_FILE names a file of more than one line; it must hold one value`);
  } catch (error) {
    problems.push(`${name}_FILE names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  return '';
}

export interface MonitoringSettings {
  /**
   * Ports of the metrics for Prometheus, on loopback: the gateway at this port, the services at the next ones, or each at
   * any free one; no metrics when left out.
   */
  metricsPort?: number | 'any';
  tracing?: Record<string, string>;
}

/** Every variable that `npm start` reads, with the files of secrets (docs/configuration.md). */
export const START_VARIABLES: readonly string[] = [
  ...new Set([
    'PORT',
    'HOST',
    'PUBLIC_PATH',
    'DATA_DIR',
    'SESSION_IDLE_MINUTES',
    'METRICS_PORT',
    'TRANSACTIONS_KEPT_YEARS',
    'LOG_LEVEL',
    ...PROXY_VARIABLES,
    ...REPORT_VARIABLES,
    ...DOCUMENT_VARIABLES,
    ...TRACING_VARIABLES,
    ...SECRET_VARIABLES,
    ...SECRET_VARIABLES.map((name) => `${name}_FILE`),
  ]),
];

/** What an operator may set for `npm start` (README, Environment). */
export interface Settings extends MonitoringSettings {
  port: number;
  host: string;
  dataDirectory: string;
  logLevel: string;
  adminPassword?: string;
  databaseUrl?: string;
  redisUrl?: string;
  /** Encrypts backups; `--key-file` may name another. */
  backupKey?: string;
  /** Below which a proxy shows the application: "/clearwatch"; left out: at the top. */
  publicPath?: string;
  /** Minutes without activity that end a session; the gateway's default when left out, 0 for never. */
  sessionIdleMinutes?: number;
  /** Years after which entries are removed; the services' default when left out. */
  transactionsKeptYears?: number;
  /** Further variables for one service. */
  reports?: Record<string, string>;
  ingest?: Record<string, string>;
  gateway?: Record<string, string>;
}

/** As the gateway takes it (services/gateway/src/public-path). */
const PUBLIC_PATH = /^(?!\/(?:api|assets)(?:\/|$))(?:\/[A-Za-z0-9_-]+)+$/;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'];

/** As in packages/contracts/src/retention, which may not be built yet when this is read; a test compares them. */
export const RETENTION_YEARS = { least: 6, most: 99 };

/** Seven days, the longest session. */
const MAX_IDLE_MINUTES = 10_080;

const isBetween = (text: string, low: number, high: number): boolean =>
  /^\d+$/.test(text) && Number(text) >= low && Number(text) <= high;

/** What a variable must be when it is set, and the sentence when it is not. */
const RULES: Readonly<Record<string, readonly [isValid: (value: string) => boolean, problem: string]>> = {
  PORT: [(port) => isBetween(port, 1, MAX_PORT), 'must be a port number (1 to 65535)'],
  LOG_LEVEL: [(level) => LOG_LEVELS.includes(level), `must be one of ${LOG_LEVELS.join(', ')}`],
  ADMIN_PASSWORD: [(password) => password.length >= 8, 'must have at least 8 characters'],
  DATABASE_URL: [(url) => /^postgres(ql)?:\/\//.test(url), 'must be a postgres:// address'],
  REDIS_URL: [(url) => /^rediss?:\/\//.test(url), 'must be a redis:// address'],
  SESSION_IDLE_MINUTES: [
    (minutes) => isBetween(minutes, 0, MAX_IDLE_MINUTES),
    `must be a number of minutes (0 for never, to ${MAX_IDLE_MINUTES})`,
  ],
  TRANSACTIONS_KEPT_YEARS: [
    (years) => isBetween(years, RETENTION_YEARS.least, RETENTION_YEARS.most),
    `must be a whole number of years from ${RETENTION_YEARS.least} to ${RETENTION_YEARS.most}: the Nacha Operating Rules require records of entries for six years`,
  ],
  PUBLIC_PATH: [
    (path) => PUBLIC_PATH.test(path),
    'must be a path like /clearwatch: letters, digits, - and _, no slash at its end, not /api or /assets',
  ],
  PUBLIC_ORIGINS: [
    (origins) => ORIGIN_LIST.test(origins),
    'must be origins like https://clearwatch.example.org, separated by commas',
  ],
  TRUST_PROXY_HOPS: [(hops) => /^[0-5]$/.test(hops), 'must be a number of proxies (0 to 5)'],
  OPENAI_BASE_URL: [(url) => HTTP_URL.test(url), 'must be an http:// or https:// address'],
  LLAMA_CLOUD_API_KEY: [(key) => key.length >= MIN_KEY_LENGTH, 'must be a key of LlamaCloud'],
  LLAMA_CLOUD_BASE_URL: [(url) => HTTP_URL.test(url), 'must be an http:// or https:// address'],
  METRICS_PORT: [
    (port) => isBetween(port, 1, MAX_PORT - METRICS_PORTS + 1),
    `must be the first of ${METRICS_PORTS} ports (1 to ${MAX_PORT - METRICS_PORTS + 1})`,
  ],
};

/** Problems between variables; sentences without values, which may be keys. */
function problemsBetween(value: VariableReader): string[] {
  const isSet = (name: string): boolean => value(name) !== undefined;
  const problems: string[] = [];
  if (value('PUBLIC_ORIGINS')?.includes('https:') === true && (value('TRUST_PROXY_HOPS') ?? '0') === '0')
    problems.push('TRUST_PROXY_HOPS must be 1 or more when PUBLIC_ORIGINS is https://');
  if ((isSet('OPENAI_API_KEY') || isSet('OPENAI_BASE_URL')) && !isSet('OPENAI_MODEL'))
    problems.push('OPENAI_MODEL must name the model when OPENAI_API_KEY or OPENAI_BASE_URL is set');
  for (const name of PRICES.some(isSet) ? PRICES : []) {
    if (!/^\d+(\.\d+)?$/.test(value(name) ?? ''))
      problems.push(`${name} must be dollars for a million tokens, as must the other price`);
  }
  if (isSet('LLAMA_CLOUD_BASE_URL') && !isSet('LLAMA_CLOUD_API_KEY'))
    problems.push('LLAMA_CLOUD_API_KEY must be set when LLAMA_CLOUD_BASE_URL is');
  return problems;
}

/** @throws Error that lists every problem, not only the first */
export function readSettings(source: Readonly<Record<string, string | undefined>>): Settings {
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
  const tracing = valuesOf(TRACING_VARIABLES, value);
  return {
    port: number('PORT') ?? 3000,
    host: value('HOST') ?? '127.0.0.1',
    dataDirectory: resolve(PROJECT_ROOT, value('DATA_DIR') ?? '.data'),
    logLevel: value('LOG_LEVEL') ?? 'info',
    adminPassword: value('ADMIN_PASSWORD'),
    databaseUrl: value('DATABASE_URL'),
    redisUrl: value('REDIS_URL'),
    backupKey: value('BACKUP_KEY'),
    reports: valuesOf(REPORT_VARIABLES, value),
    ingest: valuesOf(DOCUMENT_VARIABLES, value),
    gateway: valuesOf(PROXY_VARIABLES, value),
    ...withoutUndefined({
      metricsPort: number('METRICS_PORT'),
      publicPath: value('PUBLIC_PATH'),
      transactionsKeptYears: number('TRANSACTIONS_KEPT_YEARS'),
      sessionIdleMinutes: number('SESSION_IDLE_MINUTES'),
    }),
    ...(Object.keys(tracing).length === 0 ? {} : { tracing }),
  };
}
