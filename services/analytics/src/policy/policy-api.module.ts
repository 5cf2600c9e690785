import { Module } from '@nestjs/common';
import { FiguresModule } from '../dashboard/dashboard.module.ts';
import { DetectionRunsModule } from '../detection/detection.module.ts';
import { BacktestResultsRepository, BacktestsRepository } from './backtests.repository.ts';
import { BacktestsService } from './backtests.service.ts';
import {
  BacktestsController,
  PolicyVersionsController,
  RuleQualityController,
  SuppressionsController,
} from './policy.controller.ts';
import { PolicyModule } from './policy.module.ts';
import { RuleQualityRepository } from './policy.repository.ts';
import { PolicyVersionsService } from './policy.service.ts';
import { SuppressionsRepository } from './suppressions.repository.ts';
import { SuppressionsService } from './suppressions.service.ts';

@Module({ controllers: [RuleQualityController], providers: [RuleQualityRepository] })
class RuleQualityApiModule {}

@Module({
  imports: [FiguresModule],
  controllers: [SuppressionsController],
  providers: [SuppressionsRepository, SuppressionsService],
})
class SuppressionsApiModule {}

@Module({
  imports: [DetectionRunsModule, PolicyModule],
  controllers: [BacktestsController],
  providers: [BacktestResultsRepository, BacktestsRepository, BacktestsService],
})
class BacktestsApiModule {}

@Module({
  imports: [PolicyModule],
  controllers: [PolicyVersionsController],
  providers: [PolicyVersionsService],
})
class PolicyVersionsApiModule {}

/** What admins do with the rules, and what staff sees of it. */
@Module({
  imports: [PolicyVersionsApiModule, BacktestsApiModule, SuppressionsApiModule, RuleQualityApiModule],
})
export class PolicyApiModule {}
