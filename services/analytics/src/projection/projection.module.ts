import { Module } from '@nestjs/common';
import { DashboardModule } from '../dashboard/dashboard.module.ts';
import { RevisionListingModule } from '../detection/revision/revision-listing.module.ts';
import { DetectionRunsModule } from '../detection/runs/detection-runs.module.ts';
import { ListFiguresModule } from '../list-figures/list-figures.module.ts';
import { PolicyModule } from '../policy/policy.module.ts';
import { Beside } from './beside.ts';
import { ProjectionRepository } from './projection.repository.ts';
import { ProjectionService } from './projection.service.ts';
import { TransactionsImportedHandler } from './transactions-imported.handler.ts';
import { ImportUndoneHandler } from './undo/import-undone.handler.ts';
import { UndoRepository } from './undo/undo.repository.ts';
import { UndoService } from './undo/undo.service.ts';
import { UntoldUndosFinder } from './undo/untold-undos.finder.ts';
import { UnprojectedImportsFinder } from './unprojected-imports.finder.ts';

@Module({
  imports: [DashboardModule, DetectionRunsModule, ListFiguresModule, PolicyModule, RevisionListingModule],
  providers: [
    Beside,
    ImportUndoneHandler,
    ProjectionRepository,
    ProjectionService,
    TransactionsImportedHandler,
    UndoRepository,
    UndoService,
    UnprojectedImportsFinder,
    UntoldUndosFinder,
  ],
})
export class ProjectionModule {}
