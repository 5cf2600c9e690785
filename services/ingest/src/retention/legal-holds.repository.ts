import { LOCK_HOLDS_EXCLUSIVE } from '@clearwatch/contracts/retention';
import type { HoldState, LegalHold } from '@clearwatch/contracts/retention.dto';
import {
  instantOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import type { Page } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

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

const NAME = `concat_ws(' ', m.first_name, m.last_name)`;
const FROM = `
  FROM ledger.legal_holds h LEFT JOIN ledger.members m ON m.account_number = h.account_number
 WHERE ($1::text IS NULL OR ($1 = 'standing') = (h.released_at IS NULL))
   AND ($2::text IS NULL OR h.account_number IS NULL OR h.account_number = $2)
   AND ($3::text IS NULL OR position(lower($3) IN
     lower(concat_ws(' ', h.reason, h.reference, h.account_number, ${NAME}))) > 0)`;

const COLUMNS = `h.*, m.id AS member_id, m.first_name, m.last_name, m.company`;

@Injectable()
export class LegalHoldsRepository {
  async count(manager: EntityManager, { state, accountNumber, search }: HoldFilter): Promise<number> {
    const [row = {}] = await manager.query<Row[]>(`SELECT count(*) AS total ${FROM}`, [
      state,
      accountNumber,
      search,
    ]);
    return integerOf(row, 'total');
  }

  /** Those that stand first, then the newest. */
  async page(manager: EntityManager, wanted: HoldFilter, { limit, offset }: Page): Promise<LegalHold[]> {
    const rows = await manager.query<Row[]>(
      `SELECT ${COLUMNS} ${FROM} ORDER BY h.released_at IS NULL DESC, h.id DESC LIMIT $4 OFFSET $5`,
      [wanted.state, wanted.accountNumber, wanted.search, limit, offset],
    );
    return rows.map(toLegalHold);
  }

  async find(manager: EntityManager, id: number): Promise<LegalHold | null> {
    const [row] = await manager.query<Row[]>(
      `SELECT ${COLUMNS} FROM ledger.legal_holds h LEFT JOIN ledger.members m USING (account_number) WHERE h.id = $1`,
      [id],
    );
    return row === undefined ? null : toLegalHold(row);
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
    const [row = {}] = await manager.query<Row[]>(
      `INSERT INTO ledger.legal_holds (account_number, reason, reference, placed_by, placed_by_name)
       VALUES ($1, $2, $3, $4, $5) RETURNING id`,
      [hold.accountNumber, hold.reason, hold.reference, actor.userId, actor.username],
    );
    return integerOf(row, 'id');
  }

  /** False when it was released before or does not exist. */
  async releaseIfStanding(
    manager: EntityManager,
    actor: Actor,
    { id, reason }: { id: number; reason: string },
  ): Promise<boolean> {
    const [, changed] = await manager.query<[Row[], number]>(
      `UPDATE ledger.legal_holds
          SET released_by = $2, released_by_name = $3, released_at = clock_timestamp(), release_reason = $4
        WHERE id = $1 AND released_at IS NULL`,
      [id, actor.userId, actor.username, reason],
    );
    return changed === 1;
  }
}

function toLegalHold(row: Row): LegalHold {
  const memberId = nullable(integerOf, row, 'member_id');
  const releasedAt = nullable(instantOf, row, 'released_at');
  return {
    id: integerOf(row, 'id'),
    accountNumber: nullable(textOf, row, 'account_number'),
    member:
      memberId === null
        ? null
        : {
            id: memberId,
            firstName: textOf(row, 'first_name'),
            lastName: textOf(row, 'last_name'),
            company: textOf(row, 'company'),
          },
    state: releasedAt === null ? 'standing' : 'released',
    reason: textOf(row, 'reason'),
    reference: nullable(textOf, row, 'reference'),
    placedBy: textOf(row, 'placed_by_name'),
    placedAt: instantOf(row, 'placed_at'),
    releasedBy: nullable(textOf, row, 'released_by_name'),
    releasedAt,
    releaseReason: nullable(textOf, row, 'release_reason'),
  };
}
