import { Global, Module } from '@nestjs/common';
import { DetectionRunsModule } from '../detection/detection.module.ts';
import { BacktestResultsRepository, BacktestsRepository } from './backtests.repository.ts';
import { BacktestsService } from './backtests.service.ts';
import {
  BacktestsController,
  PolicyVersionsController,
  RuleQualityController,
  SuppressionsController,
} from './policy.controller.ts';
import { PolicyRepository, RuleQualityRepository } from './policy.repository.ts';
import { PolicyService, PolicyVersionsService } from './policy.service.ts';
import { ShardSuppressions, SuppressionsRepository } from './suppressions.repository.ts';
import { SuppressionsService } from './suppressions.service.ts';

/** What api and workers ask: the policy in force or of a run, and which rules are suppressed for whom. */
@Global()
@Module({
  providers: [PolicyRepository, PolicyService, ShardSuppressions],
  exports: [PolicyRepository, PolicyService, ShardSuppressions],
})
export class PolicyModule {}

/** What admins do with the rules, and what staff sees of it. */
@Module({
  imports: [DetectionRunsModule],
  controllers: [PolicyVersionsController, BacktestsController, SuppressionsController, RuleQualityController],
  providers: [
    PolicyVersionsService,
    BacktestsService,
    BacktestsRepository,
    BacktestResultsRepository,
    SuppressionsService,
    SuppressionsRepository,
    RuleQualityRepository,
  ],
})
export class PolicyApiModule {}
