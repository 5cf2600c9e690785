import type { ReopenRequest, UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import type { AlertState } from '../casework/alert-state.ts';
import { AlertStatesRepository } from '../casework/alert-states.repository.ts';
import { AlertStepsRepository } from '../casework/alert-steps.repository.ts';
import { Casework } from '../casework/casework.service.ts';
import { plainText } from '../casework/plain-text.ts';
import { AlertDetailService } from '../detail/alert-detail.service.ts';
import { noSuchAlert } from '../row/no-such-alert.ts';
import { subjectOf } from '../row/subject-of.ts';
import { DecisionsRepository } from './decisions.repository.ts';

@Injectable()
export class ReopenService {
  constructor(
    private readonly casework: Casework,
    private readonly states: AlertStatesRepository,
    private readonly steps: AlertStepsRepository,
    private readonly decisions: DecisionsRepository,
    private readonly alerts: AlertDetailService,
  ) {}

  /**
   * Takes a decision back: the alert is open again, nobody's, and its history keeps what was decided, by whom and why it
   * was taken back. @throws AppError `conflict` when it is open or another decision stands, `bad_request` without a reason,
   * `not_found`
   */
  async reopen(actor: Actor, id: number, request: ReopenRequest): Promise<UnusualActivityDetail> {
    const reason = plainText('reason', request.reason);
    if (reason === null)
      throw new AppError('bad_request', 'Say why the alert is reopened; the reason is kept with it.');
    await this.casework.do(actor, async (manager) => {
      const [alert] = await this.states.lock(manager, [id]);
      if (alert === undefined) throw noSuchAlert();
      if (!alert.reviewed) throw new AppError('conflict', 'This alert is open already. Nothing was changed.');
      refuseAnother(request, alert);
      await this.decisions.setOpen(manager, id);
      await this.steps.add(manager, actor, [id], { step: 'reopened', outcome: alert.outcome, note: reason });
      // The reason is about a member and stays with the alert.
      const entry = { action: 'alert.reopened', detail: { outcome: alert.outcome } } as const;
      return { answer: undefined, changed: 1, entries: [{ ...entry, subject: subjectOf(id) }] };
    });
    return this.alerts.read(id);
  }
}

/** Of a decision that is named, and has given way to another meanwhile. */
function refuseAnother({ reviewedAt }: ReopenRequest, alert: AlertState): void {
  if (reviewedAt === undefined || reviewedAt === alert.reviewedAt) return;
  throw new AppError(
    'conflict',
    `${alert.reviewedBy ?? 'Somebody'} has decided this alert anew meanwhile. Nothing was changed.`,
  );
}
