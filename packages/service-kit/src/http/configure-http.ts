import { ValidationPipe } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Counter, Histogram } from '@prometheus-io/client';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import { AppError, toAppError } from '../errors/app-error.ts';
import { withLogContext } from '../logging/logger.ts';
import { traceRequests } from '../tracing/tracing.ts';
import { assignRequestId, closeUnreadRequests, requestIdOf, routeTemplateOf } from './request-context.ts';
import { validationMessage } from './validation-messages.ts';

/** A small body that takes longer is probably an attempt to block the connection. */
const BODY_TIMEOUT_MS = 15_000;

/** Limits nesting, because validation is recursive. */
const MAX_DEPTH = 32;

/** Accepts JSON objects only. Replaces parser errors, which quote the body and may contain a password. */
export function jsonBody(limit: string): RequestHandler {
  const parse = express.json({ limit });
  return (request: Request, response: Response, next: NextFunction) => {
    const timer = setTimeout(() => request.destroy(new Error('the request body timed out')), BODY_TIMEOUT_MS);
    parse(request, response, (error?: unknown) => {
      clearTimeout(timer);
      if (error !== undefined) next(toAppError(error));
      else if (Array.isArray(request.body)) next(new AppError('bad_request', 'The body must be a JSON object.'));
      else if (isDeeperThan(MAX_DEPTH, request.body))
        next(new AppError('bad_request', 'The body is nested too deeply.'));
      else next();
    });
  };
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

/** All other methods share one label value, which keeps the number of series fixed. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

const REQUEST_COUNTER = new Counter({
  name: 'clearwatch_http_requests_total',
  help: 'HTTP requests answered, by route template, method and status.',
  labelNames: ['method', 'route', 'status'] as const,
});
const REQUEST_DURATIONS = new Histogram({
  name: 'clearwatch_http_request_duration_seconds',
  help: 'Seconds from the first byte of a request to the last byte of its response. Event streams count when they end.',
  labelNames: ['method', 'route'] as const,
  // Seconds. Screens take less than one, imports and reports more.
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

/** @param request.route a route template, because the number of label values must be fixed */
export function countRequest(request: { method: string; route: string; status: number; seconds: number }): void {
  const { route, status, seconds } = request;
  const method = METHODS.has(request.method) ? request.method : 'other';
  REQUEST_COUNTER.inc({ method, route, status });
  REQUEST_DURATIONS.observe({ method, route }, seconds);
}

/** Logs and counts each response by route template, never by URL, which may contain a member name. */
export function accessLog(logger: Logger) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const started = performance.now();
    withLogContext({ requestId: requestIdOf(request) }, () => {
      response.once('close', () => {
        const { method } = request;
        const { statusCode: status, writableFinished: complete } = response;
        const route = routeTemplateOf(request);
        const elapsed = performance.now() - started;
        logger.info({ method, route, status, milliseconds: Math.round(elapsed), complete }, 'request');
        countRequest({ method, route, status, seconds: elapsed / 1_000 });
      });
      next();
    });
  };
}

/** Does not apply to files, which are streamed. */
const JSON_BODY_LIMIT = '256kb';

export function configureHttp(app: NestExpressApplication, logger: Logger): void {
  app.use(assignRequestId({ trustIncoming: true }));
  app.use(traceRequests({ trustIncoming: true }));
  app.use(accessLog(logger));
  app.use(closeUnreadRequests());
  app.use(jsonBody(JSON_BODY_LIMIT));
}

/** Rejects unknown fields, because a mistyped field must not count as "not set". */
export function bodyValidation(): ValidationPipe {
  return new ValidationPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    transform: true,
    // Both are needed by validation-messages.ts.
    validationError: { target: true, value: true },
    exceptionFactory: (errors) => new AppError('bad_request', validationMessage(errors)),
  });
}
