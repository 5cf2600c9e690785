import { bootApplication } from '@clearwatch/service-kit/boot/boot-service';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { createGatewayApplication } from './gateway-application.ts';
import { GatewayEnvironment } from './gateway-environment.ts';
import { cookiePolicy } from './sessions/session-cookie.ts';

await bootApplication('gateway', () => {
  const environment = readEnvironment(GatewayEnvironment);
  cookiePolicy(environment);
  return { environment, create: (logger) => createGatewayApplication(environment, logger) };
});
