import { join } from 'node:path';
import { HexKeys, IsIntegerSetting, ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import type { Request, RequestHandler } from 'express';

/** Letters, digits, `-` and `_`, except the top-level paths of the application. */
export const PUBLIC_PATH = /^(?!\/(?:api|assets)(?:\/|$))(?:\/[A-Za-z0-9_-]+)+$/;

/** The proxy in front may keep or remove the prefix. */
export function stripPublicPath(prefix: string | undefined): RequestHandler {
  return (request: Request, _response, next) => {
    if (prefix !== undefined) {
      request.url = withoutPrefix(request.url, prefix);
      request.originalUrl = request.url;
    }
    next();
  };
}

/** @param url path and query */
export function withoutPrefix(url: string, prefix: string): string {
  if (!url.startsWith(prefix)) return url;
  const rest = url.slice(prefix.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : url;
}

const IsServiceUrl = () =>
  Matches(/^https?:\/\/[^/\s]+\/?$/, { message: '$property must be an http:// or https:// address' });
const ORIGIN = 'https?://[^/,\\s]+';

const HOST_NAME = '(?:[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]+)*|\\[[0-9A-Fa-f:.]+\\])';

const SECURE_COOKIE_CHOICES = ['auto', 'always', 'never'] as const;

export class GatewayEnvironment extends ServiceEnvironment {
  /** The service addresses are on a network that browsers cannot reach. */
  @IsServiceUrl() AUTH_URL!: string;
  @IsServiceUrl() INGEST_URL!: string;
  @IsServiceUrl() ANALYTICS_URL!: string;
  @IsServiceUrl() REPORTS_URL!: string;

  /** Keys for session cookies. The first signs; all are accepted. */
  @HexKeys()
  SESSION_KEYS!: string;

  /** Origins that browsers use. With https the gateway expects a TLS proxy in front. */
  @IsOptional()
  @Matches(new RegExp(`^${ORIGIN}(,${ORIGIN})*$`), {
    message: 'PUBLIC_ORIGINS must be comma-separated origins such as https://clearwatch.example.org',
  })
  PUBLIC_ORIGINS?: string;

  /** Further host names under which browsers may open this server. Names in PUBLIC_ORIGINS and loopback always work. */
  @IsOptional()
  @Matches(new RegExp(`^${HOST_NAME}(,${HOST_NAME})*$`), {
    message:
      'ALLOWED_HOSTS must be comma-separated host names or IP addresses without port, such as fraud.example.org,10.0.0.5',
  })
  ALLOWED_HOSTS?: string;

  /** Path prefix that the proxy uses, for example `/clearwatch`. */
  @IsOptional()
  @Matches(PUBLIC_PATH, {
    message:
      'PUBLIC_PATH must be a path such as /clearwatch: letters, digits, - and _, no trailing slash, not /api or /assets',
  })
  PUBLIC_PATH?: string;

  /** Number of proxies in front whose `X-Forwarded-*` headers are trusted. */
  @IsIntegerSetting('a number of proxies', [0, '0 or more'], [5, '5 or less'])
  TRUST_PROXY_HOPS = 0;

  /** `auto` depends on PUBLIC_ORIGINS. */
  @IsIn(SECURE_COOKIE_CHOICES, {
    message: `SECURE_COOKIES must be one of ${SECURE_COOKIE_CHOICES.join(', ')}`,
  })
  SECURE_COOKIES: (typeof SECURE_COOKIE_CHOICES)[number] = 'auto';

  /** Across all gateways: far more than a person sends, less than a runaway script sends. */
  @IsIntegerSetting('a number', [60, '60 or more'])
  REQUESTS_PER_MINUTE_PER_USER = 6_000;

  /** High, because a whole office may share an address. */
  @IsIntegerSetting('a number', [60, '60 or more'])
  REQUESTS_PER_MINUTE_PER_ADDRESS = 60_000;

  /** 0 turns the idle limit off. Sessions always end after seven days. */
  @IsIntegerSetting('a number of minutes', [0, '0 (off) or more'], [10_080, '10080 (seven days) or less'])
  SESSION_IDLE_MINUTES = 60;

  /** With `production`, the gateway refuses plain HTTP except on loopback. */
  @IsOptional()
  @IsString()
  NODE_ENV?: string;

  @IsString()
  WEB_DIRECTORY = join(import.meta.dirname, '..', '..', '..', 'web', 'dist');
}

export function publicOriginsOf({ PUBLIC_ORIGINS }: Pick<GatewayEnvironment, 'PUBLIC_ORIGINS'>): string[] {
  return PUBLIC_ORIGINS === undefined ? [] : PUBLIC_ORIGINS.split(',').map((origin) => new URL(origin).origin);
}

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];
const ALL_ADDRESSES = new Set(['0.0.0.0', '::']);

/** Names without port, in lowercase; IPv6 addresses in brackets, as in the Host header. */
export function allowedHostsOf(
  environment: Pick<GatewayEnvironment, 'ALLOWED_HOSTS' | 'HOST' | 'PUBLIC_ORIGINS'>,
): ReadonlySet<string> {
  const { ALLOWED_HOSTS, HOST } = environment;
  const origins = publicOriginsOf(environment).map((origin) => new URL(origin).hostname);
  const own = ALL_ADDRESSES.has(HOST) ? [] : [HOST.includes(':') ? `[${HOST}]` : HOST];
  const names = [...LOOPBACK_HOSTS, ...own, ...origins, ...(ALLOWED_HOSTS?.split(',') ?? [])];
  return new Set(names.map((name) => name.toLowerCase()));
}
