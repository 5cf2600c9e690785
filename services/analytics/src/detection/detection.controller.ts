import { AlertChainVerification, AlertReplay } from '@clearwatch/contracts/alerts.dto';
import { DetectFraudRequest, DetectFraudResponse, FullAnalysis } from '@clearwatch/contracts/detection-policy.dto';
import { clientDisconnectSignal } from '@clearwatch/service-kit/http/request-context';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow, AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Body, Controller, Get, HttpStatus, Post, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AlertId } from '../analytics-http.ts';
import { AlertChainVerifier } from './alert-chain.service.ts';
import { AlertReplayService } from './alert-replay.service.ts';
import { FullAnalysisService } from './full-analysis.service.ts';

@ApiTags('detection')
@Allow('Admin')
@Controller('api/detection/chain')
export class AlertChainController {
  constructor(private readonly chain: AlertChainVerifier) {}

  @Get()
  @ApiOkResponse({ type: AlertChainVerification, description: 'Covers all links and alerts.' })
  verify(@CurrentActor() actor: Actor): Promise<AlertChainVerification> {
    return this.chain.verify(actor);
  }
}

@ApiTags('detection')
@AllowStaff()
@Controller('api/analytics')
export class FullAnalysisController {
  constructor(private readonly analyses: FullAnalysisService) {}

  @Post('detect-fraud')
  @ApiOkResponse({ type: DetectFraudResponse, description: 'The analysis is complete.' })
  @ApiAcceptedResponse({
    type: DetectFraudResponse,
    description:
      'The analysis is still running. The response contains the number of alerts so far. Use full-analysis or events to follow the progress.',
  })
  async detectFraud(
    @CurrentActor() actor: Actor,
    // The body has only one allowed value, which validation has already checked.
    @Body() _request: DetectFraudRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DetectFraudResponse> {
    const { isDone, ...answer } = await this.analyses.analyze(actor, clientDisconnectSignal(response));
    response.status(isDone ? HttpStatus.OK : HttpStatus.ACCEPTED);
    return answer;
  }

  @Get('full-analysis')
  @ApiOkResponse({ type: FullAnalysis })
  newest(): Promise<FullAnalysis> {
    return this.analyses.newest();
  }
}

@ApiTags('detection')
@AllowStaff()
@Controller('api/unusual-activities/:id/replay')
export class AlertReplayController {
  constructor(private readonly replays: AlertReplayService) {}

  @Get()
  @ApiOkResponse({ type: AlertReplay, description: 'Compares the recomputed alert with the stored one.' })
  replay(@CurrentActor() actor: Actor, @AlertId() id: number): Promise<AlertReplay> {
    return this.replays.replay(actor, id);
  }
}
