import { Module } from '@nestjs/common';
import { PolicyModule } from '../policy/policy.module.ts';
import { ChainController } from './chain/chain.controller.ts';
import { VerifyChain } from './chain/verify-chain.service.ts';
import { FullAnalysisController } from './full/full-analysis.controller.ts';
import { FullAnalysisRepository } from './full/full-analysis.repository.ts';
import { FullAnalysisService } from './full/full-analysis.service.ts';
import { InstitutionModule } from './institution.module.ts';
import { CompaniesThenRepository } from './replay/companies-then.repository.ts';
import { ReplayController } from './replay/replay.controller.ts';
import { ReplayRepository } from './replay/replay.repository.ts';
import { ReplayService } from './replay/replay.service.ts';
import { DetectionRunsModule } from './runs/detection-runs.module.ts';

/** What the browser asks of detection itself; policies and alerts have modules of their own. */
@Module({
  imports: [DetectionRunsModule, InstitutionModule, PolicyModule],
  controllers: [ChainController, FullAnalysisController, ReplayController],
  providers: [
    CompaniesThenRepository,
    FullAnalysisRepository,
    FullAnalysisService,
    ReplayRepository,
    ReplayService,
    VerifyChain,
  ],
})
export class DetectionApiModule {}
