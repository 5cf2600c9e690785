import {
  type ClientRequest,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { AppError, unavailableError } from '@clearwatch/service-kit/errors/app-error';
import { inSpan } from '@clearwatch/service-kit/tracing/tracing';
import { SpanKind } from '@opentelemetry/api';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { hasBody } from '../http/browser-protection.ts';
import { routeOf } from '../routes/match-route.ts';
import { principalOf } from '../sessions/session-principal.ts';
import {
  abortWhenSilent,
  CONNECT_TIMEOUT_MS,
  idleTimeoutOf,
  type Upstreams,
  type UpstreamTarget,
} from './upstreams.ts';

/** Hop-by-hop headers (RFC 9110 section 7.6.1) and headers that only the gateway sets. */
const BLOCKED_RESPONSE_HEADERS = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'te',
  'set-cookie',
  'server',
  'x-powered-by',
  'strict-transport-security',
]);

/** Headers that the gateway has already set take precedence. */
export function responseHeaders(
  incoming: IncomingHttpHeaders,
  isSet: (name: string) => boolean,
): [name: string, value: string | string[]][] {
  const named = new Set((incoming.connection ?? '').toLowerCase().split(/\s*,\s*/));
  return Object.entries(incoming).flatMap(([name, value]) =>
    value === undefined || BLOCKED_RESPONSE_HEADERS.has(name) || named.has(name) || isSet(name) ? [] : [[name, value]],
  );
}

export interface ProxiedRequest {
  target: UpstreamTarget;
  /** A read can be aborted safely while its process is frozen. */
  isRead: boolean;
  headers: OutgoingHttpHeaders;
  /** Milliseconds without a byte in either direction. */
  idleLimitMs: number;
  connectLimitMs?: number;
}

/**
 * Sends nothing to a frozen process, and aborts a read within five seconds if its process stops responding. Waits for
 * slow processes, and always for a write that was sent. Closes the connection when the browser disconnects.
 * @throws AppError `unavailable` before the response begins; after that it closes the connection to the browser
 */
export async function forwardRequest(request: Request, response: Response, proxied: ProxiedRequest): Promise<void> {
  // The browser has disconnected. Waiting for the rest of its request would occupy a service connection for minutes.
  if (response.destroyed) return;
  try {
    await exchange(request, response, proxied);
  } catch (error) {
    // The service closed the kept-alive connection, most likely before this request reached it. Retry once.
    if (!(error instanceof StaleConnectionError) || hasBody(request)) throw unavailable(proxied, error);
    await exchange(request, response, proxied).catch((again: unknown) => {
      throw unavailable(proxied, again);
    });
  }
}

class StaleConnectionError extends Error {}
/** The request may have reached the service. */
class UnansweredRequestError extends Error {}

function unavailable({ target, isRead }: ProxiedRequest, cause: unknown): AppError {
  if (!isRead && (cause instanceof UnansweredRequestError || cause instanceof StaleConnectionError)) {
    return new AppError(
      'unavailable',
      `${target.title} did not respond. Your change may have been saved. Check before you try again.`,
      { cause },
    );
  }
  return unavailableError(`${target.title} is not available at the moment. Please try again.`, cause);
}

function exchange(request: Request, response: Response, proxied: ProxiedRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const upstream = send(request, proxied);
    let isAnswered = false;
    const sending = abortWhenSilent(upstream, { liveness: proxied.target.liveness, isRead: proxied.isRead });

    const onClientDisconnect = (): void => {
      if (!response.writableFinished) upstream.destroy();
      resolve();
    };
    response.once('close', onClientDisconnect);

    upstream.on('response', (incoming) => {
      isAnswered = true;
      streamResponse(incoming, response);
    });
    upstream.on('error', (error) => {
      request.unpipe(upstream);
      response.off('close', onClientDisconnect);
      if (!isAnswered && !response.destroyed) return reject(failureOf(upstream, error, sending.wasSent));
      // A truncated response must not look complete.
      response.destroy();
      resolve();
    });

    if (hasBody(request)) request.pipe(upstream);
    else upstream.end();
  });
}

function send(request: Request, proxied: ProxiedRequest): ClientRequest {
  const { target, headers, idleLimitMs, connectLimitMs = CONNECT_TIMEOUT_MS } = proxied;
  const open = target.url.protocol === 'https:' ? httpsRequest : httpRequest;
  const upstream = open(target.url, {
    agent: target.agent,
    method: request.method,
    path: request.url,
    headers,
  });
  upstream.on('socket', (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => upstream.destroy(new Error('connection timed out')), connectLimitMs);
    socket.once('connect', () => clearTimeout(timer));
    socket.once('close', () => clearTimeout(timer));
  });
  upstream.setTimeout(idleLimitMs, () => upstream.destroy(new Error('connection was idle for too long')));
  return upstream;
}

function streamResponse(incoming: IncomingMessage, response: Response): void {
  response.status(incoming.statusCode ?? 502);
  for (const [name, value] of responseHeaders(incoming.headers, (name) => response.hasHeader(name))) {
    response.setHeader(name, value);
  }
  incoming.on('error', () => response.destroy());
  incoming.pipe(response);
}

function failureOf(upstream: ClientRequest, error: Error, wasSent: boolean): Error {
  const isReset = 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
  if (upstream.reusedSocket && isReset) return new StaleConnectionError('stale', { cause: error });
  return wasSent ? new UnansweredRequestError('sent but not answered', { cause: error }) : error;
}

/** Drops cookies, hop-by-hop headers, and forged identities, request ids and addresses. */
const FORWARDED_HEADERS = [
  'accept',
  'accept-language',
  'content-type',
  'content-length',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-range',
  'range',
] as const;

export function requestHeaders(incoming: IncomingHttpHeaders, own: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const passed: OutgoingHttpHeaders = Object.fromEntries(
    FORWARDED_HEADERS.flatMap((name) => (incoming[name] === undefined ? [] : [[name, incoming[name]]])),
  );
  // Without either header Node sends an empty POST with chunked encoding.
  if (incoming['content-length'] === undefined) {
    if (incoming['transfer-encoding'] === undefined) passed['content-length'] = '0';
    else passed['transfer-encoding'] = 'chunked';
  }
  return { ...passed, ...own };
}

export function proxyToService(upstreams: Upstreams): RequestHandler {
  return async (request: Request, response: Response, next: NextFunction) => {
    const route = routeOf(request);
    const { service } = route;
    if (service === 'gateway') return next();
    const signedIn = principalOf(request);
    if (signedIn === null) throw new Error('A service route must not be public');
    await inSpan({ name: `forward to ${service}`, kind: SpanKind.CLIENT }, () =>
      forwardRequest(request, response, {
        target: upstreams.of(service),
        isRead: route.method === 'GET' || route.changesNothing === true,
        headers: requestHeaders(request.headers, upstreams.headersFor(service, signedIn.actor)),
        idleLimitMs: idleTimeoutOf(route),
      }),
    );
  };
}
