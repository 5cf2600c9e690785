import { bodyValidation } from '@clearwatch/service-kit/boot/configure-http';
import { jsonBody } from '@clearwatch/service-kit/http/json-body';
import { assignRequestId } from '@clearwatch/service-kit/http/request-id';
import { IdentityKeys } from '@clearwatch/service-kit/identity/identity-token';
import { accessLog } from '@clearwatch/service-kit/logging/access-log';
import { traceRequests } from '@clearwatch/service-kit/tracing/trace-requests';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { originCheck } from '../browser-safety/origin-check.ts';
import { requireJson } from '../browser-safety/require-json.ts';
import { securityHeaders } from '../browser-safety/security-headers.ts';
import { type GatewayEnvironment, publicOriginsOf } from '../environment.ts';
import { bodiesAtATime } from '../limits/bodies-at-a-time.ts';
import { addressLimit, userLimit } from '../limits/request-limits.ts';
import { SharedCounts } from '../limits/shared-counts.service.ts';
import { proxy } from '../proxy/proxy.middleware.ts';
import { Upstreams } from '../proxy/upstreams.ts';
import { takeOffPublicPath } from '../public-path/public-path.ts';
import { AccessDenials } from '../routes/access-denials.service.ts';
import { checkAccess } from '../routes/check-access.ts';
import { matchRoute } from '../routes/match-route.ts';
import { ROUTES } from '../routes/route-table.ts';
import { activity } from '../sessions/activity.middleware.ts';
import { Activity } from '../sessions/activity.service.ts';
import type { CookiePolicy } from '../sessions/cookie-policy.ts';
import { principal } from '../sessions/principal.middleware.ts';
import { sessions } from '../sessions/session.middleware.ts';
import { SessionStore } from '../sessions/session-store.ts';
import { staticWeb } from '../web/static-web.ts';
import { COOKIE_POLICY } from './cookie-policy.token.ts';

/** Bodies of the gateway's own routes; those of services are streamed past it. */
const OWN_BODY_LIMIT = '64kb';

/** What every request passes, in this order. Nothing is answered from `/api` before the access check but refusals. */
export function layPipeline(
  app: NestExpressApplication,
  environment: GatewayEnvironment,
  logger: Logger,
): void {
  const policy = app.get<CookiePolicy>(COOKIE_POLICY);
  const { store, idleLimit } = app.get(SessionStore);
  const counts = app.get(SharedCounts);
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', environment.TRUST_PROXY_HOPS);
  app.set('query parser', 'simple');
  app.useGlobalPipes(bodyValidation());

  app.use(takeOffPublicPath(environment.PUBLIC_PATH));
  app.use(assignRequestId({ trustIncoming: false }));
  app.use(traceRequests({ trustIncoming: false }));
  app.use(accessLog(logger));
  app.use(...securityHeaders(policy));
  app.use(originCheck(publicOriginsOf(environment)));
  app.use(
    ...staticWeb({
      directory: environment.WEB_DIRECTORY,
      publicPath: environment.PUBLIC_PATH ?? '',
      sessionCookie: policy.name,
    }),
  );
  app.use(matchRoute(ROUTES));
  app.use(requireJson);
  app.use(addressLimit(counts, environment.REQUESTS_PER_MINUTE_PER_ADDRESS));
  app.use(sessions({ policy, keys: environment.SESSION_KEYS, store }));
  app.use(principal({ policy, store, idleLimit }));
  app.use(checkAccess(app.get(AccessDenials)));
  app.use(userLimit(counts, environment.REQUESTS_PER_MINUTE_PER_USER));
  app.use(bodiesAtATime());
  app.use(activity({ activity: app.get(Activity), idleLimit }));
  app.use(proxy({ upstreams: app.get(Upstreams), keys: new IdentityKeys(environment.IDENTITY_KEYS) }));
  app.use(jsonBody(OWN_BODY_LIMIT));
}
