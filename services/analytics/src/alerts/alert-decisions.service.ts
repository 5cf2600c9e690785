import type {
  BulkReviewRequest,
  BulkReviewResponse,
  NextAlertResponse,
  ReopenRequest,
  ReviewRequest,
  UnusualActivity,
  UnusualActivityDetail,
} from '@clearwatch/contracts/alerts.dto';
import type { AuditEntry } from '@clearwatch/service-kit/audit/audit-outbox';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import {
  AlertDecisionsRepository,
  type AlertReview,
  type AlertState,
  activeAssigneeOtherThan,
  isSameDecision,
  toAlertReview,
  trimmedText,
} from './alert-decisions.repository.ts';
import { AlertsRepository, alertAuditSubject, alertNotFound } from './alerts.repository.ts';
import { AlertsService } from './alerts.service.ts';

function lockedByColleague(worker: string): AppError {
  return new AppError('conflict', `${worker} is working on this alert at the moment. Nothing was changed.`);
}

/** Result of an action: number of alerts changed, and its audit events. */
interface AlertAction<Answer> {
  answer: Answer;
  changed: number;
  entries: readonly AuditEntry[];
}

/** Result of an action that changed nothing. */
function unchanged<Answer>(answer: Answer): AlertAction<Answer> {
  return { answer, changed: 0, entries: [] };
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

  /**
   * Marks an alert reviewed. Of two reviews at once the first counts. A later one that says the same, or nothing, changes
   * nothing; one that says something else is refused, so that nobody believes his decision was kept when another's was:
   * who wants to change a decision reopens the alert. What somebody else is working on is his to decide.
   * @throws AppError `conflict`, `not_found`
   */
  async review(actor: Actor, id: number, request: ReviewRequest): Promise<UnusualActivityDetail> {
    const review = toAlertReview(request);
    const isDone = await this.change(actor, async (manager) => {
      const alert = await this.lock(manager, id);
      if (alert.reviewed) {
        refuseOtherReview(review, alert);
        return unchanged(false);
      }
      const worker = activeAssigneeOtherThan(alert, actor);
      if (worker !== null) throw lockedByColleague(worker);
      await this.decisions.setReviewed(manager, actor, [id], review);
      await this.decisions.addSteps(manager, actor, [id], { step: 'reviewed', ...review });
      // The note is about a member and stays with the alert.
      const entry = { action: 'alert.reviewed', detail: { outcome: review.outcome } } as const;
      return { answer: true, changed: 1, entries: [{ ...entry, subject: alertAuditSubject(id) }] };
    });
    return isDone ? this.alerts.read(id) : this.alerts.view(actor, id);
  }

  /**
   * Decides those of the named alerts that are open and that nobody else is working on, all in one transaction; the others
   * stay as they are and are counted. A number given twice is one alert.
   */
  async reviewMany(actor: Actor, request: BulkReviewRequest): Promise<BulkReviewResponse> {
    const review = toAlertReview(request);
    const ids = [...new Set(request.ids)];
    return this.change(actor, async (manager) => {
      const alerts = await this.decisions.lock(manager, ids);
      const open = alerts.filter(({ reviewed }) => !reviewed);
      const free = open.filter((alert) => activeAssigneeOtherThan(alert, actor) === null).map(({ id }) => id);
      await this.decisions.setReviewed(manager, actor, free, review);
      await this.decisions.addSteps(manager, actor, free, { step: 'reviewed', ...review });
      const entry = {
        action: 'alert.reviewed',
        detail: { outcome: review.outcome, alertsAtOnce: free.length },
      } as const;
      return {
        answer: {
          reviewed: free.length,
          alreadyReviewed: alerts.length - open.length,
          locked: open.length - free.length,
          missing: ids.length - alerts.length,
        },
        changed: free.length,
        entries: free.map((id) => ({ ...entry, subject: alertAuditSubject(id) })),
      };
    });
  }

  /**
   * Takes a decision back: the alert is open again, nobody's, and its history keeps what was decided, by whom and why it
   * was taken back. @throws AppError `conflict` when it is open or another decision stands, `bad_request` without a reason,
   * `not_found`
   */
  async reopen(actor: Actor, id: number, request: ReopenRequest): Promise<UnusualActivityDetail> {
    const reason = trimmedText('reason', request.reason);
    if (reason === null)
      throw new AppError('bad_request', 'Say why the alert is reopened; the reason is kept with it.');
    await this.change(actor, async (manager) => {
      const alert = await this.lock(manager, id);
      if (!alert.reviewed) throw new AppError('conflict', 'This alert is open already. Nothing was changed.');
      refuseStaleDecision(request, alert);
      await this.decisions.setOpen(manager, id);
      await this.decisions.addSteps(manager, actor, [id], {
        step: 'reopened',
        outcome: alert.outcome,
        note: reason,
      });
      // The reason is about a member and stays with the alert.
      const entry = { action: 'alert.reopened', detail: { outcome: alert.outcome } } as const;
      return { answer: undefined, changed: 1, entries: [{ ...entry, subject: alertAuditSubject(id) }] };
    });
    return this.alerts.read(id);
  }

  /**
   * Takes an open alert on, or renews one's lock on it. Nobody takes away what somebody else works on, but an admin.
   * @throws AppError `conflict` when it is decided or worked on, `not_found`
   */
  async take(actor: Actor, id: number): Promise<UnusualActivity> {
    return this.change(actor, async (manager) => {
      const alert = await this.lock(manager, id);
      if (alert.reviewed)
        throw new AppError(
          'conflict',
          'This alert is decided; reopen it to work on it. Nothing was changed.',
        );
      const worker = activeAssigneeOtherThan(alert, actor);
      if (worker !== null && actor.role !== 'Admin') throw lockedByColleague(worker);
      const entries = await this.assign(manager, actor, alert);
      return { answer: await this.repository.find(manager, id), changed: 1, entries };
    });
  }

  /**
   * Gives an alert back to all. Nobody's alert is given back already.
   * @throws AppError `forbidden` when it is somebody else's, unless by an admin; `not_found`
   */
  async giveBack(actor: Actor, id: number): Promise<UnusualActivity> {
    return this.change(actor, async (manager) => {
      const { assignee } = await this.lock(manager, id);
      if (assignee === null) return unchanged(await this.repository.find(manager, id));
      if (assignee.id !== actor.userId && actor.role !== 'Admin')
        throw new AppError(
          'forbidden',
          `${assignee.name} has taken this alert on; only ${assignee.name} or an admin can give it back.`,
        );
      await this.decisions.release(manager, id);
      await this.decisions.addSteps(manager, actor, [id], { step: 'released' });
      const entry = { action: 'alert.released', detail: { assigneeId: assignee.id } } as const;
      return {
        answer: await this.repository.find(manager, id),
        changed: 1,
        entries: [{ ...entry, subject: alertAuditSubject(id) }],
      };
    });
  }

  /**
   * Takes the next alert on: first what one has begun and not decided, then of the open ones on which nobody works the
   * riskiest, of these what has waited longest.
   */
  async takeNext(actor: Actor): Promise<NextAlertResponse> {
    return this.change(actor, async (manager): Promise<AlertAction<NextAlertResponse>> => {
      await this.decisions.lockNextOf(manager, actor);
      const id =
        (await this.decisions.ownUnfinished(manager, actor)) ?? (await this.decisions.firstFree(manager));
      if (id === null) return unchanged({ id });
      const entries = await this.assign(manager, actor, await this.lock(manager, id));
      return { answer: { id }, changed: 1, entries };
    });
  }

  private async lock(manager: EntityManager, id: number): Promise<AlertState> {
    const [alert] = await this.decisions.lock(manager, [id]);
    if (alert === undefined) throw alertNotFound();
    return alert;
  }

  /** A renewed lock is no step and no event. @returns what is to be written down */
  private async assign(
    manager: EntityManager,
    actor: Actor,
    { id, assignee }: AlertState,
  ): Promise<AuditEntry[]> {
    await this.decisions.assign(manager, actor, id);
    if (assignee?.id === actor.userId) return [];
    await this.decisions.addSteps(manager, actor, [id], { step: 'assigned' });
    const detail: AuditEntry['detail'] = assignee === null ? {} : { formerAssigneeId: assignee.id };
    return [{ action: 'alert.assigned', subject: alertAuditSubject(id), detail }];
  }

  /**
   * Frame of everything staff does with alerts: one transaction with its audit events, then open browsers are told. The table of
   * alerts itself notes that the risk of members follows (see `create-list-figures.ts`).
   */
  private async change<Answer>(
    actor: Actor,
    work: (manager: EntityManager) => Promise<AlertAction<Answer>>,
  ): Promise<Answer> {
    const { answer, changed } = await inTransaction(this.database, async (manager) => {
      const action = await work(manager);
      await this.trail.recordAll(actor, action.entries, manager);
      return action;
    });
    // The action is committed; its answer does not wait for a queue.
    if (changed > 0) void this.producer.publish({ type: 'alerts.changed', alerts: changed });
    return answer;
  }
}

/** Of a decision that is named, and has given way to another meanwhile. */
function refuseStaleDecision({ reviewedAt }: ReopenRequest, alert: AlertState): void {
  if (reviewedAt === undefined || reviewedAt === alert.reviewedAt) return;
  throw new AppError(
    'conflict',
    `${alert.reviewedBy ?? 'Somebody'} has decided this alert anew meanwhile. Nothing was changed.`,
  );
}

function refuseOtherReview(review: AlertReview, alert: AlertState): void {
  if (isSameDecision(review, alert)) return;
  throw new AppError(
    'conflict',
    `This alert was already reviewed by ${alert.reviewedBy ?? 'somebody'} at ${alert.reviewedAt ?? 'an unknown time'}` +
      ` (outcome: ${alert.outcome ?? 'not stated'}). Nothing was changed.`,
  );
}
