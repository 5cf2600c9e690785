import { Module } from '@nestjs/common';
import { MemberRiskModule } from '../alerts/alerts.module.ts';
import { DashboardController } from './dashboard.controller.ts';
import { ChartRepository, DepositorsRepository, MetricsRepository } from './dashboard.repository.ts';
import { ChartService, DepositorsService, FigureWarmer, MetricsService } from './dashboard.service.ts';
import { FigureStore, FiguresRepository, LedgerCalendarRepository } from './figure-store.ts';

/** What everything needs that computes figures of one state of the ledger and keeps them. */
@Module({
  providers: [FigureStore, FiguresRepository, LedgerCalendarRepository],
  exports: [FigureStore, FiguresRepository, LedgerCalendarRepository],
})
export class FiguresModule {}

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
    FigureWarmer,
  ],
  exports: [MetricsService, ChartService, DepositorsService, FigureWarmer],
})
export class DashboardModule {}

@Module({
  imports: [DashboardModule],
  controllers: [DashboardController],
})
export class DashboardApiModule {}
