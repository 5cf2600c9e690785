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

/** Payloads contain ids and small numbers, never names, account numbers, secrets or bytes. */
export interface JobDefinition<Payload extends object> {
  readonly name: string;
  readonly queue: QueueName;
  readonly payload: new () => Payload;
  /** Jobs with the same identity are one job. Letters, digits, periods and dashes; not only digits, no colon. */
  identity(payload: Payload): string;
  /** Waiting jobs with a lower number run first; those with the same number run in the order in which they were added. */
  readonly priority?: number;
  /** `attempts` includes the first attempt; the delay doubles after each one. */
  readonly retry: { attempts: number; backoffMs: number };
}

/** A restart of PostgreSQL takes seconds, a failover up to a minute. */
const DATABASE_RETRY = { attempts: 6, backoffMs: 1_000 };

/** The default identity is the job name and the payload's values. */
export function defineJob<Payload extends object>({
  identity = (payload) => [definition.name, ...Object.values(payload)].join('-'),
  retry = DATABASE_RETRY,
  ...definition
}: Omit<JobDefinition<Payload>, 'identity' | 'retry'> & Partial<JobDefinition<Payload>>): JobDefinition<Payload> {
  return Object.freeze({ ...definition, identity, retry });
}
