import { Module } from '@nestjs/common';
import { DashboardController } from './dashboard.controller.ts';
import { DashboardRepository } from './dashboard.repository.ts';
import { DashboardService } from './dashboard.service.ts';
import { FigureStore } from './figure-store.ts';

@Module({ providers: [FigureStore], exports: [FigureStore] })
export class FiguresModule {}

/** The worker computes figures in advance so that the API can read them. */
@Module({
  imports: [FiguresModule],
  providers: [DashboardRepository, DashboardService],
  exports: [DashboardService],
})
export class DashboardModule {}

@Module({ imports: [DashboardModule], controllers: [DashboardController] })
export class DashboardApiModule {}
