import { Module } from '@nestjs/common';
import { DashboardModule } from '../dashboard/dashboard.module.ts';
import { DetectionRunsModule } from '../detection/runs/detection-runs.module.ts';
import { PolicyModule } from '../policy/policy.module.ts';
import { ProjectionRepository } from './projection.repository.ts';
import { ProjectionService } from './projection.service.ts';
import { TransactionsImportedHandler } from './transactions-imported.handler.ts';
import { UnprojectedImportsFinder } from './unprojected-imports.finder.ts';

@Module({
  imports: [DashboardModule, DetectionRunsModule, PolicyModule],
  providers: [ProjectionRepository, ProjectionService, TransactionsImportedHandler, UnprojectedImportsFinder],
})
export class ProjectionModule {}
