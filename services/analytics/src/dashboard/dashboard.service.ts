import {
  type ChartPoint,
  DASHBOARD_PERIODS,
  type MemberSummary,
  type MetricsResponse,
} from '@clearwatch/contracts/dashboard.dto';
import { type Period, periodEndingAt, previousPeriod, weeksOf } from '@clearwatch/domain/calendar/period';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import { MemberRiskService } from '../alerts/member-risk.service.ts';
import {
  ChartRepository,
  DepositorsRepository,
  MetricsRepository,
  type PeriodTotals,
  type TopDepositor,
} from './dashboard.repository.ts';
import {
  type CachedFigure,
  FigureStore,
  FiguresRepository,
  LedgerCalendarRepository,
} from './figure-store.ts';

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

  private figureOf(days: number): CachedFigure<Chart> {
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

/** Longest list that is answered; the product's own call for member summaries is `2000/365` (spec.md section 7). */
export const MAX_DEPOSITORS = 5_000;
/** Lists up to this length, the dashboard's among them, are cut from a short kept list that is quick to read. */
const SHORT_LIST_LENGTH = 100;

interface StoredDepositors {
  asOf: string | null;
  depositors: TopDepositor[];
}

@Injectable()
export class DepositorsService {
  constructor(
    private readonly store: FigureStore,
    private readonly calendar: LedgerCalendarRepository,
    private readonly depositors: DepositorsRepository,
    private readonly risks: MemberRiskService,
  ) {}

  async topDepositors(wanted: {
    days: number;
    limit: number;
  }): Promise<{ asOf: string | null; members: MemberSummary[] }> {
    const { asOf, depositors } = await this.store.read(this.figureOf(wanted));
    const listed = depositors.slice(0, wanted.limit);
    if (asOf === null) return { asOf, members: [] };
    const accounts = listed.map(({ accountNumber }) => accountNumber);
    const risks = await this.risks.levelsOf(accounts, asOf);
    const members = listed.map((depositor) => ({
      ...depositor,
      riskLevel: risks.get(depositor.accountNumber) ?? ('low' as const),
    }));
    return { asOf, members };
  }

  /** Computes and keeps the list, without the risk levels that are added on every read. */
  async warm(days: number): Promise<void> {
    await this.store.read(this.figureOf({ days, limit: SHORT_LIST_LENGTH }));
  }

  private figureOf({ days, limit }: { days: number; limit: number }): CachedFigure<StoredDepositors> {
    const isShort = limit <= SHORT_LIST_LENGTH;
    return {
      name: isShort ? `depositors.1/${days}` : `depositors.1/${days}/${MAX_DEPOSITORS}`,
      compute: (manager, today) =>
        this.compute(manager, { days, today, limit: isShort ? SHORT_LIST_LENGTH : MAX_DEPOSITORS }),
    };
  }

  private async compute(
    manager: EntityManager,
    wanted: { days: number; today: string; limit: number },
  ): Promise<StoredDepositors> {
    const covered = await this.calendar.coveredDays(manager, wanted.today);
    if (covered === null) return { asOf: null, depositors: [] };
    const { asOf, firstDay } = covered;
    const asked = periodEndingAt({ asOf, days: wanted.days });
    // Two months of data must be divided by two months, or a young ledger's incomes look too small.
    const period: Period = asked.firstDay < firstDay ? { firstDay, lastDay: asOf } : asked;
    return { asOf, depositors: await this.depositors.receivedMost(manager, { period, limit: wanted.limit }) };
  }
}

/** By the days of their period. */
type MetricsByDays = Record<number, MetricsResponse>;

const NO_TOTALS: PeriodTotals = { credits: '0.00', debits: '0.00', activeMembers: 0 };

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

  private figureOf(what: string, lengths: readonly number[]): CachedFigure<MetricsByDays> {
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
        toMetrics(asOf, totals[2 * at] ?? NO_TOTALS, totals[2 * at + 1] ?? NO_TOTALS),
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

/** Period of the dashboard's list of recipients, in days (spec section 9). */
const DEPOSITORS_DAYS = 365;

/** Computes what every open dashboard will ask for next, right after the ledger has changed. */
@Injectable()
export class FigureWarmer {
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
