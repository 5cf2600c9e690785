import type {
  BulkReviewRequest,
  BulkReviewResponse,
  NextAlertResponse,
  ReopenRequest,
  ReviewRequest,
  UnusualActivity,
  UnusualActivityDetail,
} from '@clearwatch/contracts/alerts.dto';
import { formatUtcMinute } from '@clearwatch/domain/calendar/day';
import type { AuditEntry } from '@clearwatch/service-kit/audit/audit-outbox';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { trimmedText } from '../analytics-http.ts';
import {
  AlertDecisionsRepository,
  type AlertReview,
  type AlertState,
  type Step,
} from './alert-decisions.repository.ts';
import { AlertsRepository, alertAuditSubject, alertNotFound } from './alerts.repository.ts';
import { AlertsService } from './alerts.service.ts';

interface AlertAction<Answer> {
  answer: Answer;
  changed?: readonly number[];
  step?: Step;
  /** Excludes notes and reasons, which describe a member and are stored only with the alert. */
  audit?: Pick<AuditEntry<`alert.${'reviewed' | 'reopened' | 'assigned' | 'released'}`>, 'action' | 'detail'>;
}

@Injectable()
export class AlertDecisionsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly decisions: AlertDecisionsRepository,
    private readonly repository: AlertsRepository,
    private readonly alerts: AlertsService,
    private readonly trail: AuditTrail,
    private readonly producer: JobProducer,
  ) {}

  /** Only the first of two reviews takes effect. Repeating the same decision is not an error. @throws AppError `not_found`, `conflict` */
  async review(actor: Actor, id: number, request: ReviewRequest): Promise<UnusualActivityDetail> {
    const review = toAlertReview(request);
    const isDone = await this.change(actor, async (manager) => {
      const alert = await this.lock(manager, id);
      if (alert.reviewed) {
        refuseOtherReview(review, alert);
        return { answer: false };
      }
      refuseWhileAssigned(alert, actor);
      await this.decisions.setReviewed(manager, actor, [id], review);
      const audit = { action: 'alert.reviewed', detail: { outcome: review.outcome } } as const;
      return { answer: true, changed: [id], step: { step: 'reviewed', ...review }, audit };
    });
    return isDone ? this.alerts.read(id) : this.alerts.view(actor, id);
  }

  async reviewMany(actor: Actor, request: BulkReviewRequest): Promise<BulkReviewResponse> {
    const review = toAlertReview(request);
    const ids = [...new Set(request.ids)];
    return this.change(actor, async (manager) => {
      const alerts = await this.decisions.lock(manager, ids);
      const open = alerts.filter(({ reviewed }) => !reviewed);
      const free = open.filter((alert) => !isAssignedToOther(alert, actor)).map(({ id }) => id);
      await this.decisions.setReviewed(manager, actor, free, review);
      const answer = {
        reviewed: free.length,
        alreadyReviewed: alerts.length - open.length,
        locked: open.length - free.length,
        missing: ids.length - alerts.length,
      };
      const detail = { outcome: review.outcome, alertsAtOnce: free.length };
      const audit = { action: 'alert.reviewed', detail } as const;
      return { answer, changed: free, step: { step: 'reviewed', ...review }, audit };
    });
  }

  async reopen(actor: Actor, id: number, request: ReopenRequest): Promise<UnusualActivityDetail> {
    const reason = trimmedText('reason', request.reason);
    if (reason === null)
      throw new AppError('bad_request', 'Enter a reason for reopening the alert. It is stored with the alert.');
    await this.change(actor, async (manager) => {
      const { reviewed, outcome, reviewedAt, reviewedBy } = await this.lock(manager, id);
      if (!reviewed) throw new AppError('conflict', 'This alert is already open. Nothing was changed.');
      if (request.reviewedAt !== undefined && request.reviewedAt !== reviewedAt)
        throw new AppError(
          'conflict',
          `${reviewedBy ?? 'Another user'} has since reviewed this alert again. Nothing was changed.`,
        );
      await this.decisions.setOpen(manager, id);
      const audit = { action: 'alert.reopened', detail: { outcome } } as const;
      return { answer: id, changed: [id], step: { step: 'reopened', outcome, note: reason }, audit };
    });
    return this.alerts.read(id);
  }

  /** Assigns an open alert or renews its lock. Admins may take over a lock. @throws AppError `not_found`, `conflict` */
  async take(actor: Actor, id: number): Promise<UnusualActivity> {
    return this.change(actor, async (manager) => {
      const alert = await this.lock(manager, id);
      if (alert.reviewed)
        throw new AppError(
          'conflict',
          'This alert has already been reviewed. Reopen it to work on it. Nothing was changed.',
        );
      if (actor.role !== 'Admin') refuseWhileAssigned(alert, actor);
      const assigned = await this.assign(manager, actor, alert);
      return { answer: await this.repository.find(manager, id), ...assigned };
    });
  }

  async giveBack(actor: Actor, id: number): Promise<UnusualActivity> {
    return this.change(actor, async (manager) => {
      const { assigneeId, assigneeName } = await this.lock(manager, id);
      if (assigneeId === null) return { answer: await this.repository.find(manager, id) };
      if (assigneeId !== actor.userId && actor.role !== 'Admin')
        throw new AppError(
          'forbidden',
          `This alert is assigned to ${assigneeName}. Only ${assigneeName} or an admin can release it.`,
        );
      await this.decisions.release(manager, id);
      const audit = { action: 'alert.released', detail: { assigneeId } } as const;
      const answer = await this.repository.find(manager, id);
      return { answer, changed: [id], step: { step: 'released' }, audit };
    });
  }

  async takeNext(actor: Actor): Promise<NextAlertResponse> {
    return this.change(actor, async (manager): Promise<AlertAction<NextAlertResponse>> => {
      const id = await this.decisions.lockNext(manager, actor);
      if (id === null) return { answer: { id } };
      const assigned = await this.assign(manager, actor, await this.lock(manager, id));
      return { answer: { id }, ...assigned };
    });
  }

  private async lock(manager: EntityManager, id: number): Promise<AlertState> {
    const [alert] = await this.decisions.lock(manager, [id]);
    if (alert === undefined) throw alertNotFound();
    return alert;
  }

  /** Renewing a lock adds no step and no audit event. */
  private async assign(manager: EntityManager, actor: Actor, { id, assigneeId }: AlertState) {
    await this.decisions.assign(manager, actor, id);
    if (assigneeId === actor.userId) return { changed: [id] };
    const detail: AuditEntry['detail'] = assigneeId === null ? {} : { formerAssigneeId: assigneeId };
    const audit = { action: 'alert.assigned', detail } as const;
    return { changed: [id], step: { step: 'assigned' } as const, audit };
  }

  private async change<Answer>(actor: Actor, work: (manager: EntityManager) => Promise<AlertAction<Answer>>) {
    const { answer, changed } = await inTransaction(this.database, async (manager) => {
      const { changed = [], step, audit, ...action } = await work(manager);
      if (step !== undefined) await this.decisions.addSteps(manager, actor, changed, step);
      if (audit !== undefined) {
        const entries = changed.map((id) => ({ ...audit, subject: alertAuditSubject(id) }));
        await this.trail.recordAll(actor, entries, manager);
      }
      return { ...action, changed };
    });
    // Not awaited: the action is already committed, and the response must not wait for a queue.
    if (changed.length > 0) void this.producer.publish({ type: 'alerts.changed', alerts: changed.length });
    return answer;
  }
}

function toAlertReview({ outcome, note }: ReviewRequest): AlertReview {
  return { outcome: outcome ?? null, note: trimmedText('note', note) };
}

function isAssignedToOther({ isLocked, assigneeId }: AlertState, { userId }: Actor): boolean {
  return isLocked && assigneeId !== null && assigneeId !== userId;
}

function refuseWhileAssigned(alert: AlertState, actor: Actor): void {
  if (!isAssignedToOther(alert, actor)) return;
  const message = `${alert.assigneeName} is working on this alert. Nothing was changed.`;
  throw new AppError('conflict', message);
}

function refuseOtherReview({ outcome, note }: AlertReview, alert: AlertState): void {
  if (outcome === null && note === null) return;
  if (outcome === alert.outcome && (note === null || note === alert.note)) return;
  const when = alert.reviewedAt === null ? '' : ` on ${formatUtcMinute(alert.reviewedAt)}`;
  const found = alert.outcome === null ? 'without an outcome' : `as ${alert.outcome.replaceAll('_', ' ')}`;
  throw new AppError(
    'conflict',
    `This alert was already reviewed by ${alert.reviewedBy ?? 'another user'}${when} ${found}. Nothing was changed.`,
  );
}
