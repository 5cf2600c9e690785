import { firstRetainedDay } from '@clearwatch/domain/retention-period';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { PurgeRuns, type Removed } from '@clearwatch/service-kit/retention/purge-runs';
import { finishPurge } from '@clearwatch/service-kit/retention/purge-scheduler';
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
      firstKeptDay: firstRetainedDay(day, this.environment.TRANSACTIONS_KEPT_YEARS),
      signal,
    };
    if ((await this.entries.purge(purge)) === 'later') return null;
    await this.records.purge(purge);
    await this.files.purge(purge);
    return finishPurge(
      { database: this.database, runs: this.runs, trail: this.trail },
      {
        ...purge,
        action: 'retention.entries_purged',
        requestId: `ledger-purge-${runId}`,
      },
    );
  }
}
