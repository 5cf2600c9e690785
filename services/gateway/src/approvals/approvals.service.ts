import { APPROVAL_HOURS, type ApprovalState } from '@clearwatch/contracts/approvals';
import { type ApprovalDecision, ApprovalRequest } from '@clearwatch/contracts/approvals.dto';
import type { AuditAction } from '@clearwatch/contracts/audit-events';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { pickFieldsOf } from '@clearwatch/service-kit/database/entity-columns';
import { insertOrIgnore } from '@clearwatch/service-kit/database/query-rows';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { type Actor, systemActor } from '@clearwatch/service-kit/identity/actor';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { RepeatingTask } from '@clearwatch/service-kit/time/async-timing';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, type EntityManager, Not, Raw } from 'typeorm';
import { HASH_TIMEOUT_MS, internalRequest, Upstreams } from '../proxy/upstreams.ts';
import { routeFinder } from '../routes/match-route.ts';
import { ROUTES, type Route } from '../routes/route-table.ts';
import { Principal } from '../sessions/session.entity.ts';
import { ApprovalRequestEntity } from './approval-request.entity.ts';
import { SecuritySettingsService } from './security-settings.service.ts';

const EXPIRE_EVERY_MS = 60_000;
const MAX_LISTED = 50;
/** Longer than the longest action. */
const LOST_AFTER = '10 minutes';
const OUTCOME_UNKNOWN = 'No response. The action may have been carried out; check before you request it again.';

const PAST = Raw((column) => `${column} <= now()`);
const LOST = Raw((column) => `${column} < now() - interval '${LOST_AFTER}'`);
const FUTURE = Raw((column) => `${column} > now()`);

const ENDS: Partial<Record<ApprovalState, string>> = {
  withdrawn: 'This request has been withdrawn.',
  rejected: 'This request has been rejected.',
  expired: 'This request has expired. The action must be requested again.',
};

const pickRequest = pickFieldsOf(ApprovalRequest);
const findRoute = routeFinder(ROUTES);

function toApprovalRequest(row: ApprovalRequestEntity): ApprovalRequest {
  const isOver = row.state === 'pending' && Date.parse(row.expiresAt) <= Date.now();
  return pickRequest(row, { action: `${row.method} ${row.path}`, ...(isOver && { state: 'expired' as const }) });
}

type NewRequest = Pick<ApprovalRequestEntity, 'kind' | 'method' | 'path' | 'body'>;

interface Outcome {
  failure: string | null;
  activationCode: string | null;
}

/** Admin actions that wait for a second admin. The services check role and input when the action is executed. */
@Injectable()
export class ApprovalsService extends RepeatingTask {
  constructor(
    private readonly database: DataSource,
    private readonly trail: AuditTrail,
    private readonly upstreams: Upstreams,
    private readonly settings: SecuritySettingsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super({ everyMs: EXPIRE_EVERY_MS, failure: 'expired approval requests could not be ended', logger });
  }

  /** Pending requests first, then the newest. */
  async list(): Promise<ApprovalRequest[]> {
    const rows = await this.database.manager
      .createQueryBuilder(ApprovalRequestEntity, 'r')
      .orderBy("(r.state = 'pending')", 'DESC')
      .addOrderBy('r.id', 'DESC')
      .limit(MAX_LISTED)
      .getMany();
    return rows.map(toApprovalRequest);
  }

  /** @throws AppError `conflict` when the same action already waits */
  async request(actor: Actor & { userId: number }, { kind, method, path, body }: NewRequest): Promise<ApprovalRequest> {
    await this.round();
    return inTransaction(this.database, async (manager) => {
      const subject = await this.subjectOf(path, manager);
      const expiresAt = () => `now() + interval '${APPROVAL_HOURS} hours'`;
      const requester = { requestedById: actor.userId, requestedBy: actor.username };
      const row = { kind, method, path, body, subject, ...requester, expiresAt };
      if (!(await insertOrIgnore(manager, ApprovalRequestEntity, row))) {
        throw new AppError('conflict', 'This action already waits for approval. See Settings › Security.');
      }
      const held = await manager.findOneByOrFail(ApprovalRequestEntity, { method, path, state: 'pending' });
      await this.record(actor, 'approval.requested', held, manager);
      return toApprovalRequest(held);
    });
  }

  /**
   * Executes the action as the requester. Of concurrent approvals, one executes it.
   * @throws AppError `forbidden` for the requester, `not_found`, or `conflict` when the request has ended
   */
  async approve(actor: Actor & { userId: number }, id: number): Promise<ApprovalDecision> {
    const approved = await this.end(actor, { id, state: 'approved', action: 'approval.approved' });
    const outcome = await this.execute(approved, actor);
    const { failure, activationCode } = outcome;
    const executed = await inTransaction(this.database, async (manager) => {
      await manager.update(
        ApprovalRequestEntity,
        { id, state: 'approved' },
        { state: failure === null ? 'executed' : 'failed', failure },
      );
      await this.record(actor, failure === null ? 'approval.executed' : 'approval.failed', approved, manager);
      return manager.findOneByOrFail(ApprovalRequestEntity, { id });
    });
    return Object.assign(toApprovalRequest(executed), { activationCode });
  }

  /** The requester withdraws their own request. @throws AppError `not_found`, or `conflict` when the request has ended */
  async reject(actor: Actor & { userId: number }, id: number): Promise<ApprovalRequest> {
    const isOwn = await this.database.manager.existsBy(ApprovalRequestEntity, { id, requestedById: actor.userId });
    const ended = isOwn
      ? await this.end(actor, { id, state: 'withdrawn', action: 'approval.withdrawn' })
      : await this.end(actor, { id, state: 'rejected', action: 'approval.rejected' });
    return toApprovalRequest(ended);
  }

  private async end(
    actor: Actor & { userId: number },
    { id, state, action }: { id: number; state: ApprovalState; action: AuditAction },
  ): Promise<ApprovalRequestEntity> {
    return inTransaction(this.database, async (manager) => {
      const ofAnother = state === 'withdrawn' ? {} : { requestedById: Not(actor.userId) };
      const decision = { decidedById: actor.userId, decidedBy: actor.username, decidedAt: () => 'now()' };
      const { affected } = await manager.update(
        ApprovalRequestEntity,
        { id, state: 'pending', expiresAt: FUTURE, ...ofAnother },
        { state, ...decision },
      );
      const request = await manager.findOneBy(ApprovalRequestEntity, { id });
      if (request === null) throw new AppError('not_found', 'This request does not exist.');
      if (affected !== 1) throw refusalOf(request, actor);
      await this.record(actor, action, request, manager);
      return request;
    });
  }

  private async execute(request: ApprovalRequestEntity, approver: Actor): Promise<Outcome> {
    const { method, path, body, requestedById: userId } = request;
    const requester = await this.database.manager.findOneBy(Principal, { userId });
    if (requester === null || !requester.isActive || requester.role !== 'Admin') {
      return { failure: 'The requester is no longer an active admin.', activationCode: null };
    }
    const { username, role } = requester;
    // The address is unknown: the approver's browser must not appear as the requester's.
    const actor: Actor = { userId, username, role, requestId: approver.requestId, address: null };
    try {
      const service = findRoute(method, path)?.service;
      if (service === undefined) return { failure: 'This version has no such action.', activationCode: null };
      if (service === 'gateway') {
        await this.settings.save(actor, body);
        return { failure: null, activationCode: null };
      }
      const answer = await internalRequest(this.upstreams.of(service), path, {
        method: method as Route['method'],
        headers: { ...this.upstreams.headersFor(service, actor), 'content-type': 'application/json' },
        body: JSON.stringify(body ?? {}),
        timeoutMs: HASH_TIMEOUT_MS,
      });
      return await outcomeOf(answer);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'user') return { failure: error.message, activationCode: null };
      this.logger.warn({ err: error }, 'an approved action was not answered');
      return { failure: OUTCOME_UNKNOWN, activationCode: null };
    }
  }

  /** Two gateways may do this at the same time; each request is ended once. */
  protected async round(): Promise<void> {
    const actor = systemActor('approval-expiry');
    await inTransaction(this.database, async (manager) => {
      const pending = { state: 'pending', expiresAt: PAST } as const;
      for (const { id } of await manager.findBy(ApprovalRequestEntity, pending)) {
        const { affected } = await manager.update(ApprovalRequestEntity, { id, ...pending }, { state: 'expired' });
        const expired = await manager.findOneByOrFail(ApprovalRequestEntity, { id });
        if (affected === 1) await this.record(actor, 'approval.expired', expired, manager);
      }
      // The gateway stopped during the action.
      const lost = { state: 'approved', decidedAt: LOST } as const;
      await manager.update(ApprovalRequestEntity, lost, { state: 'failed', failure: OUTCOME_UNKNOWN });
    });
  }

  private async subjectOf(path: string, manager: EntityManager): Promise<string | null> {
    const [, userId] = /^\/api\/users\/(\d{1,9})(?:\/|$)/.exec(path) ?? [];
    if (userId === undefined) return null;
    return (await manager.findOneBy(Principal, { userId: Number(userId) }))?.username ?? null;
  }

  private async record(
    actor: Actor,
    action: AuditAction,
    { id, kind, method, path, subject: label, requestedBy }: ApprovalRequestEntity,
    manager: EntityManager,
  ): Promise<void> {
    const subject = { type: 'approval', id, label } as const;
    const detail = { kind, request: `${method} ${path}`, requestedBy };
    await this.trail.record(actor, { action, subject, detail }, manager);
  }
}

function refusalOf(request: ApprovalRequestEntity, actor: Actor): AppError {
  const { state } = toApprovalRequest(request);
  if (state === 'pending' && request.requestedById === actor.userId) {
    return new AppError('forbidden', 'You requested this action, so another admin must approve it.');
  }
  return new AppError('conflict', ENDS[state] ?? 'This request has already been approved.');
}

async function outcomeOf(answer: Response): Promise<Outcome> {
  const text = await answer.text();
  if (!answer.ok) {
    const isForUsers = answer.status < 500 && text !== '';
    return {
      failure: isForUsers ? text.slice(0, 500) : `The service answered with ${answer.status}.`,
      activationCode: null,
    };
  }
  return { failure: null, activationCode: activationCodeIn(text) };
}

/** Of a two-factor reset. */
function activationCodeIn(text: string): string | null {
  if (text === '') return null;
  const { activationCode } = JSON.parse(text) as { activationCode?: unknown };
  return typeof activationCode === 'string' ? activationCode : null;
}
