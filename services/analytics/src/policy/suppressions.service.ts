import type { Suppression, SuppressRequest } from '@clearwatch/contracts/alerts.dto';
import { formatUtcMinute, isDay } from '@clearwatch/domain/calendar/day';
import { displayName } from '@clearwatch/domain/members/member-names';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { generatedId } from '@clearwatch/service-kit/database/entity-columns';
import { hasRows, RowReader } from '@clearwatch/service-kit/database/query-rows';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { type Paged, type PageQuery, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, IsNull, MoreThanOrEqual } from 'typeorm';
import type { ShardAddress } from '../detection/detection-runs.repository.ts';
import { SuppressionEntity } from './policy.entity.ts';
import { requireReason } from './policy.service.ts';

const SUPPRESSION = new RowReader({ text: ['accountNumber', 'activityType'], day: ['until'] });

/** Includes expired suppressions, which still cover their period, but not lifted ones. */
export function suppressionsOfShard(manager: EntityManager, { runId, shard }: ShardAddress) {
  return SUPPRESSION.all(
    manager,
    `SELECT s.account_number, s.activity_type, s.until::text
       FROM analytics.suppressions s
      WHERE s.lifted_at IS NULL
        AND EXISTS (SELECT FROM analytics.detection_targets g
                     WHERE g.run_id = $1 AND g.shard = $2 AND g.account_number = s.account_number)`,
    [runId, shard],
  );
}

/** Lets admins add and lift suppressions of a rule for an account. Suppressions are never edited. */
@Injectable()
export class SuppressionsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly today: Today,
    private readonly trail: AuditTrail,
  ) {}

  async list(query: PageQuery): Promise<Paged<Suppression>> {
    const { offset, limit } = pageOf(query);
    const [rows, total] = await this.database.manager
      .createQueryBuilder(SuppressionEntity, 'suppression')
      .addSelect('suppression.liftedAt IS NULL AND suppression.until >= :today', 'is_in_force')
      .setParameters({ today: this.today.day() })
      .orderBy('is_in_force', 'DESC')
      .addOrderBy('suppression.id', 'DESC')
      .offset(offset)
      .limit(limit)
      .getManyAndCount();
    return { items: rows.map(toSuppression), total };
  }

  /**
   * Existing alerts do not change. @throws AppError `bad_request`, `not_found` if the account does not exist, `conflict` if a suppression
   * is active
   */
  async add(actor: Actor, request: SuppressRequest): Promise<Suppression> {
    const { accountNumber, activityType, until } = request;
    const reason = requireReason(request.reason);
    validateLastDay(until, this.today.day());
    if (actor.userId === null) throw new Error('Only staff can add suppressions');
    const created = { createdBy: actor.userId, createdByName: actor.username };
    return inTransaction(this.database, async (manager) => {
      const accountSql = 'SELECT FROM ledger.members WHERE account_number = $1';
      if (accountNumber.includes('\0') || !(await hasRows(manager, accountSql, [accountNumber])))
        throw new AppError('not_found', 'No account has this number.');
      // If two requests for the same rule and account arrive at once, the second one sees the first one's suppression.
      await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('suppression ' || $1 || ' ' || $2, 0))`, [
        activityType,
        accountNumber,
      ]);
      const pair = { accountNumber, activityType };
      const existing = await manager.findOneBy(SuppressionEntity, { ...pair, ...this.inForce() });
      if (existing !== null) throw alreadySuppressed(existing);
      const row = { ...pair, until, reason, ...created };
      const id = generatedId(await manager.insert(SuppressionEntity, row));
      return this.record(manager, actor, { action: 'suppression.added', id });
    });
  }

  async lift(actor: Actor, id: number): Promise<Suppression> {
    return inTransaction(this.database, async (manager) => {
      const lifted = { liftedAt: () => 'now()', liftedByName: actor.username };
      const { affected } = await manager.update(SuppressionEntity, { id, ...this.inForce() }, lifted);
      if (affected !== 1) throw suppressionEnded(await read(manager, id));
      return this.record(manager, actor, { action: 'suppression.lifted', id });
    });
  }

  private inForce() {
    return { liftedAt: IsNull(), until: MoreThanOrEqual(this.today.day()) };
  }

  /** Excludes the account and reason, which describe a member. */
  private async record(
    manager: EntityManager,
    actor: Actor,
    { action, id }: { action: 'suppression.added' | 'suppression.lifted'; id: number },
  ): Promise<Suppression> {
    const suppression = await read(manager, id);
    const { activityType, until } = suppression;
    const subject = { type: 'suppression', id } as const;
    await this.trail.record(actor, { action, subject, detail: { activityType, until } }, manager);
    return suppression;
  }
}

async function read(manager: EntityManager, id: number): Promise<Suppression> {
  const found = await manager.findOneBy(SuppressionEntity, { id });
  if (found === null) throw new AppError('not_found', 'No suppression has this number.');
  return toSuppression(found);
}

function toSuppression({ member, createdByName, liftedByName, ...row }: SuppressionEntity): Suppression {
  const { accountNumber } = row;
  return {
    ...row,
    memberName: displayName({ firstName: null, lastName: null, company: null, ...member, accountNumber }),
    createdBy: createdByName,
    liftedBy: liftedByName,
  };
}

function validateLastDay(until: string, today: string): void {
  if (!isDay(until)) throw new AppError('bad_request', 'The last day must be a valid date in the format YYYY-MM-DD.');
  if (until < today) throw new AppError('bad_request', `The last day must be today (${today}) or later.`);
  const latest = oneYearAfter(today);
  if (until > latest) throw new AppError('bad_request', `The last day must be within a year, on or before ${latest}.`);
}

/** The same day next year, or February 28 for February 29. */
function oneYearAfter(day: string): string {
  const sameDay = `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;
  return isDay(sameDay) ? sameDay : `${sameDay.slice(0, 8)}28`;
}

function alreadySuppressed({ createdByName, until }: SuppressionEntity): AppError {
  return new AppError(
    'conflict',
    `${createdByName} already suppressed this rule for the account until ${until}. End that suppression first.`,
  );
}

function suppressionEnded({ liftedAt, liftedBy, until }: Suppression): AppError {
  return new AppError(
    'conflict',
    liftedAt === null
      ? `This suppression expired on ${until}. Nothing was changed.`
      : `${liftedBy ?? 'Another user'} already ended this suppression on ${formatUtcMinute(liftedAt)}.`,
  );
}
