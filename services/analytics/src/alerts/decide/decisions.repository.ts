import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Review } from './review.ts';

/** Writes to alerts whose rows the caller has locked and looked at. Either deed ends whatever assignment there was. */
@Injectable()
export class DecisionsRepository {
  async setReviewed(
    manager: EntityManager,
    actor: Actor,
    ids: readonly number[],
    review: Review,
  ): Promise<void> {
    await manager.query(
      `UPDATE analytics.unusual_activities
          SET reviewed = true, review_outcome = $2, review_note = $3, reviewed_by = $4, reviewed_by_name = $5,
              reviewed_at = now(), assignee_id = NULL, assignee_name = NULL, locked_until = NULL
        WHERE id = ANY ($1::bigint[])`,
      [ids, review.outcome, review.note, actor.userId, actor.username],
    );
  }

  async setOpen(manager: EntityManager, id: number): Promise<void> {
    await manager.query(
      `UPDATE analytics.unusual_activities
          SET reviewed = false, review_outcome = NULL, review_note = NULL, reviewed_by = NULL, reviewed_by_name = NULL,
              reviewed_at = NULL, assignee_id = NULL, assignee_name = NULL, locked_until = NULL
        WHERE id = $1`,
      [id],
    );
  }
}
