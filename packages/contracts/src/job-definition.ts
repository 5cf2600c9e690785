/** The queues; each belongs to the service that works on it (ARCHITECTURE, owners). */
export const QUEUES = {
  import: 'import',
  project: 'project',
  detect: 'detect',
  extract: 'extract',
  purge: 'purge',
  search: 'search',
  compose: 'compose',
  audit: 'audit',
} as const;
export type QueueName = (typeof QUEUES)[keyof typeof QUEUES];

export interface RetryPolicy {
  /** How often it is tried in all before it becomes a dead letter. */
  attempts: number;
  /** First pause between tries, doubled each time. */
  backoffMs: number;
}

/**
 * A job said once: what it is called, where it waits, what it carries, what makes two of them the same, how often it
 * is tried. Payloads are ids and small numbers: never names, account numbers, secrets or bytes.
 */
export interface JobDefinition<Payload extends object> {
  readonly name: string;
  readonly queue: QueueName;
  readonly payload: new () => Payload;
  /** Two jobs with the same identity are one job. Letters, digits, dot and dash; not only digits, no colon. */
  identity(payload: Payload): string;
  readonly retry: RetryPolicy;
}

/** Retries for work on the database: a restart of PostgreSQL takes seconds, a failover up to a minute. */
const DATABASE_RETRY: RetryPolicy = { attempts: 6, backoffMs: 1_000 };

/** A job whose payload is one id is identified by its name and that id. */
export function defineJob<Payload extends object>({
  identity = (payload) => [definition.name, ...Object.values(payload)].join('-'),
  retry = DATABASE_RETRY,
  ...definition
}: Omit<JobDefinition<Payload>, 'identity' | 'retry'> &
  Partial<JobDefinition<Payload>>): JobDefinition<Payload> {
  return Object.freeze({ ...definition, identity, retry });
}
