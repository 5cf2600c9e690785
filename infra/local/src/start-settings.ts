import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PROJECT_ROOT } from './project-root.ts';

/** What the ingest service alone is told: the service that may read documents. */
const DOCUMENT_VARIABLES = ['LLAMA_CLOUD_API_KEY', 'LLAMA_CLOUD_BASE_URL'] as const;
/** A shorter one is a slip of the pen. */
const MIN_KEY_LENGTH = 8;

type VariableReader = (name: string) => string | undefined;

/** @returns those of the variables that are set, as they are */
function valuesOf(names: readonly string[], value: VariableReader): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const set = value(name);
      return set === undefined ? [] : [[name, set]];
    }),
  );
}

/** @returns a sentence for each problem; never a value, which may be a key */
function problemsOfDocumentSettings(value: VariableReader): string[] {
  const problems: string[] = [];
  const key = value('LLAMA_CLOUD_API_KEY');
  const address = value('LLAMA_CLOUD_BASE_URL');
  if (key !== undefined && key.length < MIN_KEY_LENGTH)
    problems.push('LLAMA_CLOUD_API_KEY must be a key of LlamaCloud');
  if (address !== undefined && !/^https?:\/\/[^/\s]+/.test(address))
    problems.push('LLAMA_CLOUD_BASE_URL must be an http:// or https:// address');
  if (address !== undefined && key === undefined)
    problems.push('LLAMA_CLOUD_API_KEY must be set when LLAMA_CLOUD_BASE_URL is');
  return problems;
}

/** What the gateway alone is told: the proxy that speaks TLS in front, when there is one. */
const PROXY_VARIABLES = ['PUBLIC_ORIGINS', 'TRUST_PROXY_HOPS'] as const;
const ORIGIN_LIST = /^https?:\/\/[^/,\s]+(,https?:\/\/[^/,\s]+)*$/;

/** @returns a sentence for each problem */
function problemsOfProxySettings(value: VariableReader): string[] {
  const problems: string[] = [];
  const [origins, hops] = [value('PUBLIC_ORIGINS'), value('TRUST_PROXY_HOPS')];
  if (origins !== undefined && !ORIGIN_LIST.test(origins))
    problems.push('PUBLIC_ORIGINS must be origins like https://clearwatch.example.org, separated by commas');
  if (hops !== undefined && !/^[0-5]$/.test(hops))
    problems.push('TRUST_PROXY_HOPS must be a number of proxies (0 to 5)');
  if (origins?.includes('https:') === true && (hops ?? '0') === '0')
    problems.push('TRUST_PROXY_HOPS must be 1 or more when PUBLIC_ORIGINS is https://');
  return problems;
}

/** What the reports service alone is told: the language model that may word reports, and whose reports they are. */
const REPORT_VARIABLES = [
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'OPENAI_MODEL',
  'OPENAI_PROMPT_PRICE',
  'OPENAI_COMPLETION_PRICE',
  'INSTITUTION_NAME',
] as const;
const MODEL_NAMES = ['OPENAI_API_KEY', 'OPENAI_BASE_URL'] as const;
const PRICES = ['OPENAI_PROMPT_PRICE', 'OPENAI_COMPLETION_PRICE'] as const;

/** @returns a sentence for each problem; never a value, which may be a key */
function problemsOfReportSettings(value: VariableReader): string[] {
  const problems: string[] = [];
  const address = value('OPENAI_BASE_URL');
  if (address !== undefined && !/^https?:\/\/[^/\s]+/.test(address))
    problems.push('OPENAI_BASE_URL must be an http:// or https:// address');
  const isModelSet = MODEL_NAMES.some((name) => value(name) !== undefined);
  if (isModelSet && value('OPENAI_MODEL') === undefined)
    problems.push('OPENAI_MODEL must name the model when OPENAI_API_KEY or OPENAI_BASE_URL is set');
  const set = PRICES.filter((name) => value(name) !== undefined);
  for (const name of set.length > 0 ? PRICES : []) {
    if (!/^\d+(\.\d+)?$/.test(value(name) ?? ''))
      problems.push(`${name} must be dollars for a million tokens, as must the other price`);
  }
  return problems;
}

/** What nobody else may see, and addresses that may hold it. */
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
 * Each secret that a file holds (`ADMIN_PASSWORD_FILE`), and each address with the password that is given apart from it,
 * to be taken for the variables of `npm start`. The services take both by themselves (packages/service-kit/src/config); this runs before
 * they are built.
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

/** The gateway, and four services after it. */
const METRICS_PORTS = 5;
const MAX_PORT = 65_535;
/** What every service is told of the collector of traces. */
const TRACING_VARIABLES = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_TRACES_SAMPLER_ARG',
] as const;

export interface MonitoringSettings {
  /**
   * Where figures are told to Prometheus, on loopback: the gateway at this port, the services at the next ones, or each at
   * any free one; nowhere when left out.
   */
  metricsPort?: number | 'any';
  /** Further variables for every service: who takes traces. */
  tracing?: Record<string, string>;
}

/** A system of the operator's that watches: Prometheus asks for figures, a collector takes traces. Nothing is told without these. */
function monitoringSettings(value: VariableReader): MonitoringSettings {
  const port = value('METRICS_PORT');
  const tracing = valuesOf(TRACING_VARIABLES, value);
  return {
    ...(port === undefined ? {} : { metricsPort: Number(port) }),
    ...(Object.keys(tracing).length === 0 ? {} : { tracing }),
  };
}

/** Of the collector each service says itself what is wrong with its variables. */
function problemsOfMonitoringSettings(value: VariableReader): string[] {
  const port = value('METRICS_PORT');
  if (port === undefined) return [];
  const first = Number(port);
  const fits = Number.isInteger(first) && first >= 1 && first + METRICS_PORTS - 1 <= MAX_PORT;
  return fits
    ? []
    : [`METRICS_PORT must be the first of ${METRICS_PORTS} ports (1 to ${MAX_PORT - METRICS_PORTS + 1})`];
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
export const RETENTION_YEARS = { least: 6, most: 99 };

/** Seven days, as long as a session lasts in any case. */
const MAX_IDLE_MINUTES = 10_080;

/** @throws Error that lists every problem, not only the first */
export function readSettings(source: Readonly<Record<string, string | undefined>>): Settings {
  const problems: string[] = [];
  const secrets = readSecretFiles(source, problems);
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
  if (idle !== undefined && !(/^\d{1,5}$/.test(idle) && Number(idle) <= MAX_IDLE_MINUTES)) {
    problems.push(`SESSION_IDLE_MINUTES must be a number of minutes (0 for never, to ${MAX_IDLE_MINUTES})`);
  }
  const keptYears = value('TRANSACTIONS_KEPT_YEARS');
  if (keptYears !== undefined && !isRetentionYears(keptYears)) {
    problems.push(
      `TRANSACTIONS_KEPT_YEARS must be a whole number of years from ${RETENTION_YEARS.least} to ${RETENTION_YEARS.most}: the Nacha Operating Rules require records of entries for six years`,
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
    ...problemsOfMonitoringSettings(value),
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
    reports: valuesOf(REPORT_VARIABLES, value),
    ingest: valuesOf(DOCUMENT_VARIABLES, value),
    gateway: valuesOf(PROXY_VARIABLES, value),
    ...monitoringSettings(value),
    ...(publicPath === undefined ? {} : { publicPath }),
    ...(keptYears === undefined ? {} : { transactionsKeptYears: Number(keptYears) }),
    ...(idle === undefined ? {} : { sessionIdleMinutes: Number(idle) }),
  };
}

function isRetentionYears(text: string): boolean {
  return /^\d{1,2}$/.test(text) && Number(text) >= RETENTION_YEARS.least;
}
