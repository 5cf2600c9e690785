import type { RuleSuppression } from '@clearwatch/domain/detection/finding-to-alert';
import { dayOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/**
 * Which rules keep silent about whom, for `isSilenced`. Silences that have run out are among them: what they covered stays
 * covered. Those that were lifted are not.
 */
@Injectable()
export class Suppressions {
  /** Those of the accounts that a shard reads. */
  async ofShard(
    manager: EntityManager,
    { runId, shard }: { runId: number; shard: number },
  ): Promise<RuleSuppression[]> {
    const rows = await manager.query<Row[]>(
      `SELECT s.account_number, s.activity_type, s.until::text
         FROM analytics.suppressions s
        WHERE s.lifted_at IS NULL
          AND EXISTS (SELECT FROM analytics.detection_targets g
                       WHERE g.run_id = $1 AND g.shard = $2 AND g.account_number = s.account_number)`,
      [runId, shard],
    );
    return rows.map(toSilence);
  }
}

function toSilence(row: Row): RuleSuppression {
  return {
    accountNumber: textOf(row, 'account_number'),
    activityType: textOf(row, 'activity_type'),
    until: dayOf(row, 'until'),
  };
}
