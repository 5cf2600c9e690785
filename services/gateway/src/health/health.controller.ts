import { HealthReport } from '@clearwatch/contracts/http/health';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { principalOf } from '../sessions/principal.ts';
import { HealthService } from './health.service.ts';

@ApiTags('Operation')
@Controller('api/health')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /** 200 when everything answers, 503 otherwise; reasons are for staff only. */
  @Get()
  @ApiOkResponse({ type: HealthReport })
  @ApiServiceUnavailableResponse({ type: HealthReport })
  async report(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<HealthReport> {
    const isStaff = principalOf(request)?.session.stage === 'complete';
    const report = await this.health.report(isStaff ? 'staff' : 'public');
    response.status(report.status === 'up' ? 200 : 503);
    return report;
  }
}
