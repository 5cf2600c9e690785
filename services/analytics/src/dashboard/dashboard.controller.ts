import { ChartPoint, MemberSummary, MetricsResponse } from '@clearwatch/contracts/dashboard.dto';
import { AllowStaff } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { boundedInteger, PassthroughRes, PeriodDaysParam, respondWithDay } from '../analytics-http.ts';
import { DashboardService, MAX_DEPOSITORS } from './dashboard.service.ts';

@AllowStaff()
@Controller('api')
export class DashboardController {
  constructor(private readonly dashboard: DashboardService) {}

  @Get('metrics/:days')
  @ApiOkResponse({ type: MetricsResponse })
  async readMetrics(
    @PeriodDaysParam() days: number,
    @PassthroughRes() response: Response,
  ): Promise<MetricsResponse> {
    return respondWithDay(response, await this.dashboard.metricsOf(days));
  }

  @Get('transactions/chart/:days')
  @ApiOkResponse({ type: ChartPoint, isArray: true })
  async readChart(
    @PeriodDaysParam() days: number,
    @PassthroughRes() response: Response,
  ): Promise<ChartPoint[]> {
    return respondWithDay(response, await this.dashboard.chartOf(days)).points;
  }

  @Get('top-depositors/:limit/:days')
  @ApiOkResponse({ type: MemberSummary, isArray: true })
  async readDepositors(
    @Param('limit', boundedInteger('limit', MAX_DEPOSITORS)) limit: number,
    @PeriodDaysParam() days: number,
    @PassthroughRes() response: Response,
  ): Promise<MemberSummary[]> {
    return respondWithDay(response, await this.dashboard.topDepositors({ limit, days })).members;
  }
}
