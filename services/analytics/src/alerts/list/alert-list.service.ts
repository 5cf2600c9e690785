import type { UnusualActivity } from '@clearwatch/contracts/http/unusual-activities';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { alertConditions } from './alert-conditions.ts';
import { AlertListRepository } from './alert-list.repository.ts';
import { type ListAlertsQuery, sliceOf } from './list-alerts.query.ts';

@Injectable()
export class AlertListService {
  constructor(private readonly alerts: AlertListRepository) {}

  async list(actor: Actor, query: ListAlertsQuery): Promise<{ alerts: UnusualActivity[]; total: number }> {
    const wanted = { sort: query.sort ?? 'worklist', ...sliceOf(query) } as const;
    const [total, alerts] = await Promise.all([
      this.alerts.countOf(alertConditions(actor, query, 'count')),
      this.alerts.page(alertConditions(actor, query, 'page'), wanted),
    ]);
    return { alerts, total };
  }
}
