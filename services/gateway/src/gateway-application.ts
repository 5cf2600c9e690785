import 'reflect-metadata';
import { RECORD_AUDIT_EVENT } from '@clearwatch/contracts/jobs.dto';
import { AuditTrailModule } from '@clearwatch/service-kit/audit/audit-trail.service';
import { createApplication } from '@clearwatch/service-kit/boot/boot-service';
import { KitModule } from '@clearwatch/service-kit/boot/kit.module';
import { DatabaseModule } from '@clearwatch/service-kit/database/database.module';
import { ErrorFilter } from '@clearwatch/service-kit/errors/app-error';
import { accessLog, jsonBody } from '@clearwatch/service-kit/http/configure-http';
import { assignRequestId, closeUnreadRequests } from '@clearwatch/service-kit/http/request-context';
import { JobsModule } from '@clearwatch/service-kit/jobs/jobs.module';
import { traceRequests } from '@clearwatch/service-kit/tracing/tracing';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { ApprovalsModule, holdForApproval } from './approvals/approvals.module.ts';
import { ApprovalsService } from './approvals/approvals.service.ts';
import { SecuritySettingsService } from './approvals/security-settings.service.ts';
import { DocsModule } from './docs/docs.module.ts';
import { OpenApiService } from './docs/open-api.service.ts';
import { EventsModule } from './events/events.module.ts';
import { allowedHostsOf, type GatewayEnvironment, publicOriginsOf, stripPublicPath } from './gateway-environment.ts';
import { hostCheck, originCheck, requireJson, securityHeaders } from './http/browser-protection.ts';
import { addressLimit, concurrentBodyLimit, SharedRequestCounts, userLimit } from './http/request-limits.ts';
import { staticWeb } from './http/static-web.ts';
import { proxyToService } from './proxy/proxy.middleware.ts';
import { ProxyModule, Upstreams } from './proxy/upstreams.ts';
import { AccessDenialLog, checkAccess } from './routes/check-access.ts';
import { matchRoute } from './routes/match-route.ts';
import { ROUTES } from './routes/route-table.ts';
import { GATEWAY_ENTITIES } from './sessions/session.entity.ts';
import { loadPrincipal, loadSession, recordActivity } from './sessions/session.middleware.ts';
import { COOKIE_POLICY, type CookiePolicy, cookiePolicy } from './sessions/session-cookie.ts';
import { SessionStore } from './sessions/session-store.ts';
import { SessionsModule } from './sessions/sessions.module.ts';
import { SignInModule } from './sign-in/sign-in.module.ts';
import { SystemModule } from './system/system.module.ts';

/** Short, because every request waits for these primary-key queries. */
const DATABASE_TIMEOUT_MS = 5_000;

@Global()
@Module({})
class GatewayModule {
  static forRoot(options: { environment: GatewayEnvironment; logger: Logger }): DynamicModule {
    const { environment, logger } = options;
    return {
      module: GatewayModule,
      imports: [
        KitModule.forRoot({ environment, logger }),
        DatabaseModule.forRoot({
          service: 'gateway',
          environment,
          entities: GATEWAY_ENTITIES,
          queryTimeoutMs: DATABASE_TIMEOUT_MS,
        }),
        JobsModule.forRoot({ environment, worksOn: [], sends: [RECORD_AUDIT_EVENT] }),
        AuditTrailModule.forRoot({ source: 'gateway', schema: 'sessions' }),
        ProxyModule,
        SessionsModule,
        SignInModule,
        SystemModule,
        ApprovalsModule,
        EventsModule,
        DocsModule,
      ],
      providers: [
        AccessDenialLog,
        SharedRequestCounts,
        { provide: APP_FILTER, useFactory: () => new ErrorFilter(logger) },
        { provide: COOKIE_POLICY, useFactory: () => cookiePolicy(environment) },
      ],
      exports: [COOKIE_POLICY],
    };
  }
}

/** For the gateway's own routes. Bodies for services are streamed. */
const GATEWAY_BODY_LIMIT = '64kb';

/** The order matters: before the access check, `/api` may only reject requests. */
function configurePipeline(app: NestExpressApplication, environment: GatewayEnvironment, logger: Logger): void {
  const policy = app.get<CookiePolicy>(COOKIE_POLICY);
  const sessions = app.get(SessionStore);
  const counts = app.get(SharedRequestCounts);
  app.disable('etag');
  app.set('trust proxy', environment.TRUST_PROXY_HOPS);

  app.use(stripPublicPath(environment.PUBLIC_PATH));
  app.use(assignRequestId({ trustIncoming: false }));
  app.use(traceRequests({ trustIncoming: false }));
  app.use(accessLog(logger));
  app.use(closeUnreadRequests());
  app.use(...securityHeaders(policy));
  app.use(hostCheck(allowedHostsOf(environment)));
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
  app.use(loadSession({ policy, keys: environment.SESSION_KEYS, store: sessions.store }));
  app.use(loadPrincipal(sessions, policy));
  app.use(checkAccess(app.get(AccessDenialLog)));
  app.use(userLimit(counts, environment.REQUESTS_PER_MINUTE_PER_USER));
  app.use(concurrentBodyLimit());
  app.use(recordActivity(sessions));
  app.use(holdForApproval(app.get(ApprovalsService), app.get(SecuritySettingsService), app.get(Upstreams)));
  app.use(proxyToService(app.get(Upstreams)));
  app.use(jsonBody(GATEWAY_BODY_LIMIT));
}

/** @throws EnvironmentError when other machines could reach a production gateway without TLS */
export async function createGatewayApplication(
  environment: GatewayEnvironment,
  logger: Logger,
): Promise<NestExpressApplication> {
  const app = await createApplication(GatewayModule.forRoot({ environment, logger }), logger);
  configurePipeline(app, environment, logger);
  app.get(OpenApiService, { strict: false }).describeBy(app);
  return app;
}
