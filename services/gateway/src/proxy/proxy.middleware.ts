import { requestIdOf } from '@clearwatch/service-kit/http/request-id';
import {
  IDENTITY_HEADER,
  type IdentityKeys,
  signIdentity,
} from '@clearwatch/service-kit/identity/identity-token';
import { inSpan, traceHeaders } from '@clearwatch/service-kit/tracing/spans';
import { SpanKind } from '@opentelemetry/api';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { routeOf } from '../routes/match-route.ts';
import { actorOf } from '../sessions/actor-of.ts';
import { principalOf } from '../sessions/principal.ts';
import { forward } from './forward.ts';
import { requestHeaders } from './request-headers.ts';
import { idleLimitOf } from './time-limits.ts';
import type { Upstreams } from './upstreams.ts';

/** Takes every route another service owns to that service, in the name of the signed-in user. */
export function proxy(options: { upstreams: Upstreams; keys: IdentityKeys }): RequestHandler {
  const { upstreams, keys } = options;
  return async (request: Request, response: Response, next: NextFunction) => {
    const route = routeOf(request);
    const { service } = route;
    if (service === 'gateway') {
      next();
      return;
    }
    const signedIn = principalOf(request);
    if (signedIn === null) throw new Error('A route of a service must not be public');
    const identity = signIdentity(actorOf(request, signedIn), service, keys);
    await inSpan({ name: `forward to ${service}`, kind: SpanKind.CLIENT }, () =>
      forward(request, response, {
        target: upstreams.of(service),
        isRead: route.method === 'GET' || route.changesNothing === true,
        headers: requestHeaders(request.headers, {
          [IDENTITY_HEADER]: identity,
          'x-request-id': requestIdOf(request),
          ...traceHeaders(),
        }),
        idleLimitMs: idleLimitOf(route),
      }),
    );
  };
}
