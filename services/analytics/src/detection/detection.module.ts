import { Module } from '@nestjs/common';
import { BacktestsRepository } from '../policy/backtests.repository.ts';
import { BacktestExpiryTimer, BacktestShardService } from '../policy/backtests.service.ts';
import { AlertChain, AlertChainSealer, AlertChainVerifier } from './alert-chain.service.ts';
import { AlertReplayService } from './alert-replay.service.ts';
import { CompanyTableService } from './company-table.service.ts';
import { AlertChainController, AlertReplayController, FullAnalysisController } from './detection.controller.ts';
import { DetectAccountsHandler, DetectRunHandler, OpenShardsFinder, QueuedRunsFinder } from './detection.processor.ts';
import { DetectionQueue, DetectionRunsRepository, ShardsRepository } from './detection-runs.repository.ts';
import { FindingsRepository } from './findings.repository.ts';
import { FullAnalysisService } from './full-analysis.service.ts';
import { MemberEntriesReader } from './member-entries.reader.ts';
import { AlertRaiser } from './raise-alerts.ts';
import { ShardService } from './shard.service.ts';
import { ShardPlanningRepository, ShardPlanningService } from './shard-planning.service.ts';

const PROVIDERS = [
  AlertChain,
  CompanyTableService,
  DetectionQueue,
  DetectionRunsRepository,
  MemberEntriesReader,
  ShardPlanningRepository,
  ShardPlanningService,
];

@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class DetectionBaseModule {}

@Module({
  imports: [DetectionBaseModule],
  controllers: [AlertChainController, FullAnalysisController, AlertReplayController],
  providers: [FullAnalysisService, AlertReplayService, AlertChainVerifier],
})
export class DetectionApiModule {}

@Module({
  imports: [DetectionBaseModule],
  providers: [
    AlertChainSealer,
    AlertRaiser,
    BacktestExpiryTimer,
    BacktestShardService,
    BacktestsRepository,
    DetectAccountsHandler,
    DetectRunHandler,
    FindingsRepository,
    OpenShardsFinder,
    QueuedRunsFinder,
    ShardService,
    ShardsRepository,
  ],
})
export class DetectionModule {}
