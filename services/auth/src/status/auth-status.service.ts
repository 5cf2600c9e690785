import { ANY_HOLD_EXISTS } from '@clearwatch/contracts/retention';
import type { RetainedData } from '@clearwatch/contracts/retention.dto';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { RowReader } from '@clearwatch/service-kit/database/query-rows';
import type { StatusSource } from '@clearwatch/service-kit/health/service-health.controller';
import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { retentionMonths } from '../audit/audit-chain-walk.ts';
import type { AuthEnvironment } from '../auth-environment.ts';

const RETAINED = new RowReader({
  integer: ['count', 'removalCount'],
  'day?': ['oldestDay', 'removalDay'],
  boolean: ['isHeld'],
});

/** Must match the constraints of the table. */
const ANCHOR_PROBLEM = new RowReader({
  words: { target: ['file', 'syslog', 'https'], problem: ['failed', 'rewritten'] },
});

@Injectable()
export class AuthStatus implements StatusSource {
  constructor(
    private readonly database: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: AuthEnvironment,
  ) {}

  async facts(): ReturnType<StatusSource['facts']> {
    const sql = 'SELECT target, problem FROM auth.anchor_problems ORDER BY target';
    return { anchorProblems: await ANCHOR_PROBLEM.all(this.database, sql) };
  }

  /** Whole sealed months are removed when their last day (UTC) is past the retention period. */
  async retained(): Promise<RetainedData> {
    const { count, oldestDay, removalDay, removalCount, isHeld } = await RETAINED.one(
      this.database,
      `WITH oldest AS (SELECT (recorded_at AT TIME ZONE 'UTC')::date AS day FROM auth.audit_events ORDER BY seq LIMIT 1),
            leaving AS (SELECT date_trunc('month', day) AS month FROM oldest)
       SELECT (SELECT count(*) FROM auth.audit_events) AS count,
              (SELECT day::text FROM oldest) AS oldest_day,
              (SELECT (month + make_interval(months => $1))::date::text FROM leaving) AS removal_day,
              (SELECT count(*) FROM auth.audit_events, leaving
                WHERE recorded_at < (month + interval '1 month') AT TIME ZONE 'UTC') AS removal_count,
              ${ANY_HOLD_EXISTS} AS is_held`,
      [retentionMonths(this.environment.TRANSACTIONS_KEPT_YEARS)],
    );
    const isDue = removalDay !== null && removalDay <= new Date().toISOString().slice(0, 10);
    return {
      count,
      oldestDay,
      nextRemovalDay: isHeld ? null : removalDay,
      nextRemovalCount: isHeld ? 0 : removalCount,
      withheldCount: isHeld && isDue ? removalCount : 0,
      lastPurge: await new PurgeRuns(this.database, 'auth').last(),
    };
  }
}
