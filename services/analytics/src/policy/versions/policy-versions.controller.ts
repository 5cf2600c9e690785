import {
  DetectionPolicyView,
  PolicyVersion,
  SavePolicyRequest,
} from '@clearwatch/contracts/detection-policy.dto';
import { PageQuery, respondWithPage } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow, AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { NumberPipe } from '../number.pipe.ts';
import { PolicyVersionsService } from './policy-versions.service.ts';

@Controller('api/detection/policy')
export class PolicyVersionsController {
  constructor(private readonly versions: PolicyVersionsService) {}

  @Get()
  @AllowStaff()
  @ApiOkResponse({ type: DetectionPolicyView })
  inForce(): Promise<DetectionPolicyView> {
    return this.versions.inForce();
  }

  /** Answers with the policy that is in force from now on. */
  @Post()
  @HttpCode(200)
  @Allow('Admin')
  @ApiOkResponse({ type: DetectionPolicyView })
  save(@CurrentActor() actor: Actor, @Body() request: SavePolicyRequest): Promise<DetectionPolicyView> {
    return this.versions.save(actor, request);
  }

  @Get('versions')
  @AllowStaff()
  @ApiOkResponse({ type: PolicyVersion, isArray: true, description: 'Newest first.' })
  async list(
    @Query() query: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PolicyVersion[]> {
    const { versions, total } = await this.versions.list(query);
    return respondWithPage(response, { items: versions, total });
  }

  @Get('versions/:version')
  @AllowStaff()
  @ApiOkResponse({ type: DetectionPolicyView })
  view(@Param('version', NumberPipe) version: number): Promise<DetectionPolicyView> {
    return this.versions.view(version);
  }
}
