import { ChartPoint, MemberSummary, MetricsResponse } from '@clearwatch/contracts/dashboard.dto';
import { AllowStaff } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { boundedInteger, PeriodDaysParam, setAsOfHeader } from '../analytics-http.ts';
import { ChartService, DepositorsService, MAX_DEPOSITORS, MetricsService } from './dashboard.service.ts';

@AllowStaff()
@Controller('api')
export class DashboardController {
  constructor(
    private readonly metrics: MetricsService,
    private readonly chart: ChartService,
    private readonly depositors: DepositorsService,
  ) {}

  @Get('metrics/:days')
  @ApiOkResponse({ type: MetricsResponse })
  async readMetrics(
    @PeriodDaysParam() days: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MetricsResponse> {
    const metrics = await this.metrics.metricsOf(days);
    setAsOfHeader(response, metrics.asOf);
    return metrics;
  }

  @Get('transactions/chart/:days')
  @ApiOkResponse({ type: ChartPoint, isArray: true })
  async readChart(
    @PeriodDaysParam() days: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChartPoint[]> {
    const { asOf, points } = await this.chart.chartOf(days);
    setAsOfHeader(response, asOf);
    return points;
  }

  @Get('top-depositors/:limit/:days')
  @ApiOkResponse({ type: MemberSummary, isArray: true })
  async readDepositors(
    @Param('limit', boundedInteger('limit', MAX_DEPOSITORS)) limit: number,
    @PeriodDaysParam() days: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MemberSummary[]> {
    const { asOf, members } = await this.depositors.topDepositors({ limit, days });
    setAsOfHeader(response, asOf);
    return members;
  }
}
