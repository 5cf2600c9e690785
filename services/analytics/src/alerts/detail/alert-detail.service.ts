import type { UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { noSuchAlert } from '../row/no-such-alert.ts';
import { AlertDetailRepository } from './alert-detail.repository.ts';
import { AlertViews } from './alert-views.service.ts';

@Injectable()
export class AlertDetailService {
  constructor(
    private readonly alerts: AlertDetailRepository,
    private readonly views: AlertViews,
  ) {}

  /** Nobody is shown evidence before it is written down that he looks at it. @throws AppError `not_found` */
  async view(actor: Actor, id: number): Promise<UnusualActivityDetail> {
    const alert = await this.read(id);
    await this.views.note(actor, id);
    return alert;
  }

  /** For whoever has just written down something of his own about it. @throws AppError `not_found` */
  async read(id: number): Promise<UnusualActivityDetail> {
    const alert = await this.alerts.find(id);
    if (alert === null) throw noSuchAlert();
    return alert;
  }
}
