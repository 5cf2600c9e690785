import { Module } from '@nestjs/common';
import { DetectionRunsModule } from '../detection/detection.module.ts';
import { BacktestResultsRepository, BacktestsRepository } from './backtests.repository.ts';
import { BacktestsService } from './backtests.service.ts';
import {
  BacktestsController,
  PolicyVersionsController,
  RuleQualityController,
  SuppressionsController,
} from './policy.controller.ts';
import { RuleQualityRepository } from './policy.repository.ts';
import { PolicyVersionsService } from './policy.service.ts';
import { SuppressionsRepository } from './suppressions.repository.ts';
import { SuppressionsService } from './suppressions.service.ts';

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
