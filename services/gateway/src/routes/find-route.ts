import type { Route } from './route.ts';

/**
 * The route of a request: segments are compared as they were sent, undecoded and case-sensitive, so that what is
 * checked here and what a service sees are the same. An address that one route writes out is nobody else's: `DELETE
 * /api/imports/sample` is no import named "sample".
 */
export function findRoute(routes: readonly Route[], method: string, path: string): Route | null {
  const segments = path.slice(1).split('/');
  const possible = routes.filter((route) => matches(route.path.split('/'), segments));
  const fewestNames = Math.min(...possible.map(namesIn));
  return possible.find((route) => route.method === method && namesIn(route) === fewestNames) ?? null;
}

function namesIn({ path }: Route): number {
  return path.split('/').filter((part) => part.startsWith(':')).length;
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]))
  );
}
