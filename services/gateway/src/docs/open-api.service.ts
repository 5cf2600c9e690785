import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { buildOpenApi, OPENAPI_PATH } from '@clearwatch/service-kit/openapi/serve-openapi';
import { type INestApplication, Inject, Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { GatewayEnvironment } from '../gateway-environment.ts';
import { internalRequest, Upstreams } from '../proxy/upstreams.ts';
import { ROUTES, UPSTREAMS, type Upstream } from '../routes/route-table.ts';
import { cookieNames } from '../sessions/session-cookie.ts';

type Paths = OpenAPIObject['paths'];

/** Contains only the gateway's routes, not private paths of services. */
function mergeDocuments(
  parts: readonly OpenAPIObject[],
  { missing, publicPath }: { missing: readonly string[]; publicPath: string | undefined },
): OpenAPIObject {
  const names = cookieNames(publicPath);
  const schemas = Object.assign({}, ...parts.map(({ components }) => components?.schemas ?? {})) as object;
  const note = missing.length === 0 ? '' : ` Missing because they did not respond: ${missing.join(', ')}.`;
  return {
    openapi: '3.0.0',
    info: { title: 'Clearwatch', version: '1', description: `Private API of the staff application.${note}` },
    paths: Object.assign({}, ...parts.map(({ paths }) => publicPaths(paths))) as Paths,
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

function publicPaths(paths: Paths): Paths {
  const routes = new Map(ROUTES.map((route) => [withoutNames(`${route.method} /${route.path}`), route]));
  const open: Paths = {};
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations as Record<string, object>)) {
      const route = routes.get(withoutNames(`${method.toUpperCase()} ${path}`));
      if (route === undefined) continue;
      const needs = { 'x-access': route.access, ...(route.freshCode === true && { 'x-fresh-code': true }) };
      open[path] = { ...open[path], [method]: { ...operation, ...needs } };
    }
  }
  return open;
}

/** The gateway and a service may name a path parameter differently. */
function withoutNames(route: string): string {
  return route.replaceAll(/:[^/]+|\{[^}]+\}/g, ':');
}

const OPENAPI_TIMEOUT_MS = 3_000;

@Injectable()
export class OpenApiService {
  private app: INestApplication | undefined;
  private own: OpenAPIObject | undefined;

  constructor(
    private readonly upstreams: Upstreams,
    @Inject(ENVIRONMENT) private readonly environment: GatewayEnvironment,
  ) {}

  /** Must run after all routes are registered. */
  describeBy(app: INestApplication): void {
    this.app = app;
  }

  /** Omits services that do not respond and names them in the description. */
  async merged(): Promise<OpenAPIObject> {
    const answers = await Promise.allSettled(UPSTREAMS.map((service) => this.descriptionOf(service)));
    const parts = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    const missing = UPSTREAMS.filter((_service, index) => answers[index]?.status === 'rejected');
    if (this.app !== undefined) this.own ??= buildOpenApi(this.app, 'gateway');
    const own = this.own === undefined ? [] : [this.own];
    return mergeDocuments([...own, ...parts], { missing, publicPath: this.environment.PUBLIC_PATH });
  }

  private async descriptionOf(service: Upstream): Promise<OpenAPIObject> {
    const answer = await internalRequest(this.upstreams.of(service), OPENAPI_PATH, {
      timeoutMs: OPENAPI_TIMEOUT_MS,
    });
    if (!answer.ok) throw new Error(`${service} returned no OpenAPI document`);
    const document: unknown = await answer.json();
    if (!isDescription(document)) throw new Error(`${service} returned JSON that is not an OpenAPI document`);
    return document;
  }
}

function isDescription(value: unknown): value is OpenAPIObject {
  return typeof value === 'object' && value !== null && 'paths' in value && typeof value.paths === 'object';
}
