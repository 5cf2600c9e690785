import type { BulkReviewRequest, BulkReviewResponse } from '@clearwatch/contracts/alerts.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { otherWorker } from '../casework/alert-state.ts';
import { AlertStatesRepository } from '../casework/alert-states.repository.ts';
import { AlertStepsRepository } from '../casework/alert-steps.repository.ts';
import { Casework } from '../casework/casework.service.ts';
import { subjectOf } from '../row/subject-of.ts';
import { DecisionsRepository } from './decisions.repository.ts';
import { toReview } from './review.ts';

@Injectable()
export class BulkReviewService {
  constructor(
    private readonly casework: Casework,
    private readonly states: AlertStatesRepository,
    private readonly steps: AlertStepsRepository,
    private readonly decisions: DecisionsRepository,
  ) {}

  /**
   * Decides those of the named alerts that are open and that nobody else is working on, all in one transaction; the others
   * stay as they are and are counted. A number given twice is one alert.
   */
  async review(actor: Actor, request: BulkReviewRequest): Promise<BulkReviewResponse> {
    const review = toReview(request);
    const ids = [...new Set(request.ids)];
    return this.casework.do(actor, async (manager) => {
      const alerts = await this.states.lock(manager, ids);
      const open = alerts.filter(({ reviewed }) => !reviewed);
      const free = open.filter((alert) => otherWorker(alert, actor) === null).map(({ id }) => id);
      await this.decisions.setReviewed(manager, actor, free, review);
      await this.steps.add(manager, actor, free, { step: 'reviewed', ...review });
      const entry = {
        action: 'alert.reviewed',
        detail: { outcome: review.outcome, alertsAtOnce: free.length },
      } as const;
      return {
        answer: {
          reviewed: free.length,
          alreadyReviewed: alerts.length - open.length,
          locked: open.length - free.length,
          missing: ids.length - alerts.length,
        },
        changed: free.length,
        entries: free.map((id) => ({ ...entry, subject: subjectOf(id) })),
      };
    });
  }
}
