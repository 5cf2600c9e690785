import { LOCK_HOLDS_EXCLUSIVE } from '@clearwatch/contracts/retention';
import type { HoldState, LegalHold } from '@clearwatch/contracts/retention.dto';
import { generatedId } from '@clearwatch/service-kit/database/entity-columns';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import type { Page, Paged } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { LegalHoldEntity } from './legal-hold.entity.ts';

/** What is looked for; null: not filtered by it. */
export interface HoldFilter {
  state: HoldState | null;
  /** Holds of this account, and those of everything. */
  accountNumber: string | null;
  /** In reason, reference, account or name. */
  search: string | null;
}

export interface NewHold {
  accountNumber: string | null;
  reason: string;
  reference: string | null;
}

@Injectable()
export class LegalHoldsRepository {
  /** Those that stand first, then the newest. */
  async page(
    manager: EntityManager,
    { state, accountNumber, search }: HoldFilter,
    { limit, offset }: Page,
  ): Promise<Paged<LegalHold>> {
    const query = manager
      .createQueryBuilder(LegalHoldEntity, 'hold')
      .addSelect('hold.releasedAt IS NULL', 'is_standing')
      .orderBy('is_standing', 'DESC')
      .addOrderBy('hold.id', 'DESC')
      .limit(limit)
      .offset(offset);
    if (state !== null) query.andWhere(`hold.releasedAt IS ${state === 'standing' ? '' : 'NOT '}NULL`);
    if (accountNumber !== null)
      query.andWhere('(hold.accountNumber IS NULL OR hold.accountNumber = :accountNumber)', {
        accountNumber,
      });
    if (search !== null)
      query.andWhere(
        `position(lower(:search) IN lower(concat_ws(' ', hold.reason, hold.reference, hold.accountNumber,
           (SELECT concat_ws(' ', m.first_name, m.last_name) FROM ledger.members m
             WHERE m.account_number = hold.accountNumber)))) > 0`,
        { search },
      );
    const [rows, total] = await query.getManyAndCount();
    return { items: rows.map(toLegalHold), total };
  }

  async find(manager: EntityManager, id: number): Promise<LegalHold | null> {
    const hold = await manager.findOneBy(LegalHoldEntity, { id });
    return hold === null ? null : toLegalHold(hold);
  }

  async accountExists(manager: EntityManager, accountNumber: string): Promise<boolean> {
    const rows = await manager.query<Row[]>('SELECT 1 FROM ledger.members WHERE account_number = $1', [
      accountNumber,
    ]);
    return rows.length === 1;
  }

  /**
   * Waits for purges that are at work: when it returns, the hold is seen by whatever purges next.
   * @returns its id
   */
  async place(manager: EntityManager, actor: Actor, hold: NewHold): Promise<number> {
    await manager.query(LOCK_HOLDS_EXCLUSIVE);
    const { userId, username } = actor;
    if (userId === null) throw new Error('Only staff places holds');
    const row = { ...hold, placedBy: userId, placedByName: username };
    return generatedId(await manager.insert(LegalHoldEntity, row));
  }

  /** False when it was released before or does not exist. */
  async releaseIfStanding(
    manager: EntityManager,
    actor: Actor,
    { id, reason }: { id: number; reason: string },
  ): Promise<boolean> {
    const { affected } = await manager.update(
      LegalHoldEntity,
      { id, releasedAt: IsNull() },
      {
        releasedBy: actor.userId,
        releasedByName: actor.username,
        releasedAt: () => 'clock_timestamp()',
        releaseReason: reason,
      },
    );
    return affected === 1;
  }
}

function toLegalHold(hold: LegalHoldEntity): LegalHold {
  const { id, accountNumber, member, reason, reference, placedAt, releasedAt, releaseReason } = hold;
  return {
    id,
    accountNumber,
    member,
    state: releasedAt === null ? 'standing' : 'released',
    reason,
    reference,
    placedBy: hold.placedByName,
    placedAt,
    releasedBy: hold.releasedByName,
    releasedAt,
    releaseReason,
  };
}
