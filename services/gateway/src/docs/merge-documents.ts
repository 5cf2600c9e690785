import type { OpenAPIObject } from '@nestjs/swagger';
import type { Route } from '../routes/route.ts';
import { cookieNames } from '../sessions/cookie-policy.ts';

type Paths = OpenAPIObject['paths'];

/**
 * One description out of the services' own. Only what the gateway lets through is in it: a service's private paths
 * and health checks are nobody's business.
 */
export function mergeDocuments(options: {
  parts: readonly OpenAPIObject[];
  routes: readonly Route[];
  missing: readonly string[];
  /** Below which all of it stands for browsers; nothing: at the top. */
  publicPath: string | undefined;
}): OpenAPIObject {
  const { parts, routes, missing, publicPath } = options;
  const names = cookieNames(publicPath);
  const schemas = Object.assign({}, ...parts.map(({ components }) => components?.schemas ?? {})) as object;
  const note =
    missing.length === 0 ? '' : ` Not answering at the moment and therefore left out: ${missing.join(', ')}.`;
  return {
    openapi: '3.0.0',
    info: { title: 'Clearwatch', version: '1', description: `Private API of the staff application.${note}` },
    paths: Object.assign({}, ...parts.map(({ paths }) => publicPaths(paths, routes))) as Paths,
    components: {
      schemas: schemas as NonNullable<OpenAPIObject['components']>['schemas'],
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: names.secure },
        loopbackSession: { type: 'apiKey', in: 'cookie', name: names.plain },
      },
    },
    security: [{ session: [] }, { loopbackSession: [] }],
    tags: [],
    servers: publicPath === undefined ? [] : [{ url: publicPath }],
  };
}

function publicPaths(paths: Paths, routes: readonly Route[]): Paths {
  const known = new Set(routes.map(({ method, path }) => `${method.toLowerCase()} /${path}`));
  const kept: Paths = {};
  for (const [path, operations] of Object.entries(paths)) {
    const template = path.replace(/\{([^}]+)\}/g, ':$1');
    const open = Object.entries(operations).filter(([method]) => isKnown(known, `${method} ${template}`));
    if (open.length > 0) kept[path] = Object.fromEntries(open);
  }
  return kept;
}

/** Parameters may be called differently on the two sides. */
function isKnown(known: ReadonlySet<string>, wanted: string): boolean {
  const unnamed = (text: string) => text.replace(/:[^/ ]+/g, ':');
  return [...known].some((candidate) => unnamed(candidate) === unnamed(wanted));
}
