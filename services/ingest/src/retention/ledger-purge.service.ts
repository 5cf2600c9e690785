import { firstKeptDay } from '@clearwatch/domain/retention/first-kept-day';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { PurgeRuns, type Removed } from '@clearwatch/service-kit/retention/purge-runs';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { IngestEnvironment } from '../environment.ts';
import { EntriesPurge } from './entries/entries-purge.service.ts';
import { FilesPurge } from './files/files-purge.service.ts';
import { RecordsPurge } from './files/records-purge.service.ts';

/** One day's purge of what this service keeps. */
@Injectable()
export class LedgerPurge {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: IngestEnvironment,
    private readonly runs: PurgeRuns,
    private readonly entries: EntriesPurge,
    private readonly records: RecordsPurge,
    private readonly files: FilesPurge,
    private readonly trail: AuditTrail,
  ) {}

  /** Does nothing when the run is finished. @returns what it has removed; null when it is not finished (yet) by this */
  async purge(runId: number, signal: AbortSignal): Promise<Removed | null> {
    const day = await this.runs.dayOfOpen(runId);
    if (day === null) return null;
    const purge = {
      runId,
      firstKeptDay: firstKeptDay(day, this.environment.TRANSACTIONS_KEPT_YEARS),
      signal,
    };
    if ((await this.entries.purge(purge)) === 'later') return null;
    await this.records.purge(purge);
    await this.files.purge(purge);
    return this.finish(purge);
  }

  /** What failed for good is tried again the next day; what was removed until then stays so. */
  async giveUp(runId: number): Promise<void> {
    await this.runs.finish(this.database, { runId, failure: 'The purge has failed several times.' });
  }

  private async finish({
    runId,
    firstKeptDay: olderThan,
  }: {
    runId: number;
    firstKeptDay: string;
  }): Promise<Removed | null> {
    return inTransaction(this.database, async (manager) => {
      const removed = await this.runs.finish(manager, { runId });
      if (removed === null || Object.keys(removed).length === 0) return removed;
      const actor = {
        userId: null,
        username: 'system',
        role: 'System' as const,
        requestId: `ledger-purge-${runId}`,
        address: null,
      };
      const subject = { type: 'retention', id: runId } as const;
      const detail = { ...removed, olderThan };
      await this.trail.record(actor, { action: 'retention.entries_purged', subject, detail }, manager);
      return removed;
    });
  }
}
