import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { AppError } from '../errors/app-error.ts';
import { toAppError } from '../errors/to-app-error.ts';

/** A body this small that is still not here is being sent to hold the connection. */
const PATIENCE_MS = 15_000;

/** Levels of lists and objects. What checks a body goes down level by level and ends with its stack. */
const DEEPEST = 32;

/**
 * Reads JSON bodies and refuses what is not an object. Errors are given their meaning here: the parser's own words
 * quote the body, which may hold a password.
 */
export function jsonBody(limit: string): RequestHandler {
  const parse = express.json({ limit });
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
      else if (isDeeperThan(DEEPEST, request.body))
        next(new AppError('bad_request', 'The body is nested too deeply.'));
      else next();
    });
  };
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}
