import { ChartPoint } from '@clearwatch/contracts/dashboard.dto';
import { AllowStaff } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { setAsOf } from '../period/as-of-header.ts';
import { PeriodDays } from '../period/period-days.ts';
import { ChartService } from './chart.service.ts';

@Controller('api/transactions/chart')
export class ChartController {
  constructor(private readonly chart: ChartService) {}

  @Get(':days')
  @AllowStaff()
  @ApiOkResponse({ type: ChartPoint, isArray: true })
  async read(
    @PeriodDays() days: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChartPoint[]> {
    const { asOf, points } = await this.chart.chartOf(days);
    setAsOf(response, asOf);
    return points;
  }
}
