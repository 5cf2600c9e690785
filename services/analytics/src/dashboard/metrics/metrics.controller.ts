import { MetricsResponse } from '@clearwatch/contracts/dashboard.dto';
import { AllowStaff } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { setAsOf } from '../period/as-of-header.ts';
import { PeriodDays } from '../period/period-days.ts';
import { MetricsService } from './metrics.service.ts';

@Controller('api/metrics')
export class MetricsController {
  constructor(private readonly metrics: MetricsService) {}

  @Get(':days')
  @AllowStaff()
  @ApiOkResponse({ type: MetricsResponse })
  async read(
    @PeriodDays() days: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MetricsResponse> {
    const metrics = await this.metrics.metricsOf(days);
    setAsOf(response, metrics.asOf);
    return metrics;
  }
}
