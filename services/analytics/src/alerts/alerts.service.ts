import {
  ACTIVITY_CATEGORIES,
  type ActivityCategory,
  categoryOf,
  type RiskLevel,
} from '@clearwatch/contracts/alerts';
import type {
  AlertCounts,
  CategoryCount,
  UnusualActivity,
  UnusualActivityDetail,
} from '@clearwatch/contracts/alerts.dto';
import { AuditTrail, RecentViews } from '@clearwatch/service-kit/audit/audit-trail.service';
import { type Paged, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { alertConditions, type ListAlertsQuery } from './alert-list.query.ts';
import {
  type AlertCountGroup,
  AlertsRepository,
  alertAuditSubject,
  alertNotFound,
} from './alerts.repository.ts';

const CATEGORIES = [...new Set<ActivityCategory>(Object.values(ACTIVITY_CATEGORIES))];

/** Every category has its line, those without alerts included; types this version does not know are Other Patterns. */
function summarizeCounts(groups: readonly AlertCountGroup[]): Omit<AlertCounts, 'transactions' | 'accounts'> {
  const ofRisk = (risk: RiskLevel) => totalOf(groups.filter(({ riskLevel }) => riskLevel === risk));
  const total = totalOf(groups);
  const unreviewed = unreviewedOf(groups);
  return {
    total,
    high: ofRisk('high'),
    medium: ofRisk('medium'),
    low: ofRisk('low'),
    unreviewed,
    reviewed: total - unreviewed,
    categories: CATEGORIES.map((category) => categoryCount(category, groups)),
  };
}

function categoryCount(category: ActivityCategory, groups: readonly AlertCountGroup[]): CategoryCount {
  const own = groups.filter(({ activityType }) => categoryOf(activityType) === category);
  return {
    category,
    total: totalOf(own),
    high: totalOf(own.filter(({ riskLevel }) => riskLevel === 'high')),
    unreviewed: unreviewedOf(own),
  };
}

function totalOf(groups: readonly AlertCountGroup[]): number {
  return groups.reduce((sum, { alerts }) => sum + alerts, 0);
}

function unreviewedOf(groups: readonly AlertCountGroup[]): number {
  return totalOf(groups.filter(({ reviewed }) => !reviewed));
}

@Injectable()
export class AlertsService {
  private readonly views = new RecentViews();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly repository: AlertsRepository,
    private readonly trail: AuditTrail,
  ) {}

  async list(actor: Actor, query: ListAlertsQuery): Promise<Paged<UnusualActivity>> {
    const wanted = { sort: query.sort ?? 'worklist', ...pageOf(query) } as const;
    const [total, items] = await Promise.all([
      this.repository.countOf(alertConditions(actor, query, 'count')),
      this.repository.page(alertConditions(actor, query, 'page'), wanted),
    ]);
    return { items, total };
  }

  /** Counted afresh each time: what staff has just decided must show. */
  async count(): Promise<AlertCounts> {
    const [groups, ledger] = await Promise.all([
      this.repository.countGroups(),
      this.repository.ledgerTotals(),
    ]);
    return { ...summarizeCounts(groups), ...ledger };
  }

  /** Nobody is shown evidence before it is written down that he looks at it. @throws AppError `not_found` */
  async view(actor: Actor, id: number): Promise<UnusualActivityDetail> {
    const alert = await this.read(id);
    await this.recordView(actor, id);
    return alert;
  }

  /** For whoever has just written down something of his own about it. @throws AppError `not_found` */
  async read(id: number): Promise<UnusualActivityDetail> {
    const alert = await this.repository.findDetail(id);
    if (alert === null) throw alertNotFound();
    return alert;
  }

  /** Comes back when it is written down: nobody is shown evidence before. */
  async recordView(actor: Actor, id: number): Promise<void> {
    await this.views.note(actor, id, {
      now: Date.now(),
      // It describes nothing that is stored, so it stands alone.
      write: () =>
        this.trail.record(actor, { action: 'alert.viewed', subject: alertAuditSubject(id) }, this.database),
    });
  }
}
