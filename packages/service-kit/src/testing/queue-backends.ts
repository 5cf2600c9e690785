import { ServiceEnvironment } from '../config/service-environment.ts';

/**
 * The two queue backends a queue test runs on, each empty. The test command provides both servers; where one is
 * missing the test fails, it is never left out.
 */
export const QUEUE_BACKENDS = ['postgres', 'redis'] as const;
export type QueueBackendName = (typeof QUEUE_BACKENDS)[number];

const REDIS_VARIABLE = 'TEST_REDIS_URL';
/** Redis has 16 databases; each test file takes one by its number so that files can run side by side. */
const REDIS_DATABASES = 16;

export function queueEnvironment(
  backend: QueueBackendName,
  options: { databaseUrl: string; queueUrl: string; redisDatabase: number },
): ServiceEnvironment {
  const environment = Object.assign(new ServiceEnvironment(), {
    PORT: 0,
    DATABASE_URL: options.databaseUrl,
    IDENTITY_KEYS: '0'.repeat(64),
    LOG_LEVEL: 'silent' as const,
  });
  if (backend === 'postgres') return Object.assign(environment, { QUEUE_DATABASE_URL: options.queueUrl });
  const server = process.env[REDIS_VARIABLE];
  if (server === undefined) {
    throw new Error(`${REDIS_VARIABLE} is not set: run queue tests through the test command of the README.`);
  }
  return Object.assign(environment, { REDIS_URL: `${server}/${options.redisDatabase % REDIS_DATABASES}` });
}
