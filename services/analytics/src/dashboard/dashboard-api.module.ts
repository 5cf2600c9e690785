import { Module } from '@nestjs/common';
import { ChartController } from './chart/chart.controller.ts';
import { DashboardModule } from './dashboard.module.ts';
import { DepositorsController } from './depositors/depositors.controller.ts';
import { MetricsController } from './metrics/metrics.controller.ts';

@Module({
  imports: [DashboardModule],
  controllers: [MetricsController, ChartController, DepositorsController],
})
export class DashboardApiModule {}
