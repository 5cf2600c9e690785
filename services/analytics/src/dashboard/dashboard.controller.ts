import { ChartPoint, MemberSummary, MetricsResponse } from '@clearwatch/contracts/dashboard.dto';
import { AllowStaff } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { boundedInteger, PeriodDaysParam, setAsOfHeader } from '../analytics-http.ts';
import { ChartService, DepositorsService, MAX_DEPOSITORS, MetricsService } from './dashboard.service.ts';

@Controller('api/transactions/chart')
export class ChartController {
  constructor(private readonly chart: ChartService) {}

  @Get(':days')
  @AllowStaff()
  @ApiOkResponse({ type: ChartPoint, isArray: true })
  async read(
    @PeriodDaysParam() days: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChartPoint[]> {
    const { asOf, points } = await this.chart.chartOf(days);
    setAsOfHeader(response, asOf);
    return points;
  }
}

@Controller('api/top-depositors')
export class DepositorsController {
  constructor(private readonly depositors: DepositorsService) {}

  @Get(':limit/:days')
  @AllowStaff()
  @ApiOkResponse({ type: MemberSummary, isArray: true })
  async read(
    @Param('limit', boundedInteger('limit', MAX_DEPOSITORS)) limit: number,
    @PeriodDaysParam() days: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MemberSummary[]> {
    const { asOf, members } = await this.depositors.topDepositors({ limit, days });
    setAsOfHeader(response, asOf);
    return members;
  }
}

@Controller('api/metrics')
export class MetricsController {
  constructor(private readonly metrics: MetricsService) {}

  @Get(':days')
  @AllowStaff()
  @ApiOkResponse({ type: MetricsResponse })
  async read(
    @PeriodDaysParam() days: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MetricsResponse> {
    const metrics = await this.metrics.metricsOf(days);
    setAsOfHeader(response, metrics.asOf);
    return metrics;
  }
}
