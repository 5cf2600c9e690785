import { Module } from '@nestjs/common';
import { DashboardModule } from '../dashboard/dashboard.module.ts';
import { DetectionBaseModule } from '../detection/detection.module.ts';
import { ListFiguresModule } from '../list-figures/list-figures.module.ts';
import {
  EntriesPurgedHandler,
  ImportUndoneHandler,
  TransactionsImportedHandler,
  UnprojectedImportsFinder,
  UnprojectedPurgesFinder,
  UnprojectedUndosFinder,
} from './projection.processor.ts';
import { ProjectionRepository } from './projection.repository.ts';
import { ProjectionPurgeService, ProjectionService, ProjectionUndoService } from './projection.service.ts';

@Module({
  imports: [DashboardModule, DetectionBaseModule, ListFiguresModule],
  providers: [
    EntriesPurgedHandler,
    ImportUndoneHandler,
    TransactionsImportedHandler,
    ProjectionRepository,
    ProjectionService,
    ProjectionPurgeService,
    ProjectionUndoService,
    UnprojectedImportsFinder,
    UnprojectedPurgesFinder,
    UnprojectedUndosFinder,
  ],
})
export class ProjectionModule {}
