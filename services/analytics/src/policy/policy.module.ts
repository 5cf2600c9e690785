import { Global, Module } from '@nestjs/common';
import { DetectionRunsModule } from '../detection/detection.module.ts';
import { BacktestsRepository } from './backtests.repository.ts';
import { BacktestsService } from './backtests.service.ts';
import {
  BacktestsController,
  PolicyVersionsController,
  RuleQualityController,
  SuppressionsController,
} from './policy.controller.ts';
import { RuleQualityRepository } from './policy.repository.ts';
import { PolicyService, PolicyVersionsService } from './policy.service.ts';
import { SuppressionsService } from './suppressions.service.ts';

/** The api and the workers read the policy. */
@Global()
@Module({ providers: [PolicyService], exports: [PolicyService] })
export class PolicyModule {}

@Module({
  imports: [DetectionRunsModule],
  controllers: [PolicyVersionsController, BacktestsController, SuppressionsController, RuleQualityController],
  providers: [
    PolicyVersionsService,
    BacktestsService,
    BacktestsRepository,
    SuppressionsService,
    RuleQualityRepository,
  ],
})
export class PolicyApiModule {}
