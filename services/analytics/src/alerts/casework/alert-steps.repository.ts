import type { ReviewOutcome } from '@clearwatch/contracts/alerts';
import type { AlertStep } from '@clearwatch/contracts/alerts.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

interface Step {
  step: AlertStep;
  outcome?: ReviewOutcome | null;
  note?: string | null;
}

/** What staff did with alerts. Rows are only added; they go with their alert. */
@Injectable()
export class AlertStepsRepository {
  async add(manager: EntityManager, actor: Actor, ids: readonly number[], step: Step): Promise<void> {
    await manager.query(
      `INSERT INTO analytics.alert_steps (alert_id, step, by_id, by_name, outcome, note)
       SELECT id, $2, $3, $4, $5, $6 FROM unnest($1::bigint[]) AS id`,
      [ids, step.step, actor.userId, actor.username, step.outcome ?? null, step.note ?? null],
    );
  }
}
