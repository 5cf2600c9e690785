import type { SessionClock } from '@clearwatch/contracts/http/sessions';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Activity } from '../sessions/activity.service.ts';
import { signedInOf } from '../sessions/principal.ts';
import { SessionStore } from '../sessions/session-store.ts';
import { toSessionClock } from './session-clock.ts';

@Injectable()
export class SessionClockService {
  constructor(
    private readonly activity: Activity,
    private readonly sessions: SessionStore,
  ) {}

  read(request: Request): SessionClock {
    const { session, idleMs } = signedInOf(request);
    const { idleLimit } = this.sessions;
    return toSessionClock(session.signedInAt, { now: Date.now(), idleMs, idleLimit });
  }

  /** @throws AppError `unauthenticated` when the session ended at the same moment */
  async staySignedIn(request: Request): Promise<SessionClock> {
    const { session } = signedInOf(request);
    if (!(await this.activity.noteNow(request.sessionID))) {
      throw new AppError('unauthenticated', 'The session has ended. Please sign in again.');
    }
    const { idleLimit } = this.sessions;
    return toSessionClock(session.signedInAt, { now: Date.now(), idleMs: 0, idleLimit });
  }
}
