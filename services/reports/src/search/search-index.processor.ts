import { INDEX_IMPORT, type IndexImportPayload } from '@clearwatch/contracts/jobs.dto';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import type { LostWorkFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { Injectable, Module } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SearchIndexService } from './search-index.service.ts';
import { readSearchIndexState } from './search-query.ts';

/** Twice is harmless: what is up to date is left alone, and `search_imports` says so in the same transaction. */
@Injectable()
@HandlesJob(INDEX_IMPORT)
export class MakeSearchableHandler implements JobHandler<IndexImportPayload> {
  constructor(private readonly keeper: SearchIndexService) {}

  async handle({ importId }: IndexImportPayload, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    await this.keeper.settle(importId, signal);
  }
}

const MAX_IMPORTS_FOUND = 200;

/**
 * Imports that came, left or changed. Nobody tells this service of them: what people wait for, the figures, comes first, and
 * until then the ledger itself is searched.
 */
@Injectable()
export class UnindexedImportsFinder implements LostWorkFinder<IndexImportPayload> {
  readonly definition = INDEX_IMPORT;

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async findOpenWork(): Promise<IndexImportPayload[]> {
    const { unsearchable, stale } = await readSearchIndexState((sql) => this.database.query<Row[]>(sql));
    const inFigures = await this.inFigures(unsearchable);
    const open = new Set([...stale, ...unsearchable.filter((importId) => inFigures.has(importId))]);
    return [...open].slice(0, MAX_IMPORTS_FOUND).map((importId) => ({ importId }));
  }

  private async inFigures(imports: readonly number[]): Promise<Set<number>> {
    if (imports.length === 0) return new Set();
    const rows = await this.database.query<Row[]>(
      'SELECT import_id FROM analytics.projected_imports WHERE import_id = ANY ($1::bigint[])',
      [imports],
    );
    return new Set(rows.map((row) => integerOf(row, 'import_id')));
  }
}

@Module({ providers: [MakeSearchableHandler, SearchIndexService, UnindexedImportsFinder] })
export class SearchIndexModule {}
