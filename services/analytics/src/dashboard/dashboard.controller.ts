import { ChartPoint, MemberSummary, MetricsResponse } from '@clearwatch/contracts/dashboard.dto';
import { RespondsWithList } from '@clearwatch/service-kit/http/request-parameters';
import { AllowStaff } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Param, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { boundedInteger, FigureDayInterceptor, PeriodDaysParam } from '../analytics-http.ts';
import { DashboardService, MAX_DEPOSITORS } from './dashboard.service.ts';

@AllowStaff()
@UseInterceptors(FigureDayInterceptor)
@Controller('api')
export class DashboardController {
  constructor(private readonly dashboard: DashboardService) {}

  @Get('metrics/:days')
  @ApiOkResponse({ type: MetricsResponse })
  readMetrics(@PeriodDaysParam() days: number): Promise<MetricsResponse> {
    return this.dashboard.metricsOf(days);
  }

  @Get('transactions/chart/:days')
  @RespondsWithList(ChartPoint)
  async readChart(@PeriodDaysParam() days: number) {
    const { asOf, points: items } = await this.dashboard.chartOf(days);
    return { asOf, items };
  }

  @Get('top-depositors/:limit/:days')
  @RespondsWithList(MemberSummary)
  async readDepositors(
    @Param('limit', boundedInteger('limit', MAX_DEPOSITORS)) limit: number,
    @PeriodDaysParam() days: number,
  ) {
    const { asOf, members: items } = await this.dashboard.topDepositors({ limit, days });
    return { asOf, items };
  }
}
