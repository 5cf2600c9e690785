import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { toAppError } from '@clearwatch/service-kit/errors/to-app-error';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';

const LIMIT = '64kb';
/** A body this small that is still not here is being sent to hold the connection. */
const PATIENCE_MS = 15_000;

/** Bodies of the gateway's own routes; those of services are streamed past it. */
export function ownBody(): RequestHandler {
  const parse = express.json({ limit: LIMIT });
  return (request: Request, response: Response, next: NextFunction) => {
    const timer = setTimeout(
      () => request.destroy(new Error('the body did not arrive in time')),
      PATIENCE_MS,
    );
    parse(request, response, (error?: unknown) => {
      clearTimeout(timer);
      if (error !== undefined) next(toAppError(error));
      else if (Array.isArray(request.body))
        next(new AppError('bad_request', 'The body must be a JSON object.'));
      else next();
    });
  };
}
