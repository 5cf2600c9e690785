import {
  type ChartPoint,
  DASHBOARD_PERIODS,
  type MemberSummary,
  type MetricsResponse,
} from '@clearwatch/contracts/dashboard.dto';
import { periodEndingAt, previousPeriod, weeksOf } from '@clearwatch/domain/calendar/period';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { riskLevels } from '../alerts/member-risk.ts';
import { DashboardRepository, type PeriodTotals, type TopDepositor } from './dashboard.repository.ts';
import { coveredDays, FigureStore } from './figure-store.ts';

/** Clearwatch itself requests `2000/365` for member summaries (spec section 7). */
export const MAX_DEPOSITORS = 5_000;
/** Shorter lists, including the one on the dashboard, come from a stored list of this length. */
const SHORT_LIST_LENGTH = 100;
/** Period of the dashboard's recipient list in days (spec section 9). */
const DEPOSITORS_DAYS = 365;

const NO_TOTALS: PeriodTotals = { credits: '0.00', debits: '0.00', activeMembers: 0 };

@Injectable()
export class DashboardService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly store: FigureStore,
    private readonly repository: DashboardRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** One point per week that overlaps the period. The first and last weeks include only days in the period. */
  async chartOf(days: number): Promise<{ asOf: string | null; points: ChartPoint[] }> {
    return this.store.read({
      name: `chart.1/${days}`,
      compute: async (manager, today) => {
        const covered = await coveredDays(manager, today);
        if (covered === null) return { asOf: null, points: [] };
        const { asOf } = covered;
        const period = periodEndingAt({ asOf, days });
        const weeks = await this.repository.weeksOf(manager, period);
        const byMonday = new Map(weeks.map((point) => [point.week, point]));
        const noMoney = { credits: '0.00', debits: '0.00' };
        const points = weeksOf(period).map((week) => byMonday.get(week) ?? { week, ...noMoney });
        return { asOf, points };
      },
    });
  }

  async topDepositors(list: { days: number; limit: number }) {
    const { asOf, depositors } = await this.storedDepositors(list);
    if (asOf === null) return { asOf, members: [] as MemberSummary[] };
    const listed = depositors.slice(0, list.limit);
    const parameters = [listed.map(({ accountNumber }) => accountNumber)];
    const risks = await riskLevels(this.database.manager, { accounts: '= ANY($1)', parameters, asOf });
    const members = listed.map((depositor) => ({
      ...depositor,
      riskLevel: risks.get(depositor.accountNumber) ?? ('low' as const),
    }));
    return { asOf, members };
  }

  /** All dashboard periods form one figure, computed in one pass over the ledger. */
  async metricsOf(days: number): Promise<MetricsResponse> {
    const isOffered = DASHBOARD_PERIODS.some((offered) => offered === days);
    const lengths = isOffered ? DASHBOARD_PERIODS : [days];
    const byDays = await this.store.read<Record<number, MetricsResponse>>({
      name: `metrics.2/${isOffered ? 'dashboard' : days}`,
      compute: (manager, today) => this.computeMetrics(manager, { lengths, today }),
    });
    const metrics = byDays[days];
    if (metrics === undefined) throw new Error(`the dashboard metrics contain no period of ${days} days`);
    return metrics;
  }

  /**
   * Computes the figures that open dashboards read after a change. Never fails, because missing figures are computed when they are read.
   */
  async warm(): Promise<void> {
    try {
      await this.store.deleteOutdated();
      for (const days of DASHBOARD_PERIODS) {
        await this.metricsOf(days);
        await this.chartOf(days);
      }
      await this.storedDepositors({ days: DEPOSITORS_DAYS, limit: SHORT_LIST_LENGTH });
    } catch (error) {
      this.logger.warn({ err: error }, 'figures could not be precomputed');
    }
  }

  private storedDepositors(list: { days: number; limit: number }) {
    const isShort = list.limit <= SHORT_LIST_LENGTH;
    const limit = isShort ? SHORT_LIST_LENGTH : MAX_DEPOSITORS;
    return this.store.read<{ asOf: string | null; depositors: TopDepositor[] }>({
      name: `depositors.1/${list.days}${isShort ? '' : `/${MAX_DEPOSITORS}`}`,
      compute: async (manager, today) => {
        const covered = await coveredDays(manager, today);
        if (covered === null) return { asOf: null, depositors: [] };
        const { asOf, firstDay } = covered;
        const period = periodEndingAt({ asOf, days: list.days });
        // Two months of data must be divided by two months. Otherwise, incomes in a new ledger would look too small.
        if (period.firstDay < firstDay) period.firstDay = firstDay;
        return { asOf, depositors: await this.repository.topDepositors(manager, { period, limit }) };
      },
    });
  }

  private async computeMetrics(
    manager: EntityManager,
    { lengths, today }: { lengths: readonly number[]; today: string },
  ): Promise<Record<number, MetricsResponse>> {
    const asOf = (await coveredDays(manager, today))?.asOf ?? null;
    const periods = asOf === null ? [] : lengths.map((days) => periodEndingAt({ asOf, days }));
    const totals = await this.repository.totalsOf(
      manager,
      periods.flatMap((period) => [period, previousPeriod(period)]),
    );
    return Object.fromEntries(
      lengths.map((days, at) => {
        const [now = NO_TOTALS, before = NO_TOTALS] = totals.slice(2 * at, 2 * at + 2);
        const metrics: MetricsResponse = {
          totalCredits: now.credits,
          previousPeriodCredits: before.credits,
          totalDebits: now.debits,
          previousPeriodDebits: before.debits,
          activeMembers: now.activeMembers,
          previousActiveMembers: before.activeMembers,
          asOf,
        };
        return [days, metrics];
      }),
    );
  }
}
