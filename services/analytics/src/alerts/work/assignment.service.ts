import type { NextAlertResponse, UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import type { AuditEntry } from '@clearwatch/service-kit/audit/audit-outbox';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AlertState, otherWorker } from '../casework/alert-state.ts';
import { AlertStatesRepository } from '../casework/alert-states.repository.ts';
import { AlertStepsRepository } from '../casework/alert-steps.repository.ts';
import { beingWorkedOn } from '../casework/being-worked-on.ts';
import { Casework, type Deed, nothingDone } from '../casework/casework.service.ts';
import { noSuchAlert } from '../row/no-such-alert.ts';
import { subjectOf } from '../row/subject-of.ts';
import { AlertReadRepository } from './alert-read.repository.ts';
import { AssignmentsRepository } from './assignments.repository.ts';

@Injectable()
export class AssignmentService {
  constructor(
    private readonly casework: Casework,
    private readonly states: AlertStatesRepository,
    private readonly steps: AlertStepsRepository,
    private readonly assignments: AssignmentsRepository,
    private readonly alerts: AlertReadRepository,
  ) {}

  /**
   * Takes an open alert on, or renews one's lock on it. Nobody takes away what somebody else works on, but an admin.
   * @throws AppError `conflict` when it is decided or worked on, `not_found`
   */
  async take(actor: Actor, id: number): Promise<UnusualActivity> {
    return this.casework.do(actor, async (manager) => {
      const alert = await this.lock(manager, id);
      if (alert.reviewed)
        throw new AppError(
          'conflict',
          'This alert is decided; reopen it to work on it. Nothing was changed.',
        );
      const worker = otherWorker(alert, actor);
      if (worker !== null && actor.role !== 'Admin') throw beingWorkedOn(worker);
      const entries = await this.assign(manager, actor, alert);
      return { answer: await this.alerts.find(manager, id), changed: 1, entries };
    });
  }

  /**
   * Gives an alert back to all. Nobody's alert is given back already.
   * @throws AppError `forbidden` when it is somebody else's, unless by an admin; `not_found`
   */
  async giveBack(actor: Actor, id: number): Promise<UnusualActivity> {
    return this.casework.do(actor, async (manager) => {
      const { assignee } = await this.lock(manager, id);
      if (assignee === null) return nothingDone(await this.alerts.find(manager, id));
      if (assignee.id !== actor.userId && actor.role !== 'Admin')
        throw new AppError(
          'forbidden',
          `${assignee.name} has taken this alert on; only ${assignee.name} or an admin can give it back.`,
        );
      await this.assignments.release(manager, id);
      await this.steps.add(manager, actor, [id], { step: 'released' });
      const entry = { action: 'alert.released', detail: { assigneeId: assignee.id } } as const;
      return {
        answer: await this.alerts.find(manager, id),
        changed: 1,
        entries: [{ ...entry, subject: subjectOf(id) }],
      };
    });
  }

  /**
   * Takes the next alert on: first what one has begun and not decided, then of the open ones on which nobody works the
   * riskiest, of these what has waited longest.
   */
  async takeNext(actor: Actor): Promise<NextAlertResponse> {
    return this.casework.do(actor, async (manager): Promise<Deed<NextAlertResponse>> => {
      await this.assignments.lockNextOf(manager, actor);
      const id =
        (await this.assignments.ownUnfinished(manager, actor)) ?? (await this.assignments.firstFree(manager));
      if (id === null) return nothingDone({ id });
      const entries = await this.assign(manager, actor, await this.lock(manager, id));
      return { answer: { id }, changed: 1, entries };
    });
  }

  private async lock(manager: EntityManager, id: number): Promise<AlertState> {
    const [alert] = await this.states.lock(manager, [id]);
    if (alert === undefined) throw noSuchAlert();
    return alert;
  }

  /** A renewed lock is no step and no event. @returns what is to be written down */
  private async assign(
    manager: EntityManager,
    actor: Actor,
    { id, assignee }: AlertState,
  ): Promise<AuditEntry[]> {
    await this.assignments.assign(manager, actor, id);
    if (assignee?.id === actor.userId) return [];
    await this.steps.add(manager, actor, [id], { step: 'assigned' });
    const detail: AuditEntry['detail'] = assignee === null ? {} : { formerAssigneeId: assignee.id };
    return [{ action: 'alert.assigned', subject: subjectOf(id), detail }];
  }
}
