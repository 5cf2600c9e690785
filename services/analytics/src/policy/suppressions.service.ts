import type { Suppression, SuppressRequest } from '@clearwatch/contracts/alerts.dto';
import { isDay } from '@clearwatch/domain/calendar/day';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { type Paged, type PageQuery, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { requireReason } from './policy.service.ts';
import { SuppressionsRepository } from './suppressions.repository.ts';

/** Silences of a rule about one account: made and lifted by admins, never changed or deleted. */
@Injectable()
export class SuppressionsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly repository: SuppressionsRepository,
    private readonly today: Today,
    private readonly trail: AuditTrail,
  ) {}

  list(query: PageQuery): Promise<Paged<Suppression>> {
    return this.repository.page(this.database.manager, { ...pageOf(query), today: this.today.day() });
  }

  /**
   * Holds for analyses that begin from now on. Alerts that stand stay.
   * @throws AppError `bad_request`, `not_found` without such an account, `conflict` when one is in force already
   */
  async add(actor: Actor, request: SuppressRequest): Promise<Suppression> {
    const { accountNumber, activityType, until } = request;
    const reason = requireReason(request.reason);
    const today = this.today.day();
    validateLastDay(until, today);
    return inTransaction(this.database, async (manager) => {
      if (accountNumber.includes('\0') || !(await this.repository.accountExists(manager, accountNumber)))
        throw new AppError('not_found', 'There is no account with this number.');
      await this.repository.lockPair(manager, { accountNumber, activityType });
      const standing = await this.repository.inForce(manager, { accountNumber, activityType, today });
      if (standing !== null) throw alreadySuppressed(standing);
      const id = await this.repository.add(manager, { actor, accountNumber, activityType, until, reason });
      await this.record(manager, actor, { action: 'suppression.added', id, activityType, until });
      return this.read(manager, id);
    });
  }

  /** @throws AppError `not_found`; `conflict` when it was lifted before or has run out */
  async lift(actor: Actor, id: number): Promise<Suppression> {
    const today = this.today.day();
    return inTransaction(this.database, async (manager) => {
      const isLifted = await this.repository.liftIfInForce(manager, { actor, id, today });
      const found = await this.read(manager, id);
      if (!isLifted) throw suppressionEnded(found);
      const { activityType, until } = found;
      await this.record(manager, actor, { action: 'suppression.lifted', id, activityType, until });
      return found;
    });
  }

  private async read(manager: EntityManager, id: number): Promise<Suppression> {
    const found = await this.repository.find(manager, id);
    if (found === null) throw new AppError('not_found', 'There is no suppression with this number.');
    return found;
  }

  /** The account and the reason speak of a member and stay with the silence. */
  private async record(
    manager: EntityManager,
    actor: Actor,
    done: {
      action: 'suppression.added' | 'suppression.lifted';
      id: number;
      activityType: string;
      until: string;
    },
  ): Promise<void> {
    const { action, id, activityType, until } = done;
    const subject = { type: 'suppression', id } as const;
    await this.trail.record(actor, { action, subject, detail: { activityType, until } }, manager);
  }
}

function validateLastDay(until: string, today: string): void {
  if (!isDay(until))
    throw new AppError('bad_request', 'until must be a day that exists, written YYYY-MM-DD.');
  if (until < today) throw new AppError('bad_request', `until must be today, ${today}, or later.`);
  const latest = oneYearAfter(today);
  if (until > latest)
    throw new AppError('bad_request', `until must be within a year: ${latest} at the latest.`);
}

/** The same day of next year; of 29 February the day before. */
function oneYearAfter(day: string): string {
  const sameDay = `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;
  return isDay(sameDay) ? sameDay : `${sameDay.slice(0, 8)}28`;
}

function alreadySuppressed({ createdBy, until }: Suppression): AppError {
  return new AppError(
    'conflict',
    `${createdBy} has already silenced this rule for the account until ${until}. Lift that first.`,
  );
}

function suppressionEnded({ liftedAt, liftedBy, until }: Suppression): AppError {
  return new AppError(
    'conflict',
    liftedAt === null
      ? `It ran out on ${until}; there is nothing to lift.`
      : `${liftedBy ?? 'Somebody'} has already lifted it at ${liftedAt}.`,
  );
}
