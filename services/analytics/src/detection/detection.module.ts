import { Module } from '@nestjs/common';
import { BacktestsRepository } from '../policy/backtests.repository.ts';
import { BacktestExpiryTimer, BacktestShardService } from '../policy/backtests.service.ts';
import { AlertChainVerifier } from './alert-chain.service.ts';
import { AlertReplayRepository, AlertReplayService } from './alert-replay.service.ts';
import { CompanyTableService } from './company-table.service.ts';
import {
  AlertChainController,
  AlertReplayController,
  FullAnalysisController,
} from './detection.controller.ts';
import {
  DetectAccountsHandler,
  DetectRunHandler,
  OpenShardsFinder,
  QueuedRunsFinder,
} from './detection.processor.ts';
import { DetectionQueue, DetectionRunsRepository, ShardsRepository } from './detection-runs.repository.ts';
import { FindingsRepository } from './findings.repository.ts';
import { FullAnalysisService } from './full-analysis.service.ts';
import { MemberEntriesReader } from './member-entries.reader.ts';
import { AlertRaiser } from './raise-alerts.ts';
import { ShardDetector, ShardService } from './shard.service.ts';
import { ShardPlanningRepository, ShardPlanningService } from './shard-planning.service.ts';

@Module({
  providers: [CompanyTableService, MemberEntriesReader],
  exports: [CompanyTableService, MemberEntriesReader],
})
class DetectionInputModule {}

@Module({
  providers: [DetectionRunsRepository, DetectionQueue],
  exports: [DetectionRunsRepository, DetectionQueue],
})
export class DetectionRunsModule {}

@Module({
  imports: [DetectionRunsModule, DetectionInputModule],
  controllers: [AlertChainController, FullAnalysisController, AlertReplayController],
  providers: [FullAnalysisService, AlertReplayRepository, AlertReplayService, AlertChainVerifier],
})
export class DetectionApiModule {}

@Module({
  providers: [ShardPlanningRepository, ShardPlanningService],
  exports: [ShardPlanningRepository, ShardPlanningService],
})
export class ShardPlanningModule {}

@Module({
  imports: [DetectionRunsModule, DetectionInputModule, ShardPlanningModule],
  providers: [
    DetectAccountsHandler,
    DetectRunHandler,
    FindingsRepository,
    OpenShardsFinder,
    QueuedRunsFinder,
    AlertRaiser,
    ShardDetector,
    ShardService,
    ShardsRepository,
    BacktestExpiryTimer,
    BacktestShardService,
    BacktestsRepository,
  ],
})
export class DetectionModule {}
