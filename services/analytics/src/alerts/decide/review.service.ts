import type { ReviewRequest, UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { type AlertState, otherWorker } from '../casework/alert-state.ts';
import { AlertStatesRepository } from '../casework/alert-states.repository.ts';
import { AlertStepsRepository } from '../casework/alert-steps.repository.ts';
import { beingWorkedOn } from '../casework/being-worked-on.ts';
import { Casework, nothingDone } from '../casework/casework.service.ts';
import { AlertDetailService } from '../detail/alert-detail.service.ts';
import { noSuchAlert } from '../row/no-such-alert.ts';
import { subjectOf } from '../row/subject-of.ts';
import { DecisionsRepository } from './decisions.repository.ts';
import { type Review, saysNothingNew, toReview } from './review.ts';

@Injectable()
export class ReviewService {
  constructor(
    private readonly casework: Casework,
    private readonly states: AlertStatesRepository,
    private readonly steps: AlertStepsRepository,
    private readonly decisions: DecisionsRepository,
    private readonly alerts: AlertDetailService,
  ) {}

  /**
   * Marks an alert reviewed. Of two reviews at once the first counts. A later one that says the same, or nothing, changes
   * nothing; one that says something else is refused, so that nobody believes his decision was kept when another's was:
   * who wants to change a decision reopens the alert. What somebody else is working on is his to decide.
   * @throws AppError `conflict`, `not_found`
   */
  async review(actor: Actor, id: number, request: ReviewRequest): Promise<UnusualActivityDetail> {
    const review = toReview(request);
    const isDone = await this.casework.do(actor, async (manager) => {
      const [alert] = await this.states.lock(manager, [id]);
      if (alert === undefined) throw noSuchAlert();
      if (alert.reviewed) {
        refuseAnother(review, alert);
        return nothingDone(false);
      }
      const worker = otherWorker(alert, actor);
      if (worker !== null) throw beingWorkedOn(worker);
      await this.decisions.setReviewed(manager, actor, [id], review);
      await this.steps.add(manager, actor, [id], { step: 'reviewed', ...review });
      // The note is about a member and stays with the alert.
      const entry = { action: 'alert.reviewed', detail: { outcome: review.outcome } } as const;
      return { answer: true, changed: 1, entries: [{ ...entry, subject: subjectOf(id) }] };
    });
    return isDone ? this.alerts.read(id) : this.alerts.view(actor, id);
  }
}

function refuseAnother(review: Review, alert: AlertState): void {
  if (saysNothingNew(review, alert)) return;
  throw new AppError(
    'conflict',
    `This alert was already reviewed by ${alert.reviewedBy ?? 'somebody'} at ${alert.reviewedAt ?? 'an unknown time'}` +
      ` (outcome: ${alert.outcome ?? 'not stated'}). Nothing was changed.`,
  );
}
