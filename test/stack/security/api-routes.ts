import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const OPENAPI = join(import.meta.dirname, '..', '..', '..', 'docs', 'openapi.json');

export interface ApiRoute {
  /** `POST /api/users/{id}/unlock` */
  name: string;
  method: string;
  path: string;
  /** Takes a JSON body. */
  takesJson: boolean;
}

interface Operation {
  requestBody?: { content?: Record<string, unknown> };
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
}

/** Every route of the committed description of the API. */
export function describedRoutes(): ApiRoute[] {
  return routesOf(JSON.parse(readFileSync(OPENAPI, 'utf8')));
}

export function routesOf(description: unknown): ApiRoute[] {
  return Object.entries((description as Description).paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { requestBody }]) => ({
      ...namedRoute(`${method.toUpperCase()} ${path}`),
      takesJson: requestBody?.content?.['application/json'] !== undefined,
    })),
  );
}

export function namedRoute(name: string): ApiRoute {
  const [method = '', path = ''] = name.split(' ');
  return { name, method, path, takesJson: false };
}

/** The path of something that is not there: whoever is let in gets an answer and changes nothing. */
export function harmless({ path }: Pick<ApiRoute, 'path'>): string {
  return path
    .replace('/sessions/{id}', '/sessions/00000000-0000-4000-8000-000000000000')
    .replace('{file}', 'openapi.json')
    .replace('{limit}/{days}', '10/30')
    .replace('{days}', '30')
    .replaceAll(/\{\w+\}/g, '999999999');
}

/** Where an empty body would be refused before it is asked who sends it. */
const BODIES: Readonly<Record<string, object>> = { 'POST /api/auth/verify-2fa': { twoFactorCode: '000000' } };
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE']);

/** The status of an answer, whose body may never end. */
export async function statusOf(
  base: string,
  route: ApiRoute,
  headers: Record<string, string> = {},
): Promise<number> {
  const sendsBody = !WITHOUT_BODY.has(route.method);
  const answer = await fetch(new URL(harmless(route), base), {
    method: route.method,
    redirect: 'manual',
    headers: { ...headers, ...(sendsBody ? { 'content-type': 'application/json' } : {}) },
    ...(sendsBody ? { body: JSON.stringify(BODIES[route.name] ?? {}) } : {}),
  });
  await answer.body?.cancel();
  return answer.status;
}
