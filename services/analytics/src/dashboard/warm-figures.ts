import { DASHBOARD_PERIODS } from '@clearwatch/contracts/dashboard.dto';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { ChartService } from './chart/chart.service.ts';
import { DepositorsService } from './depositors/depositors.service.ts';
import { FiguresRepository } from './figures/figures.repository.ts';
import { MetricsService } from './metrics/metrics.service.ts';

/** Period of the dashboard's list of recipients, in days (spec section 9). */
const DEPOSITORS_DAYS = 365;

/** Computes what every open dashboard will ask for next, right after the ledger has changed. */
@Injectable()
export class WarmFigures {
  constructor(
    private readonly metrics: MetricsService,
    private readonly chart: ChartService,
    private readonly depositors: DepositorsService,
    private readonly figures: FiguresRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never fails: a figure that is missing is computed when somebody asks for it. */
  async warm(): Promise<void> {
    try {
      await this.figures.forgetOutdated();
      for (const days of DASHBOARD_PERIODS) {
        await this.metrics.metricsOf(days);
        await this.chart.chartOf(days);
      }
      await this.depositors.warm(DEPOSITORS_DAYS);
    } catch (error) {
      this.logger.warn({ err: error }, 'figures could not be computed ahead');
    }
  }
}
