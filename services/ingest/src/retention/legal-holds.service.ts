import {
  HOLD_STATES,
  type HoldState,
  type LegalHold,
  type PlaceHoldRequest,
  type ReleaseHoldRequest,
} from '@clearwatch/contracts/retention.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { IsSearchText, type Paged, PageQuery, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { IsIn, IsOptional } from 'class-validator';
import { DataSource, type EntityManager } from 'typeorm';
import { LegalHoldsRepository } from './legal-holds.repository.ts';

export class ListHoldsQuery extends PageQuery {
  @IsOptional()
  @IsIn(HOLD_STATES)
  state?: HoldState;

  /** Holds that keep what this account has: its own, and those of everything. */
  @IsOptional() @IsSearchText() accountNumber?: string;

  /** In reason, reference, account number or name. */
  @IsOptional() @IsSearchText() search?: string;
}

/**
 * Holds on an account or on everything: placed and released by admins, never changed or deleted. Several may stand on one
 * account, each for a matter of its own; it is held until the last of them is released.
 */
@Injectable()
export class LegalHoldsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly holds: LegalHoldsRepository,
    private readonly trail: AuditTrail,
  ) {}

  async list(query: ListHoldsQuery): Promise<Paged<LegalHold>> {
    const { state = null, accountNumber = null, search = null } = query;
    return this.holds.page(this.database.manager, { state, accountNumber, search }, pageOf(query));
  }

  /** @throws AppError `bad_request` without a reason, `not_found` without such an account */
  async place(actor: Actor, request: PlaceHoldRequest): Promise<LegalHold> {
    const accountNumber = request.accountNumber ?? null;
    const hold = {
      accountNumber,
      reason: requiredText(request.reason, 'Say why it is held.'),
      reference: withoutNul(request.reference ?? '') || null,
    };
    return inTransaction(this.database, async (manager) => {
      if (accountNumber !== null) await this.mustExist(manager, accountNumber);
      const id = await this.holds.place(manager, actor, hold);
      const placed = await this.read(manager, id);
      await this.record(manager, actor, { action: 'hold.placed', hold: placed });
      return placed;
    });
  }

  /** @throws AppError `bad_request` without a reason, `not_found`, `conflict` when it was released before */
  async release(actor: Actor, id: number, request: ReleaseHoldRequest): Promise<LegalHold> {
    const reason = requiredText(request.reason, 'Say why it is released.');
    return inTransaction(this.database, async (manager) => {
      const isReleased = await this.holds.releaseIfStanding(manager, actor, { id, reason });
      const hold = await this.read(manager, id);
      if (!isReleased)
        throw new AppError('conflict', `${hold.releasedBy ?? 'Somebody'} has already released this hold.`);
      await this.record(manager, actor, { action: 'hold.released', hold });
      return hold;
    });
  }

  private async mustExist(manager: EntityManager, accountNumber: string): Promise<void> {
    if (accountNumber.includes('\0') || !(await this.holds.accountExists(manager, accountNumber)))
      throw new AppError('not_found', 'There is no account with this number.');
  }

  private async read(manager: EntityManager, id: number): Promise<LegalHold> {
    const hold = await this.holds.find(manager, id);
    if (hold === null) throw new AppError('not_found', 'There is no legal hold with this number.');
    return hold;
  }

  /** Why, and the account, speak of a member and stay with the hold. */
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

/** PostgreSQL takes no NUL in text. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '').trim();
}

function requiredText(text: string, whenEmpty: string): string {
  const words = withoutNul(text);
  if (words === '') throw new AppError('bad_request', whenEmpty);
  return words;
}
