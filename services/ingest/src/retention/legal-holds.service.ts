import { LOCK_HOLDS_EXCLUSIVE } from '@clearwatch/contracts/retention';
import {
  HOLD_STATES,
  type HoldState,
  LegalHold,
  type PlaceHoldRequest,
  type ReleaseHoldRequest,
} from '@clearwatch/contracts/retention.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { generatedId, pickFieldsOf } from '@clearwatch/service-kit/database/entity-columns';
import { hasRows } from '@clearwatch/service-kit/database/query-rows';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { IsSearchText, type Paged, PageQuery, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { IsIn, IsOptional } from 'class-validator';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { LegalHoldEntity } from './legal-hold.entity.ts';

export class ListHoldsQuery extends PageQuery {
  @IsOptional() @IsIn(HOLD_STATES) state?: HoldState;
  @IsOptional() @IsSearchText() accountNumber?: string;
  @IsOptional() @IsSearchText() search?: string;
}

/** An account may have several holds, each for its own matter, and stays on hold until the last of them is released. */
@Injectable()
export class LegalHoldsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  async list(request: ListHoldsQuery): Promise<Paged<LegalHold>> {
    const { state, accountNumber, search } = request;
    const { limit, offset } = pageOf(request);
    const query = this.database.manager
      .createQueryBuilder(LegalHoldEntity, 'hold')
      .addSelect('hold.releasedAt IS NULL', 'is_standing')
      .orderBy('is_standing', 'DESC')
      .addOrderBy('hold.id', 'DESC')
      .limit(limit)
      .offset(offset);
    if (state !== undefined) query.andWhere(`hold.releasedAt IS ${state === 'standing' ? '' : 'NOT '}NULL`);
    if (accountNumber !== undefined)
      query.andWhere('(hold.accountNumber IS NULL OR hold.accountNumber = :accountNumber)', {
        accountNumber,
      });
    if (search !== undefined)
      query.andWhere(
        `position(lower(:search) IN lower(concat_ws(' ', hold.reason, hold.reference, hold.accountNumber,
           (SELECT concat_ws(' ', m.first_name, m.last_name) FROM ledger.members m
             WHERE m.account_number = hold.accountNumber)))) > 0`,
        { search },
      );
    const [rows, total] = await query.getManyAndCount();
    return { items: rows.map(toLegalHold), total };
  }

  async place(actor: Actor, request: PlaceHoldRequest): Promise<LegalHold> {
    const { userId: placedBy, username: placedByName } = actor;
    if (placedBy === null) throw new Error('Only staff can place holds');
    const accountNumber = request.accountNumber ?? null;
    const reason = requiredText(request.reason, 'Enter the reason for the hold.');
    const reference = withoutNul(request.reference ?? '') || null;
    return inTransaction(this.database, async (manager) => {
      if (accountNumber !== null) await this.mustExist(manager, accountNumber);
      // Waits for running purges, so that the next one sees the hold.
      await manager.query(LOCK_HOLDS_EXCLUSIVE);
      const row = { accountNumber, reason, reference, placedBy, placedByName };
      const id = generatedId(await manager.insert(LegalHoldEntity, row));
      const hold = await this.read(manager, id);
      await this.record(manager, actor, { action: 'hold.placed', hold });
      return hold;
    });
  }

  async release(actor: Actor, id: number, request: ReleaseHoldRequest): Promise<LegalHold> {
    const releaseReason = requiredText(request.reason, 'Enter the reason for the release.');
    const { userId: releasedBy, username: releasedByName } = actor;
    return inTransaction(this.database, async (manager) => {
      const { affected } = await manager.update(
        LegalHoldEntity,
        { id, releasedAt: IsNull() },
        { releasedBy, releasedByName, releasedAt: () => 'clock_timestamp()', releaseReason },
      );
      const hold = await this.read(manager, id);
      if (affected !== 1)
        throw new AppError('conflict', `${hold.releasedBy ?? 'Someone'} has already released this hold.`);
      await this.record(manager, actor, { action: 'hold.released', hold });
      return hold;
    });
  }

  private async mustExist(manager: EntityManager, accountNumber: string): Promise<void> {
    const sql = 'SELECT FROM ledger.members WHERE account_number = $1';
    if (accountNumber.includes('\0') || !(await hasRows(manager, sql, [accountNumber])))
      throw new AppError('not_found', 'There is no account with this number.');
  }

  private async read(manager: EntityManager, id: number): Promise<LegalHold> {
    const hold = await manager.findOneBy(LegalHoldEntity, { id });
    if (hold === null) throw new AppError('not_found', 'There is no legal hold with this number.');
    return toLegalHold(hold);
  }

  /** Reason and account number are member data, so the audit log leaves them out. */
  private async record(
    manager: EntityManager,
    actor: Actor,
    { action, hold }: { action: 'hold.placed' | 'hold.released'; hold: LegalHold },
  ): Promise<void> {
    const detail = {
      holds: hold.accountNumber === null ? 'everything' : 'one account',
      memberId: hold.member?.id ?? null,
    };
    await this.trail.record(actor, { action, subject: { type: 'hold', id: hold.id }, detail }, manager);
  }
}

const pickHold = pickFieldsOf(LegalHold);

const toLegalHold = (hold: LegalHoldEntity): LegalHold =>
  pickHold(hold, {
    state: hold.releasedAt === null ? 'standing' : 'released',
    placedBy: hold.placedByName,
    releasedBy: hold.releasedByName,
  });

/** PostgreSQL text cannot contain NUL. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '').trim();
}

function requiredText(text: string, whenEmpty: string): string {
  const required = withoutNul(text);
  if (required === '') throw new AppError('bad_request', whenEmpty);
  return required;
}
