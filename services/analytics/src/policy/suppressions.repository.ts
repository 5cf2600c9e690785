import type { Suppression } from '@clearwatch/contracts/alerts.dto';
import type { RuleSuppression } from '@clearwatch/domain/detection/finding-to-alert';
import { displayName } from '@clearwatch/domain/members/member-names';
import {
  dayOf,
  instantOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** One rule and one account. */
interface RuleAndAccount {
  accountNumber: string;
  activityType: string;
}

const SELECT_SUPPRESSIONS = `
  SELECT s.id, s.account_number, s.activity_type, s.until::text, s.reason, s.created_by_name, s.created_at,
         s.lifted_by_name, s.lifted_at, m.first_name, m.last_name, m.company
    FROM analytics.suppressions s LEFT JOIN ledger.members m USING (account_number)`;

@Injectable()
export class SuppressionsRepository {
  async count(manager: EntityManager): Promise<number> {
    const [row = {}] = await manager.query<Row[]>(
      'SELECT count(*) AS suppressions FROM analytics.suppressions',
    );
    return integerOf(row, 'suppressions');
  }

  async page(
    manager: EntityManager,
    wanted: { offset: number; limit: number; today: string },
  ): Promise<Suppression[]> {
    const rows = await manager.query<Row[]>(
      `${SELECT_SUPPRESSIONS} ORDER BY s.lifted_at IS NULL AND s.until >= $1 DESC, s.id DESC OFFSET $2 LIMIT $3`,
      [wanted.today, wanted.offset, wanted.limit],
    );
    return rows.map(toSuppression);
  }

  async find(manager: EntityManager, id: number): Promise<Suppression | null> {
    const [row] = await manager.query<Row[]>(`${SELECT_SUPPRESSIONS} WHERE s.id = $1`, [id]);
    return row === undefined ? null : toSuppression(row);
  }

  async accountExists(manager: EntityManager, accountNumber: string): Promise<boolean> {
    const rows = await manager.query<Row[]>('SELECT 1 FROM ledger.members WHERE account_number = $1', [
      accountNumber,
    ]);
    return rows.length === 1;
  }

  /** Until the end of the transaction nobody else adds one for the pair: of two at once one sees the other's. */
  async lockPair(manager: EntityManager, { accountNumber, activityType }: RuleAndAccount): Promise<void> {
    await manager.query(
      `SELECT pg_advisory_xact_lock(hashtextextended('suppression ' || $1 || ' ' || $2, 0))`,
      [activityType, accountNumber],
    );
  }

  async inForce(
    manager: EntityManager,
    { accountNumber, activityType, today }: RuleAndAccount & { today: string },
  ): Promise<Suppression | null> {
    const [row] = await manager.query<Row[]>(
      `${SELECT_SUPPRESSIONS} WHERE s.account_number = $1 AND s.activity_type = $2 AND s.lifted_at IS NULL AND s.until >= $3`,
      [accountNumber, activityType, today],
    );
    return row === undefined ? null : toSuppression(row);
  }

  /** @returns its id */
  async add(
    manager: EntityManager,
    wanted: RuleAndAccount & { actor: Actor; until: string; reason: string },
  ): Promise<number> {
    const { actor, accountNumber, activityType, until, reason } = wanted;
    const [row = {}] = await manager.query<Row[]>(
      `INSERT INTO analytics.suppressions (account_number, activity_type, until, reason, created_by, created_by_name)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
      [accountNumber, activityType, until, reason, actor.userId, actor.username],
    );
    return integerOf(row, 'id');
  }

  /** False when it was lifted before, has run out or does not exist. */
  async liftIfInForce(
    manager: EntityManager,
    { actor, id, today }: { actor: Actor; id: number; today: string },
  ): Promise<boolean> {
    const [, changed] = await manager.query<[Row[], number]>(
      `UPDATE analytics.suppressions SET lifted_at = now(), lifted_by_name = $2
        WHERE id = $1 AND lifted_at IS NULL AND until >= $3`,
      [id, actor.username, today],
    );
    return changed === 1;
  }
}

function toSuppression(row: Row): Suppression {
  const accountNumber = textOf(row, 'account_number');
  return {
    id: integerOf(row, 'id'),
    accountNumber,
    memberName: displayName({
      firstName: nullable(textOf, row, 'first_name'),
      lastName: nullable(textOf, row, 'last_name'),
      company: nullable(textOf, row, 'company'),
      accountNumber,
    }),
    activityType: textOf(row, 'activity_type'),
    until: dayOf(row, 'until'),
    reason: textOf(row, 'reason'),
    createdBy: textOf(row, 'created_by_name'),
    createdAt: instantOf(row, 'created_at'),
    liftedAt: nullable(instantOf, row, 'lifted_at'),
    liftedBy: nullable(textOf, row, 'lifted_by_name'),
  };
}

/**
 * Which rules keep silent about whom, for `isSilenced`. Silences that have run out are among them: what they covered stays
 * covered. Those that were lifted are not.
 */
@Injectable()
export class ShardSuppressions {
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
    return rows.map(toShardSuppression);
  }
}

function toShardSuppression(row: Row): RuleSuppression {
  return {
    accountNumber: textOf(row, 'account_number'),
    activityType: textOf(row, 'activity_type'),
    until: dayOf(row, 'until'),
  };
}
