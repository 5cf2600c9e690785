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
import { ProjectionService } from './projection.service.ts';

@Module({
  imports: [DashboardModule, DetectionBaseModule, ListFiguresModule],
  providers: [
    EntriesPurgedHandler,
    ImportUndoneHandler,
    TransactionsImportedHandler,
    ProjectionRepository,
    ProjectionService,
    UnprojectedImportsFinder,
    UnprojectedPurgesFinder,
    UnprojectedUndosFinder,
  ],
})
export class ProjectionModule {}
