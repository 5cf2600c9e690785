import type { ChartPoint } from '@clearwatch/contracts/dashboard.dto';
import { periodEndingAt, weeksOf } from '@clearwatch/domain/calendar/period';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Figure } from '../figures/figure.ts';
import { FigureStore } from '../figures/figure-store.ts';
import { LedgerCalendarRepository } from '../period/ledger-calendar.repository.ts';
import { ChartRepository } from './chart.repository.ts';

export interface Chart {
  asOf: string | null;
  points: ChartPoint[];
}

/** One point per week that the period touches; only the period's own days count into the first and the last. */
@Injectable()
export class ChartService {
  constructor(
    private readonly store: FigureStore,
    private readonly calendar: LedgerCalendarRepository,
    private readonly chart: ChartRepository,
  ) {}

  async chartOf(days: number): Promise<Chart> {
    return this.store.read(this.figureOf(days));
  }

  private figureOf(days: number): Figure<Chart> {
    return {
      name: `chart.1/${days}`,
      compute: (manager, today) => this.compute(manager, { days, today }),
    };
  }

  private async compute(manager: EntityManager, wanted: { days: number; today: string }): Promise<Chart> {
    const covered = await this.calendar.coveredDays(manager, wanted.today);
    if (covered === null) return { asOf: null, points: [] };
    const period = periodEndingAt({ asOf: covered.asOf, days: wanted.days });
    const weeks = await this.chart.weeksOf(manager, period);
    const byMonday = new Map(weeks.map((point) => [point.week, point]));
    const points = weeksOf(period).map(
      (week) => byMonday.get(week) ?? { week, credits: '0.00', debits: '0.00' },
    );
    return { asOf: covered.asOf, points };
  }
}
