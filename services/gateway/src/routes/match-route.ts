import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { routeFinder } from './find-route.ts';
import type { Route } from './route.ts';

const ROUTE = Symbol('route');
type WithRoute = Request & { [ROUTE]?: Route };

/** @throws Error outside the routes of the table: a step of the pipeline stands before the one that finds them */
export function routeOf(request: Request): Route {
  const route = (request as WithRoute)[ROUTE];
  if (route === undefined) throw new Error('The request has no route yet');
  return route;
}

/** First of all: whatever is not in the table does not exist, for anybody. */
export function matchRoute(routes: readonly Route[]): RequestHandler {
  const findRoute = routeFinder(routes);
  return (request: Request, _response: Response, next: NextFunction) => {
    const route = findRoute(request.method, request.path);
    if (route === null) throw new AppError('not_found', 'There is nothing at this address.');
    (request as WithRoute)[ROUTE] = route;
    // The access log writes templates, also for requests that never reach a controller.
    request.route = { path: `/${route.path}` };
    next();
  };
}
