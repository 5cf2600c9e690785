import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Request, Response } from 'express';
import { hasBody } from '../browser-safety/require-json.ts';
import type { UpstreamTarget } from './ask.ts';
import { endWhenSilent } from './liveness.ts';
import { responseHeaders } from './response-headers.ts';
import { CONNECT_LIMIT_MS } from './time-limits.ts';

export interface Errand {
  target: UpstreamTarget;
  /** It changes nothing, so that giving it up while its process is frozen does no harm. */
  isRead: boolean;
  headers: OutgoingHttpHeaders;
  /** Milliseconds without a byte in either direction after which it is given up. */
  idleLimitMs: number;
  connectLimitMs?: number;
}

/**
 * Hands a request to a service and its answer back, both as streams: the slower side sets the pace and nothing is
 * held in memory. When the browser leaves, the service is told by the broken connection; when it has left before, nothing is.
 * Nothing is sent to a process that is known not to answer, and a read is given up within five seconds when its process stops
 * answering; a slow process is waited for. A write that was sent is never given up for that reason.
 * @throws AppError `unavailable` while nothing has been answered yet; later the connection to the browser is cut
 */
export async function forward(request: Request, response: Response, errand: Errand): Promise<void> {
  // Its close has been: a body that stays away would hold a connection to the service for minutes.
  if (response.destroyed) return;
  try {
    await exchange(request, response, errand);
  } catch (error) {
    // The service closed the kept connection in the moment it was reused; nothing was sent, so ask once more.
    if (!(error instanceof StaleConnection) || hasBody(request)) throw unavailable(errand, error);
    await exchange(request, response, errand).catch((again: unknown) => {
      throw unavailable(errand, again);
    });
  }
}

class StaleConnection extends Error {}
/** The request has reached the service, or may have. */
class SentInVain extends Error {}

function unavailable({ target, isRead }: Errand, cause: unknown): AppError {
  if (!isRead && (cause instanceof SentInVain || cause instanceof StaleConnection)) {
    return new AppError(
      'unavailable',
      `${target.title} did not answer. What you asked for may have been done: look before you try again.`,
      { cause },
    );
  }
  return new AppError('unavailable', `${target.title} is not available at the moment. Please try again.`, {
    cause,
    retryAfterSeconds: 5,
  });
}

function exchange(request: Request, response: Response, errand: Errand): Promise<void> {
  return new Promise((resolve, reject) => {
    const upstream = send(request, errand);
    let isAnswered = false;
    const sending = endWhenSilent(upstream, { liveness: errand.target.liveness, isRead: errand.isRead });

    const onClientGone = (): void => {
      if (!response.writableFinished) upstream.destroy();
      resolve();
    };
    response.once('close', onClientGone);

    upstream.on('response', (incoming) => {
      isAnswered = true;
      passBack(incoming, request, response);
    });
    upstream.on('error', (error) => {
      request.unpipe(upstream);
      response.off('close', onClientGone);
      if (response.destroyed) {
        resolve();
      } else if (isAnswered) {
        // Half an answer must not look like a whole one.
        response.destroy();
        resolve();
      } else {
        reject(failureOf(upstream, error, sending.wasSent));
      }
    });

    if (hasBody(request)) request.pipe(upstream);
    else upstream.end();
  });
}

function send(request: Request, errand: Errand): ClientRequest {
  const { target, headers, idleLimitMs, connectLimitMs = CONNECT_LIMIT_MS } = errand;
  const open = target.url.protocol === 'https:' ? httpsRequest : httpRequest;
  const upstream = open(target.url, {
    agent: target.agent,
    method: request.method,
    path: request.url,
    headers,
  });
  upstream.on('socket', (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => upstream.destroy(new Error('no connection in time')), connectLimitMs);
    socket.once('connect', () => clearTimeout(timer));
    socket.once('close', () => clearTimeout(timer));
  });
  upstream.setTimeout(idleLimitMs, () => upstream.destroy(new Error('nothing moved for too long')));
  return upstream;
}

function passBack(incoming: IncomingMessage, request: Request, response: Response): void {
  response.status(incoming.statusCode ?? 502);
  for (const [name, value] of responseHeaders(incoming.headers, (said) => response.hasHeader(said))) {
    response.setHeader(name, value);
  }
  incoming.on('error', () => response.destroy());
  // Refused before all of it was sent (413, 415): the rest is read and forgotten, so that the answer gets through.
  response.once('finish', () => {
    if (!request.complete) request.unpipe().resume();
  });
  incoming.pipe(response);
}

function failureOf(upstream: ClientRequest, error: Error, wasSent: boolean): Error {
  const isReset = 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
  if (upstream.reusedSocket && isReset) return new StaleConnection('stale', { cause: error });
  return wasSent ? new SentInVain('sent, not answered', { cause: error }) : error;
}
