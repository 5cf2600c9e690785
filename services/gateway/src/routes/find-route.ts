import type { Route } from './route.ts';

/**
 * The route of a request: segments are compared as they were sent, undecoded and case-sensitive, so that what is
 * checked here and what a service sees are the same.
 */
export function findRoute(routes: readonly Route[], method: string, path: string): Route | null {
  const segments = path.slice(1).split('/');
  return routes.find((route) => route.method === method && matches(route.path.split('/'), segments)) ?? null;
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]))
  );
}
