import { Module } from '@nestjs/common';
import { DashboardModule } from '../dashboard/dashboard.module.ts';
import { DetectionRunsModule, ShardPlanningModule } from '../detection/detection.module.ts';
import { ListFiguresModule } from '../list-figures/list-figures.module.ts';
import {
  EntriesPurgedHandler,
  ImportUndoneHandler,
  TransactionsImportedHandler,
  UnprojectedImportsFinder,
  UnprojectedPurgesFinder,
  UnprojectedUndosFinder,
} from './projection.processor.ts';
import { ParallelReader, ProjectionRepository } from './projection.repository.ts';
import { ProjectionPurgeService, ProjectionService, ProjectionUndoService } from './projection.service.ts';
import { ProjectionPurgeRepository, ProjectionUndoRepository } from './projection-removal.repository.ts';

@Module({
  imports: [DashboardModule, DetectionRunsModule, ListFiguresModule, ShardPlanningModule],
  providers: [
    ParallelReader,
    EntriesPurgedHandler,
    ImportUndoneHandler,
    ProjectionRepository,
    ProjectionService,
    ProjectionPurgeRepository,
    ProjectionPurgeService,
    TransactionsImportedHandler,
    ProjectionUndoRepository,
    ProjectionUndoService,
    UnprojectedImportsFinder,
    UnprojectedPurgesFinder,
    UnprojectedUndosFinder,
  ],
})
export class ProjectionModule {}
