import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Route } from './route-table.ts';

interface Pattern {
  route: Route;
  segments: readonly string[];
  names: number;
}

/**
 * Compares segments undecoded and case-sensitively, so that the gateway checks exactly what a service sees. A literal
 * path takes precedence over a parameter for all methods: `DELETE /api/imports/sample` does not mean an import "sample".
 */
export function routeFinder(routes: readonly Route[]): (method: string, path: string) => Route | null {
  const byLength = Map.groupBy(routes.map(patternOf), ({ segments }) => segments.length);
  return (method, path) => {
    const segments = path.slice(1).split('/');
    const possible = byLength.get(segments.length)?.filter((pattern) => matches(pattern, segments)) ?? [];
    const fewestNames = Math.min(...possible.map(({ names }) => names));
    return possible.find(({ route, names }) => route.method === method && names === fewestNames)?.route ?? null;
  };
}

function patternOf(route: Route): Pattern {
  const segments = route.path.split('/');
  return { route, segments, names: segments.filter(isName).length };
}

function matches(pattern: Pattern, segments: readonly string[]): boolean {
  return pattern.segments.every((part, index) => (isName(part) ? segments[index] !== '' : part === segments[index]));
}

function isName(segment: string): boolean {
  return segment.startsWith(':');
}

const ROUTE_OF = new WeakMap<Request, Route>();

/** @throws Error in middleware that runs before `matchRoute` */
export function routeOf(request: Request): Route {
  const route = ROUTE_OF.get(request);
  if (route === undefined) throw new Error('The request has no route yet');
  return route;
}

export function matchRoute(routes: readonly Route[]): RequestHandler {
  const findRoute = routeFinder(routes);
  return (request: Request, _response: Response, next: NextFunction) => {
    const route = findRoute(request.method, request.path);
    if (route === null) throw new AppError('not_found', 'This address does not exist.');
    ROUTE_OF.set(request, route);
    // The access log needs the route template, even for requests that never reach a controller.
    request.route = { path: `/${route.path}` };
    next();
  };
}
