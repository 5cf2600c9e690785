import { Global, Module } from '@nestjs/common';
import { DetectionBaseModule } from '../detection/detection.module.ts';
import { BacktestsRepository } from './backtests.repository.ts';
import { BacktestsService } from './backtests.service.ts';
import {
  BacktestsController,
  PolicyVersionsController,
  RuleQualityController,
  SuppressionsController,
} from './policy.controller.ts';
import { PolicyService } from './policy.service.ts';
import { SuppressionsService } from './suppressions.service.ts';

/** Both the API and the workers read the policy. */
@Global()
@Module({ providers: [PolicyService], exports: [PolicyService] })
export class PolicyModule {}

@Module({
  imports: [DetectionBaseModule],
  controllers: [PolicyVersionsController, BacktestsController, SuppressionsController, RuleQualityController],
  providers: [BacktestsService, BacktestsRepository, SuppressionsService],
})
export class PolicyApiModule {}
