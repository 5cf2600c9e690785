import { type PolicyBacktest, RUN_STATES } from '@clearwatch/contracts/detection-policy.dto';
import type { DetectionPolicy } from '@clearwatch/domain/detection/detector';
import { enumOf, integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** What a try-out found is true of the ledger of its day. */
const KEPT_FOR = '1 day';

/** A try-out is a detection run that looks at everybody and writes beside the alerts. */
@Injectable()
export class TryoutsRepository {
  /** @returns its id */
  async add(manager: EntityManager, wanted: { actor: Actor; candidate: DetectionPolicy }): Promise<number> {
    const { actor, candidate } = wanted;
    const [row = {}] = await manager.query<Row[]>(
      `INSERT INTO analytics.detection_runs (kind, policy_version, requested_by, requested_by_name, try_out_body)
       VALUES ('tryout', $1, $2, $3, $4) RETURNING id`,
      [candidate.version, actor.userId, actor.username, JSON.stringify(candidate)],
    );
    return integerOf(row, 'id');
  }

  /** Until the end of the transaction the user begins no other: of two at once one drops the other. */
  async dropThoseOf(manager: EntityManager, { userId }: Actor): Promise<void> {
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('tryout ' || $1, 0))`, [
      String(userId),
    ]);
    await manager.query(`DELETE FROM analytics.detection_runs WHERE kind = 'tryout' AND requested_by = $1`, [
      userId,
    ]);
  }

  async dropOld(manager: EntityManager): Promise<void> {
    await manager.query(
      `DELETE FROM analytics.detection_runs WHERE kind = 'tryout' AND created_at < now() - $1::interval`,
      [KEPT_FOR],
    );
  }

  async find(manager: EntityManager, id: number): Promise<Omit<PolicyBacktest, 'rows' | 'alerts'> | null> {
    const [row] = await manager.query<Row[]>(
      `SELECT r.id, r.state, r.policy_version, s.shards, s.shards_done
         FROM analytics.detection_runs r
        CROSS JOIN LATERAL (SELECT count(*) AS shards, count(finished_at) AS shards_done
                              FROM analytics.detection_shards WHERE run_id = r.id) s
        WHERE r.id = $1 AND r.kind = 'tryout' AND r.created_at >= now() - $2::interval`,
      [id, KEPT_FOR],
    );
    if (row === undefined) return null;
    return {
      id: integerOf(row, 'id'),
      state: enumOf(RUN_STATES, row, 'state'),
      shardsDone: integerOf(row, 'shards_done'),
      shards: integerOf(row, 'shards'),
      comparedWith: integerOf(row, 'policy_version'),
    };
  }
}
