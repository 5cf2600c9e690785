import { Module } from '@nestjs/common';
import { DetectionRunsRepository } from './detection-runs.repository.ts';
import { OpenDetection } from './open-detection.ts';

@Module({
  providers: [DetectionRunsRepository, OpenDetection],
  exports: [DetectionRunsRepository, OpenDetection],
})
export class DetectionRunsModule {}
