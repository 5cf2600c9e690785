import { exitOnBadEnvironment, listen } from '@clearwatch/service-kit/boot/boot-service';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { waitForQueueDatabase } from '@clearwatch/service-kit/jobs/queue-connection';
import { createLogger } from '@clearwatch/service-kit/logging/logger';
import { startTracing } from '@clearwatch/service-kit/tracing/tracing';
import { createGatewayApplication } from './gateway-application.ts';
import { GatewayEnvironment } from './gateway-environment.ts';
import { cookiePolicy } from './sessions/session-cookie.ts';

const environment = exitOnBadEnvironment('gateway', () => {
  const read = readEnvironment(GatewayEnvironment);
  cookiePolicy(read);
  return read;
});
const logger = createLogger({ service: 'gateway', level: environment.LOG_LEVEL });
await waitForQueueDatabase(environment, logger);
const endTracing = await startTracing('gateway', environment);
const app = await createGatewayApplication(environment, logger);
await listen(app, { name: 'gateway', environment, logger, endTracing });
