import type {
  ReviewRequest,
  UnusualActivity,
  UnusualActivityDetail,
} from '@clearwatch/contracts/http/unusual-activities';
import { RecentViews } from '@clearwatch/service-kit/audit/recent-views';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { filterOf } from './alert-filter.ts';
import { AlertsRepository, type Review } from './alerts.repository.ts';
import { type ListAlertsQuery, sliceOf } from './list-alerts.query.ts';

@Injectable()
export class AlertsService {
  private readonly views = new RecentViews();

  constructor(private readonly alerts: AlertsRepository) {}

  async list(query: ListAlertsQuery): Promise<{ alerts: UnusualActivity[]; total: number }> {
    const filter = filterOf(query);
    const [total, alerts] = await Promise.all([
      this.alerts.countOf(filter),
      this.alerts.page(filter, { sort: query.sort ?? 'worklist', ...sliceOf(query) }),
    ]);
    return { alerts, total };
  }

  /** Nobody is shown evidence before it is written down that he looks at it. @throws AppError `not_found` */
  async view(actor: Actor, id: number): Promise<UnusualActivityDetail> {
    const alert = await this.read(id);
    await this.views.note(actor, id, {
      now: Date.now(),
      write: () => this.alerts.recordViewed(actor, id),
    });
    return alert;
  }

  /**
   * Marks an alert reviewed; there is no way back. Of two reviews at once the first counts. A later one that says
   * the same, or nothing, changes nothing; one that says something else is refused, so that nobody believes his
   * decision was kept when another's was.
   */
  async review(actor: Actor, id: number, request: ReviewRequest): Promise<UnusualActivityDetail> {
    const review = toReview(request);
    if (await this.alerts.reviewIfOpen(actor, id, review)) return this.read(id);
    const alert = await this.view(actor, id);
    const saysNothing = review.outcome === null && review.note === null;
    const saysTheSame =
      review.outcome === alert.reviewOutcome && (review.note === null || review.note === alert.reviewNote);
    if (saysNothing || saysTheSame) return alert;
    throw new AppError(
      'conflict',
      `This alert was already reviewed by ${alert.reviewedBy ?? 'somebody'} at ${alert.reviewedAt ?? 'an unknown time'}` +
        ` (outcome: ${alert.reviewOutcome ?? 'not stated'}). Nothing was changed.`,
    );
  }

  private async read(id: number): Promise<UnusualActivityDetail> {
    const alert = await this.alerts.withEvidence(id);
    if (alert === null) throw new AppError('not_found', 'There is no alert with this number.');
    return alert;
  }
}

function toReview({ outcome, note }: ReviewRequest): Review {
  // PostgreSQL's text cannot hold it, and no keyboard types it.
  if (note?.includes('\0')) throw new AppError('bad_request', 'The note holds a character that is not text.');
  const trimmed = note?.trim() ?? '';
  return { outcome: outcome ?? null, note: trimmed === '' ? null : trimmed };
}
