/** A variable of `npm start`. */
interface StartVariable {
  name: string;
  kind: string;
  /** What holds without it. */
  otherwise: string;
  meaning: string;
  /** May be given by a file, `NAME_FILE`. */
  isSecret?: true;
}

/** What `npm start` and the commands of operators read (settings.ts): all there is, for those who look for more. */
export const START_VARIABLES: readonly StartVariable[] = [
  { name: 'PORT', kind: 'port', otherwise: '3000', meaning: 'where the application is served' },
  {
    name: 'HOST',
    kind: 'address',
    otherwise: '127.0.0.1',
    meaning: 'the address to serve it on; this machine only unless told otherwise',
  },
  {
    name: 'PUBLIC_PATH',
    kind: 'path',
    otherwise: 'none',
    meaning: 'the path below which a proxy shows the application',
  },
  {
    name: 'PUBLIC_ORIGINS',
    kind: 'origins, separated by commas',
    otherwise: 'none',
    meaning: 'the addresses browsers use, https://… when a proxy in front speaks TLS',
  },
  {
    name: 'TRUST_PROXY_HOPS',
    kind: 'whole number from 0 to 5',
    otherwise: '0',
    meaning: 'proxies of your own in front, whose word is taken for who asks and how; 1 or more with https',
  },
  {
    name: 'DATA_DIR',
    kind: 'folder',
    otherwise: '.data',
    meaning: 'database, uploaded files, keys and logs; relative to the project',
  },
  {
    name: 'ADMIN_PASSWORD',
    kind: 'text of 8 characters or more',
    otherwise: 'made up and printed once',
    meaning: 'first password of admin; looked at only while there is no user',
    isSecret: true,
  },
  {
    name: 'DATABASE_URL',
    kind: 'postgres:// address',
    otherwise: 'the embedded PostgreSQL',
    meaning: 'a PostgreSQL server to use instead, as a role that may create roles and schemas',
    isSecret: true,
  },
  {
    name: 'DATABASE_PASSWORD',
    kind: 'text',
    otherwise: 'none',
    meaning: 'the password of that role, when the address holds none',
    isSecret: true,
  },
  {
    name: 'REDIS_URL',
    kind: 'redis:// address',
    otherwise: 'queues on PostgreSQL',
    meaning: 'carries the queues on this Redis',
    isSecret: true,
  },
  {
    name: 'REDIS_PASSWORD',
    kind: 'text',
    otherwise: 'none',
    meaning: 'the password of that Redis, when the address holds none',
    isSecret: true,
  },
  {
    name: 'SESSION_IDLE_MINUTES',
    kind: 'number from 0 to 10080',
    otherwise: '60',
    meaning: 'a session left alone for that long ends; 0 for never',
  },
  {
    name: 'OPENAI_API_KEY',
    kind: 'text',
    otherwise: 'none',
    meaning: 'the key of a language model that words AI reports',
    isSecret: true,
  },
  {
    name: 'OPENAI_BASE_URL',
    kind: 'http(s):// address',
    otherwise: 'that of OpenAI',
    meaning: 'any endpoint that speaks Chat Completions',
  },
  {
    name: 'OPENAI_MODEL',
    kind: 'text',
    otherwise: 'none',
    meaning: 'the name of the model at that endpoint',
  },
  {
    name: 'OPENAI_PROMPT_PRICE',
    kind: 'number',
    otherwise: 'none',
    meaning: 'dollars for a million tokens read',
  },
  {
    name: 'OPENAI_COMPLETION_PRICE',
    kind: 'number',
    otherwise: 'none',
    meaning: 'dollars for a million tokens written',
  },
  {
    name: 'LLAMA_CLOUD_API_KEY',
    kind: 'text of 8 characters or more',
    otherwise: 'none',
    meaning: 'has LlamaExtract read documents',
    isSecret: true,
  },
  {
    name: 'LLAMA_CLOUD_BASE_URL',
    kind: 'http(s):// address',
    otherwise: 'that of LlamaCloud',
    meaning: 'where LlamaExtract is',
  },
  {
    name: 'INSTITUTION_NAME',
    kind: 'text',
    otherwise: 'none',
    meaning: "the institution's name until its profile is saved",
  },
  {
    name: 'METRICS_PORT',
    kind: 'port',
    otherwise: 'none',
    meaning:
      "figures for Prometheus on this machine: the gateway's here, those of four services at the next ports",
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    kind: 'http(s):// address',
    otherwise: 'none',
    meaning: 'a collector that takes traces by OTLP over HTTP',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    kind: 'name=value, separated by commas',
    otherwise: 'none',
    meaning: 'what the collector wants to be told with them',
    isSecret: true,
  },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    kind: 'number from 0 to 1',
    otherwise: '1',
    meaning: 'the share of requests that are traced',
  },
  {
    name: 'TRANSACTIONS_KEPT_YEARS',
    kind: 'number from 6 to 99',
    otherwise: '7',
    meaning:
      'years after which entries, decided alerts, files and audit events are removed, once a day; the Nacha Operating Rules require six',
  },
  {
    name: 'LOG_LEVEL',
    kind: 'fatal, error, warn, info, debug or silent',
    otherwise: 'info',
    meaning: 'how much is logged',
  },
  {
    name: 'BACKUP_KEY',
    kind: 'text of 12 characters or more',
    otherwise: 'none',
    meaning: 'what `npm run backup` encrypts by, and `npm run restore` opens with',
    isSecret: true,
  },
];

/** Whether `npm start` reads the variable, files of secrets included. */
export function isStartVariable(name: string): boolean {
  return START_VARIABLES.some(
    (variable) => variable.name === name || (variable.isSecret === true && `${variable.name}_FILE` === name),
  );
}
