import { Module } from '@nestjs/common';
import { DetectionRunsModule } from '../../detection/runs/detection-runs.module.ts';
import { PolicyModule } from '../policy.module.ts';
import { TryoutResults } from './tryout-results.repository.ts';
import { TryoutsController } from './tryouts.controller.ts';
import { TryoutsRepository } from './tryouts.repository.ts';
import { TryoutsService } from './tryouts.service.ts';

@Module({
  imports: [DetectionRunsModule, PolicyModule],
  controllers: [TryoutsController],
  providers: [TryoutResults, TryoutsRepository, TryoutsService],
})
export class TryoutsApiModule {}
