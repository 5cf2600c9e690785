import { Suppression, SuppressRequest } from '@clearwatch/contracts/alerts.dto';
import {
  DetectionPolicyView,
  PolicyBacktest,
  PolicyBody,
  PolicyVersion,
  RuleQuality,
  SavePolicyRequest,
} from '@clearwatch/contracts/detection-policy.dto';
import { type Paged, PageQuery, RespondsWithList } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow, AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse } from '@nestjs/swagger';
import { PathIntegerPipe } from '../analytics-http.ts';
import { BacktestsService } from './backtests.service.ts';
import { PolicyService } from './policy.service.ts';
import { SuppressionsService } from './suppressions.service.ts';

const NUMBER = new PathIntegerPipe('The number in the path must be a whole number of 1 or more.');

@Controller('api/detection/quality')
export class RuleQualityController {
  constructor(private readonly policies: PolicyService) {}

  @Get()
  @AllowStaff()
  @ApiOkResponse({ type: RuleQuality, isArray: true, description: 'By rule, newest policy version first.' })
  list(): Promise<RuleQuality[]> {
    return this.policies.ruleQuality();
  }
}

@Controller('api/detection/suppressions')
export class SuppressionsController {
  constructor(private readonly suppressions: SuppressionsService) {}

  @Get()
  @AllowStaff()
  @RespondsWithList(Suppression, 'Active suppressions first, then newest first.')
  list(@Query() query: PageQuery): Promise<Paged<Suppression>> {
    return this.suppressions.list(query);
  }

  @Post()
  @Allow('Admin')
  @ApiCreatedResponse({ type: Suppression })
  add(@CurrentActor() actor: Actor, @Body() request: SuppressRequest): Promise<Suppression> {
    return this.suppressions.add(actor, request);
  }

  /** Does not delete the suppression, which stays in the list as lifted. */
  @Delete(':id')
  @Allow('Admin')
  @ApiOkResponse({ type: Suppression })
  lift(@CurrentActor() actor: Actor, @Param('id', NUMBER) id: number): Promise<Suppression> {
    return this.suppressions.lift(actor, id);
  }
}

@Controller('api/detection/tryouts') // cspell:ignore tryouts
export class BacktestsController {
  constructor(private readonly backtests: BacktestsService) {}

  @Post()
  @Allow('Admin')
  @ApiCreatedResponse({ type: PolicyBacktest })
  start(@CurrentActor() actor: Actor, @Body() body: PolicyBody): Promise<PolicyBacktest> {
    return this.backtests.start(actor, body);
  }

  @Get(':id')
  @Allow('Admin')
  @ApiOkResponse({ type: PolicyBacktest })
  view(@Param('id', NUMBER) id: number): Promise<PolicyBacktest> {
    return this.backtests.view(id);
  }
}

@Controller('api/detection/policy')
export class PolicyVersionsController {
  constructor(private readonly policies: PolicyService) {}

  @Get()
  @AllowStaff()
  @ApiOkResponse({ type: DetectionPolicyView })
  inForce(): Promise<DetectionPolicyView> {
    return this.policies.inForce();
  }

  @Post()
  @HttpCode(200)
  @Allow('Admin')
  @ApiOkResponse({ type: DetectionPolicyView })
  save(@CurrentActor() actor: Actor, @Body() request: SavePolicyRequest): Promise<DetectionPolicyView> {
    return this.policies.save(actor, request);
  }

  @Get('versions')
  @AllowStaff()
  @RespondsWithList(PolicyVersion, 'Newest first.')
  list(@Query() query: PageQuery): Promise<Paged<PolicyVersion>> {
    return this.policies.list(query);
  }

  @Get('versions/:version')
  @AllowStaff()
  @ApiOkResponse({ type: DetectionPolicyView })
  view(@Param('version', NUMBER) version: number): Promise<DetectionPolicyView> {
    return this.policies.view(version);
  }
}
