import { Module } from '@nestjs/common';
import { MemberRiskModule } from '../alerts/risk/member-risk.module.ts';
import { ChartRepository } from './chart/chart.repository.ts';
import { ChartService } from './chart/chart.service.ts';
import { DepositorsRepository } from './depositors/depositors.repository.ts';
import { DepositorsService } from './depositors/depositors.service.ts';
import { FiguresModule } from './figures/figures.module.ts';
import { MetricsRepository } from './metrics/metrics.repository.ts';
import { MetricsService } from './metrics/metrics.service.ts';
import { WarmFigures } from './warm-figures.ts';

/** The dashboard's figures: the api answers them, the worker computes them ahead. */
@Module({
  imports: [FiguresModule, MemberRiskModule],
  providers: [
    MetricsRepository,
    MetricsService,
    ChartRepository,
    ChartService,
    DepositorsRepository,
    DepositorsService,
    WarmFigures,
  ],
  exports: [MetricsService, ChartService, DepositorsService, WarmFigures],
})
export class DashboardModule {}
