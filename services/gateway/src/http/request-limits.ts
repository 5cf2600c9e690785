import { isIPv4, isIPv6 } from 'node:net';
import { poolOf } from '@clearwatch/service-kit/database/database-connection';
import { RowReader } from '@clearwatch/service-kit/database/query-rows';
import { type AppError, tooManyRequestsError } from '@clearwatch/service-kit/errors/app-error';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { RepeatingTask } from '@clearwatch/service-kit/time/async-timing';
import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DataSource } from 'typeorm';
import { principalOf } from '../sessions/session-principal.ts';
import { hasBody } from './browser-protection.ts';

/** A site has at least 2^64 IPv6 addresses, so requests are counted per /64 network (RFC 6177). */
const IPV6_GROUPS = 4;

export function addressKey(address: string | undefined): string {
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return 'unknown';
  const [head = '', tail] = plain.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after]
    .slice(0, IPV6_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** An eighth of the connections to a service, and far more than one user needs. */
const MAX_CONCURRENT_BODIES = 32;

/** Each body occupies a connection to a service. One user with many slow bodies could otherwise occupy all of them. */
export function concurrentBodyLimit(): RequestHandler {
  const counts = new Map<number, number>();
  return (request: Request, response: Response, next: NextFunction) => {
    const userId = principalOf(request)?.principal.userId;
    // A destroyed response emits no further `close`, so the count would never decrease.
    if (userId === undefined || !hasBody(request) || response.destroyed) return next();
    const before = counts.get(userId) ?? 0;
    if (before >= MAX_CONCURRENT_BODIES) {
      throw tooManyRequestsError('Too many requests at the same time. Please try again.', 1);
    }
    counts.set(userId, before + 1);
    response.once('close', () => {
      const left = (counts.get(userId) ?? 1) - 1;
      if (left > 0) counts.set(userId, left);
      else counts.delete(userId);
    });
    next();
  };
}

/** Shared by all gateways. Each count costs a query, so this suits rare or slow requests only. */
export function databaseRateLimiter(
  database: DataSource,
  limit: { points: number; duration: number; keyPrefix: string },
): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: poolOf(database),
    storeType: 'pool',
    schemaName: 'sessions',
    tableName: 'rate_limits',
    tableCreated: true,
    ...limit,
  });
}

const TOO_MANY_REQUESTS = 'Too many requests. Please wait a moment and try again.';

/** @returns null within the limit, otherwise the limiter's state */
export async function consume(limiter: RateLimiterPostgres, key: string | number): Promise<RateLimiterRes | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (reason) {
    if (reason instanceof RateLimiterRes) return reason;
    throw reason instanceof Error ? reason : new Error('The rate limit could not be read', { cause: reason });
  }
}

export function rateLimitError({ msBeforeNext }: RateLimiterRes): AppError {
  return tooManyRequestsError(TOO_MANY_REQUESTS, Math.max(1, Math.ceil(msBeforeNext / 1_000)));
}

const MINUTE_MS = 60_000;
const SYNC_EVERY_MS = 1_000;
/** Share of a limit below which a gateway reports no count, so that normal use causes no queries. */
const SYNC_THRESHOLD = 0.01;

interface RequestCount {
  /** Total across all gateways at the last read. */
  reported: number;
  /** This gateway's count since then. */
  unreported: number;
  /** `unreported` is reported only when it has reached this count. */
  reportFrom: number;
  /** In milliseconds by this process's clock. */
  endsAt: number;
}

/** A minute starts with the first request. Rows are ordered so that gateways never deadlock. */
const ADD_COUNTS_SQL = `
  WITH moment AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now)
  INSERT INTO sessions.rate_limits AS kept (key, points, expire)
  SELECT key, points, now + ${MINUTE_MS} FROM unnest($1::text[], $2::integer[]) AS added (key, points), moment ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    points = excluded.points + CASE WHEN kept.expire > excluded.expire - ${MINUTE_MS} THEN kept.points ELSE 0 END,
    expire = CASE WHEN kept.expire > excluded.expire - ${MINUTE_MS} THEN kept.expire ELSE excluded.expire END
  RETURNING key, points, (expire - (SELECT now FROM moment))::integer AS left_ms`;

const TOTALS = new RowReader({ text: ['key'], integer: ['points', 'leftMs'] });

/** Shares high counts once a second, so that no request waits. Without the database each gateway counts alone. */
@Injectable()
export class SharedRequestCounts extends RepeatingTask {
  private readonly counts = new Map<string, RequestCount>();

  constructor(
    private readonly database: DataSource,
    @Inject(LOGGER) logger: Logger,
  ) {
    const failure = 'request counts could not be shared with other gateways';
    super({ everyMs: SYNC_EVERY_MS, failure, logger });
  }

  /** @throws AppError `too_many_requests` when all gateways together have counted more than `perMinute` */
  count(key: string, perMinute: number): void {
    const now = performance.now();
    let count = this.counts.get(key);
    if (count === undefined || count.endsAt <= now) {
      count = { reported: 0, unreported: 0, reportFrom: perMinute * SYNC_THRESHOLD, endsAt: now + MINUTE_MS };
      this.counts.set(key, count);
    }
    count.unreported += 1;
    if (count.reported + count.unreported <= perMinute) return;
    throw tooManyRequestsError(TOO_MANY_REQUESTS, Math.max(1, Math.ceil((count.endsAt - now) / 1_000)));
  }

  protected async round(): Promise<void> {
    const now = performance.now();
    for (const [key, { endsAt }] of this.counts) if (endsAt <= now) this.counts.delete(key);
    const changed = [...this.counts].filter(
      ([, { unreported, reportFrom }]) => unreported >= reportFrom && unreported > 0,
    );
    if (changed.length === 0) return;
    const reported = new Map(changed.map(([key, { unreported }]) => [key, unreported]));
    const totals = await TOTALS.all(this.database, ADD_COUNTS_SQL, [[...reported.keys()], [...reported.values()]]);
    const answeredAt = performance.now();
    for (const { key, points, leftMs } of totals) {
      const count = this.counts.get(key);
      if (count === undefined) continue;
      count.unreported -= reported.get(key) ?? 0;
      count.reported = points;
      count.endsAt = answeredAt + leftMs;
    }
  }
}

/** Runs before the session is read, because a flood must not reach the database. */
export function addressLimit(counts: SharedRequestCounts, perMinute: number): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) => {
    counts.count(`requests-address:${addressKey(request.ip)}`, perMinute);
    next();
  };
}

export function userLimit(counts: SharedRequestCounts, perMinute: number): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) => {
    const userId = principalOf(request)?.principal.userId;
    if (userId !== undefined) counts.count(`requests-user:${userId}`, perMinute);
    next();
  };
}
