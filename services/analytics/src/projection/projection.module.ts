import { Module } from '@nestjs/common';
import { DashboardModule } from '../dashboard/dashboard.module.ts';
import { RevisionListingModule } from '../detection/revision/revision-listing.module.ts';
import { DetectionRunsModule } from '../detection/runs/detection-runs.module.ts';
import { StandingsModule } from '../detection/standings/standings.module.ts';
import { ListFiguresModule } from '../list-figures/list-figures.module.ts';
import { PolicyModule } from '../policy/policy.module.ts';
import { Beside } from './beside.ts';
import { ProjectionRepository } from './projection.repository.ts';
import { ProjectionService } from './projection.service.ts';
import { EntriesPurgedHandler } from './purge/entries-purged.handler.ts';
import { PurgeRepository } from './purge/purge.repository.ts';
import { PurgeService } from './purge/purge.service.ts';
import { UntoldPurgesFinder } from './purge/untold-purges.finder.ts';
import { TransactionsImportedHandler } from './transactions-imported.handler.ts';
import { ImportUndoneHandler } from './undo/import-undone.handler.ts';
import { UndoRepository } from './undo/undo.repository.ts';
import { UndoService } from './undo/undo.service.ts';
import { UntoldUndosFinder } from './undo/untold-undos.finder.ts';
import { UnprojectedImportsFinder } from './unprojected-imports.finder.ts';

@Module({
  imports: [
    DashboardModule,
    DetectionRunsModule,
    ListFiguresModule,
    PolicyModule,
    RevisionListingModule,
    StandingsModule,
  ],
  providers: [
    Beside,
    EntriesPurgedHandler,
    ImportUndoneHandler,
    ProjectionRepository,
    ProjectionService,
    PurgeRepository,
    PurgeService,
    TransactionsImportedHandler,
    UndoRepository,
    UndoService,
    UnprojectedImportsFinder,
    UntoldPurgesFinder,
    UntoldUndosFinder,
  ],
})
export class ProjectionModule {}
