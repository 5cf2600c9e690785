import { exitOnBadEnvironment, listen } from '@clearwatch/service-kit/boot/boot-service';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { awaitQueueDatabase } from '@clearwatch/service-kit/jobs/await-queue-database';
import { createLogger } from '@clearwatch/service-kit/logging/logger';
import { openTracing } from '@clearwatch/service-kit/tracing/open-tracing';
import { createGatewayApplication } from './boot/gateway.application.ts';
import { GatewayEnvironment } from './environment.ts';
import { cookiePolicy } from './sessions/cookie-policy.ts';

const environment = exitOnBadEnvironment('gateway', () => {
  const read = readEnvironment(GatewayEnvironment);
  cookiePolicy(read);
  return read;
});
const logger = createLogger({ service: 'gateway', level: environment.LOG_LEVEL });
await awaitQueueDatabase(environment, logger);
const endTracing = await openTracing('gateway', environment);
const app = await createGatewayApplication(environment, logger);
await listen(app, { name: 'gateway', environment, logger, endTracing });
