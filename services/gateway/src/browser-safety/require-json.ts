import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { NextFunction, Request, Response } from 'express';
import { routeOf } from '../routes/match-route.ts';

/** A form of another site can send everything but `application/json`. */
export function requireJson(request: Request, _response: Response, next: NextFunction): void {
  if (routeOf(request).kind === 'json' && hasBody(request) && !isJson(request.get('content-type'))) {
    throw new AppError('unsupported_media_type', 'The body must be JSON (Content-Type: application/json).');
  }
  next();
}

export function hasBody(request: Pick<Request, 'headers'>): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

function isJson(type: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(type ?? '');
}
