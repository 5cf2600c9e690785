import { Module } from '@nestjs/common';
import { DashboardController } from './dashboard.controller.ts';
import { DashboardRepository } from './dashboard.repository.ts';
import { DashboardService } from './dashboard.service.ts';
import { FigureStore, FiguresRepository } from './figure-store.ts';

/** Computes and stores figures of one state of the ledger. */
@Module({ providers: [FigureStore, FiguresRepository], exports: [FigureStore, FiguresRepository] })
export class FiguresModule {}

/** The worker computes ahead what the api reads. */
@Module({
  imports: [FiguresModule],
  providers: [DashboardRepository, DashboardService],
  exports: [DashboardService],
})
export class DashboardModule {}

@Module({ imports: [DashboardModule], controllers: [DashboardController] })
export class DashboardApiModule {}
