import { ACTIVITY_CATEGORIES, categoryOf } from '@clearwatch/contracts/alerts';
import type {
  AlertContext,
  AlertCounts,
  UnusualActivity,
  UnusualActivityDetail,
} from '@clearwatch/contracts/alerts.dto';
import { addDays } from '@clearwatch/domain/calendar/day';
import { AuditTrail, RecentViews } from '@clearwatch/service-kit/audit/audit-trail.service';
import { type Paged, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { alertConditions, type ListAlertsQuery } from './alert-list.query.ts';
import { type AlertCountGroup, AlertsRepository, alertAuditSubject, alertNotFound } from './alerts.repository.ts';

const CATEGORIES = [...new Set(Object.values(ACTIVITY_CATEGORIES))];

/** Rules use a baseline of at most 90 days. One more month shows how the baseline developed. */
const DAYS_BEFORE = 120;
const DAYS_AFTER = 30;

@Injectable()
export class AlertsService {
  private readonly views = new RecentViews();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly repository: AlertsRepository,
    private readonly trail: AuditTrail,
  ) {}

  async list(actor: Actor, query: ListAlertsQuery): Promise<Paged<UnusualActivity>> {
    const page = { sort: query.sort ?? 'worklist', ...pageOf(query) } as const;
    const [total, items] = await Promise.all([
      this.repository.countOf(alertConditions(actor, query, 'count')),
      this.repository.page(alertConditions(actor, query, 'page'), page),
    ]);
    return { items, total };
  }

  /** Not cached, because decisions must be visible immediately. Every category has its own row. Unknown types belong to Other Patterns. */
  async count(): Promise<AlertCounts> {
    const [groups, ledger] = await Promise.all([this.repository.countGroups(), this.repository.ledgerTotals()]);
    const counts = countsOf(groups);
    const byCategory = Map.groupBy(groups, ({ activityType }) => categoryOf(activityType));
    const categories = CATEGORIES.map((category) => {
      const { total, high, unreviewed } = countsOf(byCategory.get(category) ?? []);
      return { category, total, high, unreviewed };
    });
    return { ...counts, reviewed: counts.total - counts.unreviewed, categories, ...ledger };
  }

  /** Records the view before the evidence is shown. @throws AppError `not_found` */
  async view(actor: Actor, id: number): Promise<UnusualActivityDetail> {
    const alert = await this.read(id);
    await this.recordView(actor, id);
    return alert;
  }

  /** For callers that record their own audit event. @throws AppError `not_found` */
  read(id: number): Promise<UnusualActivityDetail> {
    return this.repository.findDetail(id);
  }

  async viewContext(actor: Actor, id: number): Promise<AlertContext> {
    const context = await this.readContext(id);
    await this.recordView(actor, id);
    return context;
  }

  /** Account activity around the alert, within the ledger's days, without recording a view. @throws AppError `not_found` */
  async readContext(id: number): Promise<AlertContext> {
    const location = await this.repository.locate(id);
    if (location === null) throw alertNotFound();
    const { windowFirst, windowLast, ledgerFirst, ledgerLast } = location;
    const period = { firstDay: windowFirst, lastDay: windowLast };
    if (ledgerFirst !== null && ledgerLast !== null) {
      period.firstDay = earlier(windowFirst, later(addDays(windowFirst, -DAYS_BEFORE), ledgerFirst));
      period.lastDay = later(windowLast, earlier(addDays(windowLast, DAYS_AFTER), ledgerLast));
    }
    const [days, otherAlerts] = await Promise.all([
      this.repository.daysOf(location.accountNumber, period),
      this.repository.otherAlertsOf(id),
    ]);
    return { ...period, days, otherAlerts };
  }

  private async recordView(actor: Actor, id: number): Promise<void> {
    const entry = { action: 'alert.viewed', subject: alertAuditSubject(id) } as const;
    const write = () => this.trail.record(actor, entry, this.database);
    await this.views.record(actor, id, { now: Date.now(), write });
  }
}

const earlier = (left: string, right: string) => (left < right ? left : right);
const later = (left: string, right: string) => (left > right ? left : right);

function countsOf(groups: readonly AlertCountGroup[]) {
  const count = (isCounted: (group: AlertCountGroup) => boolean) =>
    groups.filter(isCounted).reduce((sum, { alerts }) => sum + alerts, 0);
  return {
    total: count(() => true),
    high: count(({ riskLevel }) => riskLevel === 'high'),
    medium: count(({ riskLevel }) => riskLevel === 'medium'),
    low: count(({ riskLevel }) => riskLevel === 'low'),
    unreviewed: count(({ reviewed }) => !reviewed),
  };
}
