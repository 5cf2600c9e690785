import { Module } from '@nestjs/common';
import { PolicyModule } from '../policy/policy.module.ts';
import { ChainController } from './chain/chain.controller.ts';
import { VerifyChain } from './chain/verify-chain.service.ts';
import { FullAnalysisController } from './full/full-analysis.controller.ts';
import { FullAnalysisRepository } from './full/full-analysis.repository.ts';
import { FullAnalysisService } from './full/full-analysis.service.ts';
import { DetectionRunsModule } from './runs/detection-runs.module.ts';

/** What the browser asks of detection itself; policies and alerts have modules of their own. */
@Module({
  imports: [DetectionRunsModule, PolicyModule],
  controllers: [ChainController, FullAnalysisController],
  providers: [FullAnalysisRepository, FullAnalysisService, VerifyChain],
})
export class DetectionApiModule {}
