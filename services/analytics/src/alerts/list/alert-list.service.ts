import type { UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import { type Paged, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { alertConditions } from './alert-conditions.ts';
import { AlertListRepository } from './alert-list.repository.ts';
import type { ListAlertsQuery } from './list-alerts.query.ts';

@Injectable()
export class AlertListService {
  constructor(private readonly alerts: AlertListRepository) {}

  async list(actor: Actor, query: ListAlertsQuery): Promise<Paged<UnusualActivity>> {
    const wanted = { sort: query.sort ?? 'worklist', ...pageOf(query) } as const;
    const [total, items] = await Promise.all([
      this.alerts.countOf(alertConditions(actor, query, 'count')),
      this.alerts.page(alertConditions(actor, query, 'page'), wanted),
    ]);
    return { items, total };
  }
}
