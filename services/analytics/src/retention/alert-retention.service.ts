import { PURGE_ALERTS, type PurgePayload } from '@clearwatch/contracts/jobs.dto';
import { EVERYTHING_IS_HELD, isHeld, LOCK_HOLDS_SHARED } from '@clearwatch/contracts/retention';
import { firstRetainedDay } from '@clearwatch/domain/retention-period';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { queryTexts } from '@clearwatch/service-kit/database/query-rows';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { dailyPurgeFinder, finishPurge } from '@clearwatch/service-kit/retention/purge-scheduler';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { AnalyticsEnvironment } from '../analytics-environment.ts';
import { AlertChain } from '../detection/alert-chain.service.ts';
import { FindingsRepository } from '../detection/findings.repository.ts';

export const ALERT_PURGE_BATCH = 500;

/** Reviewed alerts whose trigger day and last step are before `day` (SQL), unless an account is under legal hold. */
export const isExpiredAlertSql = (day: string) => `
  a.reviewed AND a.activity_date < ${day} AND coalesce(a.reviewed_at, a.created_at) < ${day}
  AND NOT EXISTS (SELECT FROM analytics.alert_steps s WHERE s.alert_id = a.id AND s.at >= ${day})
  AND NOT ${isHeld('a.account_number')}
  AND NOT EXISTS (SELECT FROM jsonb_array_elements(a.evidence -> 'entries') AS shown
                   WHERE ${isHeld(`shown ->> 'accountNumber'`)})`;

const FIND_EXPIRED_ALERTS_SQL = `
  SELECT a.id::text FROM analytics.unusual_activities a WHERE ${isExpiredAlertSql('$1::date')}
   ORDER BY a.id LIMIT ${ALERT_PURGE_BATCH} FOR UPDATE OF a`;

const DELETE_ALERTS_SQL = 'DELETE FROM analytics.unusual_activities WHERE id = ANY ($1::bigint[]) AND reviewed';

const DELETE_OTHERS_SQL = {
  // Until then, entries from the suppression period may still be analyzed.
  suppressions: `
    DELETE FROM analytics.suppressions s WHERE s.until < $1::date AND NOT ${isHeld('s.account_number')}`,
  // Cascades to the accounts of a run. A run is kept as long as any alert that it raised.
  runs: `
    DELETE FROM analytics.detection_runs r
     WHERE r.state = 'finished' AND r.finished_at < $1::date AND NOT ${EVERYTHING_IS_HELD}
       AND NOT EXISTS (SELECT FROM analytics.unusual_activities a WHERE a.run_id = r.id)`,
};

/** Can safely run twice, even at the same time, because the transaction that removes an alert also counts it. */
@Injectable()
@HandlesJob(PURGE_ALERTS)
export class PurgeAlertsHandler implements JobHandler<PurgePayload> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: AnalyticsEnvironment,
    private readonly runs: PurgeRuns,
    private readonly writers: FindingsRepository,
    private readonly chain: AlertChain,
    private readonly trail: AuditTrail,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async handle({ runId }: PurgePayload, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const { database, runs, trail } = this;
    const day = await runs.dayOfOpen(runId);
    if (day === null) return;
    const firstKeptDay = firstRetainedDay(day, this.environment.TRANSACTIONS_KEPT_YEARS);
    while ((await this.removeAlerts(runId, firstKeptDay)) > 0) signal.throwIfAborted();
    for (const [what, sql] of Object.entries(DELETE_OTHERS_SQL))
      await inTransaction(database, async (manager) => {
        await manager.query(LOCK_HOLDS_SHARED);
        await manager.query('SET LOCAL statement_timeout = 0');
        const [, count] = await manager.query<[Row[], number]>(sql, [firstKeptDay]);
        await runs.add(manager, runId, { [what]: count });
      });
    const end = { action: 'retention.alerts_purged', requestId: `alerts-purge-${runId}` } as const;
    const removed = await finishPurge({ database, runs, trail }, { runId, firstKeptDay, ...end });
    if (removed !== null) this.logger.info({ runId, ...removed }, 'expired alerts removed');
  }

  private async removeAlerts(runId: number, day: string): Promise<number> {
    return inTransaction(this.database, async (manager) => {
      await manager.query(LOCK_HOLDS_SHARED);
      await this.writers.lockWriters(manager);
      const expired = await queryTexts(manager, FIND_EXPIRED_ALERTS_SQL, [day]);
      const ids = await this.chain.unaltered(manager, expired);
      if (ids.length === 0) return 0;
      await this.chain.append(manager, 'removed', ids);
      await manager.query(DELETE_ALERTS_SQL, [ids]);
      await this.runs.add(manager, runId, { alerts: ids.length });
      return ids.length;
    });
  }
}

export class DailyAlertPurgeFinder extends dailyPurgeFinder(PURGE_ALERTS) {}
