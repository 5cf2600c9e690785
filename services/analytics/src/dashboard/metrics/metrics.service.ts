import type { MetricsResponse } from '@clearwatch/contracts/http/metrics';
import { periodEndingAt, previousPeriod } from '@clearwatch/domain/metrics/period';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Figure } from '../figures/figure.ts';
import { FigureStore } from '../figures/figure-store.ts';
import { LedgerCalendarRepository } from '../period/ledger-calendar.repository.ts';
import { MetricsRepository } from './metrics.repository.ts';

/** The four figures of the dashboard's cards, for a period and the one before it. */
@Injectable()
export class MetricsService {
  constructor(
    private readonly store: FigureStore,
    private readonly calendar: LedgerCalendarRepository,
    private readonly metrics: MetricsRepository,
  ) {}

  async metricsOf(days: number): Promise<MetricsResponse> {
    return this.store.read(this.figureOf(days));
  }

  private figureOf(days: number): Figure<MetricsResponse> {
    return {
      name: `metrics.1/${days}`,
      compute: (manager, today) => this.compute(manager, { days, today }),
    };
  }

  private async compute(
    manager: EntityManager,
    wanted: { days: number; today: string },
  ): Promise<MetricsResponse> {
    const covered = await this.calendar.coveredDays(manager, wanted.today);
    if (covered === null) return emptyMetrics();
    const period = periodEndingAt({ asOf: covered.asOf, days: wanted.days });
    const now = await this.metrics.totalsOf(manager, period);
    const before = await this.metrics.totalsOf(manager, previousPeriod(period));
    return {
      totalCredits: now.credits,
      previousPeriodCredits: before.credits,
      totalDebits: now.debits,
      previousPeriodDebits: before.debits,
      activeMembers: now.activeMembers,
      previousActiveMembers: before.activeMembers,
      asOf: covered.asOf,
    };
  }
}

function emptyMetrics(): MetricsResponse {
  return {
    totalCredits: '0.00',
    previousPeriodCredits: '0.00',
    totalDebits: '0.00',
    previousPeriodDebits: '0.00',
    activeMembers: 0,
    previousActiveMembers: 0,
    asOf: null,
  };
}
