import type { Suppression } from '@clearwatch/contracts/alerts.dto';
import type { RuleSuppression } from '@clearwatch/domain/detection/finding-to-alert';
import { displayName } from '@clearwatch/domain/members/member-names';
import { generatedId } from '@clearwatch/service-kit/database/entity-columns';
import { dayOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import type { Page, Paged } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, MoreThanOrEqual } from 'typeorm';
import { SuppressionEntity } from './policy.entity.ts';

/** One rule and one account. */
interface RuleAndAccount {
  accountNumber: string;
  activityType: string;
}

@Injectable()
export class SuppressionsRepository {
  /** Those in force first, then the newest. */
  async page(
    manager: EntityManager,
    { offset, limit, today }: Page & { today: string },
  ): Promise<Paged<Suppression>> {
    const [rows, total] = await manager
      .createQueryBuilder(SuppressionEntity, 'suppression')
      .addSelect('suppression.liftedAt IS NULL AND suppression.until >= :today', 'is_in_force')
      .setParameters({ today })
      .orderBy('is_in_force', 'DESC')
      .addOrderBy('suppression.id', 'DESC')
      .offset(offset)
      .limit(limit)
      .getManyAndCount();
    return { items: rows.map(toSuppression), total };
  }

  async find(manager: EntityManager, id: number): Promise<Suppression | null> {
    const found = await manager.findOneBy(SuppressionEntity, { id });
    return found === null ? null : toSuppression(found);
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
    const found = await manager.findOneBy(SuppressionEntity, {
      accountNumber,
      activityType,
      liftedAt: IsNull(),
      until: MoreThanOrEqual(today),
    });
    return found === null ? null : toSuppression(found);
  }

  /** @returns its id */
  async add(
    manager: EntityManager,
    wanted: RuleAndAccount & { actor: Actor; until: string; reason: string },
  ): Promise<number> {
    const { actor, ...suppression } = wanted;
    if (actor.userId === null) throw new Error('Only staff adds suppressions');
    const row = { ...suppression, createdBy: actor.userId, createdByName: actor.username };
    return generatedId(await manager.insert(SuppressionEntity, row));
  }

  /** False when it was lifted before, has run out or does not exist. */
  async liftIfInForce(
    manager: EntityManager,
    { actor, id, today }: { actor: Actor; id: number; today: string },
  ): Promise<boolean> {
    const { affected } = await manager.update(
      SuppressionEntity,
      { id, liftedAt: IsNull(), until: MoreThanOrEqual(today) },
      { liftedAt: () => 'now()', liftedByName: actor.username },
    );
    return affected === 1;
  }
}

function toSuppression(row: SuppressionEntity): Suppression {
  const { id, accountNumber, member, activityType, until, reason, createdAt, liftedAt } = row;
  return {
    id,
    accountNumber,
    memberName: displayName({ firstName: null, lastName: null, company: null, ...member, accountNumber }),
    activityType,
    until,
    reason,
    createdBy: row.createdByName,
    createdAt,
    liftedAt,
    liftedBy: row.liftedByName,
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
