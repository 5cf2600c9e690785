import { DASHBOARD_PERIODS, type MetricsResponse } from '@clearwatch/contracts/dashboard.dto';
import { periodEndingAt, previousPeriod } from '@clearwatch/domain/calendar/period';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Figure } from '../figures/figure.ts';
import { FigureStore } from '../figures/figure-store.ts';
import { LedgerCalendarRepository } from '../period/ledger-calendar.repository.ts';
import { MetricsRepository, type PeriodTotals } from './metrics.repository.ts';

/** By the days of their period. */
type MetricsByDays = Record<number, MetricsResponse>;

const NOTHING: PeriodTotals = { credits: '0.00', debits: '0.00', activeMembers: 0 };

/** The four figures of the dashboard's cards, for a period and the one before it. */
@Injectable()
export class MetricsService {
  constructor(
    private readonly store: FigureStore,
    private readonly calendar: LedgerCalendarRepository,
    private readonly metrics: MetricsRepository,
  ) {}

  /** The periods that dashboards offer are one figure: the ledger is walked through once for all of them. */
  async metricsOf(days: number): Promise<MetricsResponse> {
    const isOffered = DASHBOARD_PERIODS.some((offered) => offered === days);
    const byDays = await this.store.read(
      isOffered ? this.figureOf('dashboard', DASHBOARD_PERIODS) : this.figureOf(String(days), [days]),
    );
    const metrics = byDays[days];
    if (metrics === undefined) throw new Error(`the figure has no period of ${days} days`);
    return metrics;
  }

  private figureOf(what: string, lengths: readonly number[]): Figure<MetricsByDays> {
    return {
      name: `metrics.2/${what}`,
      compute: (manager, today) => this.compute(manager, { lengths, today }),
    };
  }

  private async compute(
    manager: EntityManager,
    wanted: { lengths: readonly number[]; today: string },
  ): Promise<MetricsByDays> {
    const covered = await this.calendar.coveredDays(manager, wanted.today);
    const asOf = covered?.asOf ?? null;
    const periods = asOf === null ? [] : wanted.lengths.map((days) => periodEndingAt({ asOf, days }));
    const totals = await this.metrics.totalsOf(
      manager,
      periods.flatMap((period) => [period, previousPeriod(period)]),
    );
    return Object.fromEntries(
      wanted.lengths.map((days, at) => [
        days,
        toMetrics(asOf, totals[2 * at] ?? NOTHING, totals[2 * at + 1] ?? NOTHING),
      ]),
    );
  }
}

function toMetrics(asOf: string | null, now: PeriodTotals, before: PeriodTotals): MetricsResponse {
  return {
    totalCredits: now.credits,
    previousPeriodCredits: before.credits,
    totalDebits: now.debits,
    previousPeriodDebits: before.debits,
    activeMembers: now.activeMembers,
    previousActiveMembers: before.activeMembers,
    asOf,
  };
}
