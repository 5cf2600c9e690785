import type { Route } from './route.ts';

interface Pattern {
  route: Route;
  segments: readonly string[];
  names: number;
}

type FindRoute = (method: string, path: string) => Route | null;

/**
 * Finds the route of a request: segments are compared as they were sent, undecoded and case-sensitive, so that what is
 * checked here and what a service sees are the same. An address that one route writes out is nobody else's: `DELETE
 * /api/imports/sample` is no import named "sample".
 */
export function routeFinder(routes: readonly Route[]): FindRoute {
  // Each request is held against those of its length alone.
  const byLength = Map.groupBy(routes.map(patternOf), ({ segments }) => segments.length);
  return (method, path) => {
    const segments = path.slice(1).split('/');
    const possible = byLength.get(segments.length)?.filter((pattern) => matches(pattern, segments)) ?? [];
    const fewestNames = Math.min(...possible.map(({ names }) => names));
    return (
      possible.find(({ route, names }) => route.method === method && names === fewestNames)?.route ?? null
    );
  };
}

function patternOf(route: Route): Pattern {
  const segments = route.path.split('/');
  return { route, segments, names: segments.filter(isName).length };
}

function matches(pattern: Pattern, segments: readonly string[]): boolean {
  return pattern.segments.every((part, index) =>
    isName(part) ? segments[index] !== '' : part === segments[index],
  );
}

function isName(segment: string): boolean {
  return segment.startsWith(':');
}
