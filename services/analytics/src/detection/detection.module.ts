import { Module } from '@nestjs/common';
import { FiguresModule } from '../dashboard/dashboard.module.ts';
import { BacktestsRepository } from '../policy/backtests.repository.ts';
import { BacktestExpiryTimer, BacktestShardService } from '../policy/backtests.service.ts';
import { AlertChainVerifier } from './alert-chain.service.ts';
import {
  AlertReplayRepository,
  AlertReplayService,
  PastCompanyUsageRepository,
} from './alert-replay.service.ts';
import {
  AffectedAccountsRepository,
  CompanyStatusRepository,
  CompanyStatusService,
} from './company-status.service.ts';
import { CompanyTableRepository, CompanyTableService } from './company-table.service.ts';
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
import { FullAnalysisRepository, FullAnalysisService } from './full-analysis.service.ts';
import { MemberEntriesReader } from './member-entries.reader.ts';
import { AlertRaiser } from './raise-alerts.ts';
import { ShardDetector, ShardService } from './shard.service.ts';
import {
  KnownCompaniesRepository,
  RevisionAccountsRepository,
  RevisionPlanningService,
  ShardPlanningRepository,
  ShardPlanningService,
} from './shard-planning.service.ts';

/** What rules are given: the entries of members, and what the institution knows of companies, kept once for each process. */
@Module({
  providers: [CompanyTableRepository, CompanyTableService, MemberEntriesReader],
  exports: [CompanyTableService, MemberEntriesReader],
})
class DetectionInputModule {}

@Module({
  providers: [DetectionRunsRepository, DetectionQueue],
  exports: [DetectionRunsRepository, DetectionQueue],
})
export class DetectionRunsModule {}

/** What the browser asks of detection itself; policies and alerts have modules of their own. */
@Module({
  imports: [DetectionRunsModule, DetectionInputModule],
  controllers: [AlertChainController, FullAnalysisController, AlertReplayController],
  providers: [
    PastCompanyUsageRepository,
    FullAnalysisRepository,
    FullAnalysisService,
    AlertReplayRepository,
    AlertReplayService,
    AlertChainVerifier,
  ],
})
export class DetectionApiModule {}

/** Whom an import, an undo or a changed company status concerns. */
@Module({
  providers: [
    ShardPlanningRepository,
    AffectedAccountsRepository,
    CompanyStatusService,
    CompanyStatusRepository,
    KnownCompaniesRepository,
    RevisionAccountsRepository,
    RevisionPlanningService,
  ],
  exports: [
    ShardPlanningRepository,
    AffectedAccountsRepository,
    CompanyStatusService,
    RevisionPlanningService,
  ],
})
export class ShardPlanningModule {}

@Module({
  imports: [DetectionRunsModule, FiguresModule, DetectionInputModule, ShardPlanningModule],
  providers: [
    DetectAccountsHandler,
    DetectRunHandler,
    FindingsRepository,
    ShardPlanningService,
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
