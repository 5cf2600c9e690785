import { poolOf } from '@clearwatch/service-kit/database/pool';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { DataSource } from 'typeorm';

/** A limit whose count all gateways share, kept in `sessions.rate_limits`: for what is rare or slow anyway. */
export function countedInDatabase(
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
