import { INDEX_IMPORT, type IndexImportPayload } from '@clearwatch/contracts/jobs.dto';
import { queryIntegers } from '@clearwatch/service-kit/database/query-rows';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import type { LostWorkFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { Injectable, Module } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SearchIndexService } from './search-index.service.ts';
import { readSearchIndexState } from './search-query.ts';

/** Running twice is harmless: `search_imports` marks what is up to date in the same transaction. */
@Injectable()
@HandlesJob(INDEX_IMPORT)
export class MakeSearchableHandler implements JobHandler<IndexImportPayload> {
  constructor(private readonly index: SearchIndexService) {}

  async handle({ importId }: IndexImportPayload, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    await this.index.settle(importId, signal);
  }
}

const MAX_IMPORTS_FOUND = 200;

/** Imports that were added, removed or changed. They wait for their figures; until then searches read the ledger. */
@Injectable()
export class UnindexedImportsFinder implements LostWorkFinder<IndexImportPayload> {
  readonly definition = INDEX_IMPORT;

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async findOpenWork(): Promise<IndexImportPayload[]> {
    const { unsearchable, stale } = await readSearchIndexState(this.database);
    const projected = await queryIntegers(
      this.database,
      'SELECT import_id FROM analytics.projected_imports WHERE import_id = ANY ($1::bigint[])',
      [unsearchable],
    );
    const open = new Set([...stale, ...unsearchable.filter((importId) => projected.includes(importId))]);
    return [...open].slice(0, MAX_IMPORTS_FOUND).map((importId) => ({ importId }));
  }
}

@Module({ providers: [MakeSearchableHandler, SearchIndexService, UnindexedImportsFinder] })
export class SearchIndexModule {}
