import { LOCK_HOLDS_SHARED } from '@clearwatch/contracts/retention';
import { firstRetainedDay } from '@clearwatch/domain/retention-period';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { PurgeRuns, type Removed } from '@clearwatch/service-kit/retention/purge-runs';
import { finishPurge } from '@clearwatch/service-kit/retention/purge-scheduler';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AlertChain } from '../detection/chain/alert-chain.ts';
import { FindingsRepository } from '../detection/findings/findings.repository.ts';
import { AnalyticsEnvironment } from '../environment.ts';
import { DELETE_ALERTS, DELETE_RUNS, DELETE_SUPPRESSIONS, FIND_OLD_ALERTS } from './old-alerts.sql.ts';

/** One day's purge of what this service keeps of single accounts. */
@Injectable()
export class AlertsPurge {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: AnalyticsEnvironment,
    private readonly runs: PurgeRuns,
    private readonly writers: FindingsRepository,
    private readonly chain: AlertChain,
    private readonly trail: AuditTrail,
  ) {}

  /** Does nothing when the run is finished. @returns what it has removed; null when it was not this that finished it */
  async purge(runId: number, signal: AbortSignal): Promise<Removed | null> {
    const day = await this.runs.dayOfOpen(runId);
    if (day === null) return null;
    const purge = { runId, firstKeptDay: firstRetainedDay(day, this.environment.TRANSACTIONS_KEPT_YEARS) };
    while ((await this.removeAlerts(purge)) > 0) signal.throwIfAborted();
    await this.remove(purge, { what: 'suppressions', sql: DELETE_SUPPRESSIONS });
    await this.remove(purge, { what: 'runs', sql: DELETE_RUNS });
    return finishPurge(
      { database: this.database, runs: this.runs, trail: this.trail },
      {
        ...purge,
        action: 'retention.alerts_purged',
        requestId: `alerts-purge-${runId}`,
      },
    );
  }

  /** Each leaves a link in the chain that says that it was removed, and nothing of what it said. */
  private async removeAlerts({ runId, firstKeptDay: day }: OldAlerts): Promise<number> {
    return inTransaction(this.database, async (manager) => {
      await manager.query(LOCK_HOLDS_SHARED);
      await this.writers.lockWriters(manager);
      const rows = await manager.query<Row[]>(FIND_OLD_ALERTS, [day]);
      const ids = rows.map((row) => textOf(row, 'id'));
      if (ids.length === 0) return 0;
      await this.chain.append(manager, 'removed', ids);
      await manager.query(DELETE_ALERTS, [ids]);
      await this.runs.add(manager, runId, { alerts: ids.length });
      return ids.length;
    });
  }

  private async remove(
    { runId, firstKeptDay: day }: OldAlerts,
    { what, sql }: { what: string; sql: string },
  ): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      await manager.query(LOCK_HOLDS_SHARED);
      await manager.query('SET LOCAL statement_timeout = 0');
      const [, count] = await manager.query<[Row[], number]>(sql, [day]);
      await this.runs.add(manager, runId, { [what]: count });
    });
  }
}

interface OldAlerts {
  runId: number;
  firstKeptDay: string;
}
