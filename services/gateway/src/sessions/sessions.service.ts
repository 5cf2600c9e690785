import type { SessionExpiry, StaffSession } from '@clearwatch/contracts/sign-in.dto';
import type { AuditEntry } from '@clearwatch/service-kit/audit/audit-outbox';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DataSource } from 'typeorm';
import { SessionActivity } from './session.middleware.ts';
import { type CurrentSession, MAX_SESSION_MS, type SessionAge, signedInOf } from './session-principal.ts';
import { EndedSessionNotifier, SessionStore } from './session-store.ts';
import { type EndedRows, type SessionSelection, UserSessionsRepository } from './sessions.repository.ts';

export const NO_SUCH_USER = 'There is no such user.';

export function noSuchSession(): AppError {
  return new AppError('not_found', 'There is no such session, or it has ended already.');
}

/** @param signedInAt milliseconds since 1970 */
export function toSessionExpiry(signedInAt: number, { now, idleMs, idleLimit }: SessionAge): SessionExpiry {
  const { minutes, limitMs } = idleLimit;
  return {
    now: isoOf(now),
    idleAt: limitMs === 0 ? null : isoOf(now - idleMs + limitMs),
    idleMinutes: minutes,
    expiresAt: isoOf(signedInAt + MAX_SESSION_MS),
  };
}

const isoOf = (milliseconds: number): string => new Date(milliseconds).toISOString();

@Injectable()
export class SessionExpiryService {
  constructor(
    private readonly activity: SessionActivity,
    private readonly sessions: SessionStore,
  ) {}

  read(request: Request): SessionExpiry {
    const { session, idleMs } = signedInOf(request);
    const { idleLimit } = this.sessions;
    return toSessionExpiry(session.signedInAt, { now: Date.now(), idleMs, idleLimit });
  }

  /** @throws AppError `unauthenticated` when the session ended at the same moment */
  async staySignedIn(request: Request): Promise<SessionExpiry> {
    const { session } = signedInOf(request);
    if (!(await this.activity.noteNow(request.sessionID))) {
      throw new AppError('unauthenticated', 'The session has ended. Please sign in again.');
    }
    const { idleLimit } = this.sessions;
    return toSessionExpiry(session.signedInAt, { now: Date.now(), idleMs: 0, idleLimit });
  }
}

/** What came of ending sessions. */
export interface EndResult {
  /** Sessions ended that could be used. */
  ended: number;
  /** The session it was asked with is among them. */
  endedThis: boolean;
}

/** Whose sessions, and who ends them. */
interface SessionOwner {
  id: number;
  username: string;
  by: 'self' | 'admin' | 'sign-in';
}

/** Lists and ends sessions, and writes down who ended them: both or neither. All it needs is the database. */
@Injectable()
export class UserSessionsService {
  constructor(
    private readonly database: DataSource,
    private readonly sessions: UserSessionsRepository,
    private readonly trail: AuditTrail,
    private readonly ended: EndedSessionNotifier,
  ) {}

  own({ actor, sessionId }: CurrentSession): Promise<StaffSession[]> {
    return this.sessions.activeSessionsOf(actor.userId, sessionId);
  }

  /** @throws AppError `not_found` */
  async ofUser(asking: CurrentSession, userId: number): Promise<StaffSession[]> {
    await this.ownerOf(userId, asking);
    return this.sessions.activeSessionsOf(userId, asking.sessionId);
  }

  /** This one and no other. Of two calls at once one writes it down. */
  async signOut(asking: CurrentSession): Promise<void> {
    const { sessionId } = asking;
    await this.end(asking, selfOf(asking), { sessionId });
  }

  /** Somebody signs in where this session was open: it ends, and that is not the same as signing out. */
  async giveWay(asking: CurrentSession): Promise<void> {
    await this.end(asking, { ...selfOf(asking), by: 'sign-in' }, { sessionId: asking.sessionId });
  }

  /** Every session of the actor's but this one. */
  endOthers(asking: CurrentSession): Promise<EndResult> {
    return this.end(asking, selfOf(asking), { allBut: asking.sessionId });
  }

  /** One of the actor's. @throws AppError `not_found`, also for a session of somebody else */
  async endOne(asking: CurrentSession, publicId: string): Promise<EndResult> {
    const ending = await this.end(asking, selfOf(asking), { publicId });
    if (ending.ended === 0) throw noSuchSession();
    return ending;
  }

  /** Every session of a user, this one included when he is the actor. @throws AppError `not_found` */
  async endAllOf(asking: CurrentSession, userId: number): Promise<EndResult> {
    return this.end(asking, await this.ownerOf(userId, asking), 'all');
  }

  private async end(
    asking: CurrentSession,
    owner: SessionOwner,
    which: SessionSelection,
  ): Promise<EndResult> {
    const { actor, sessionId } = asking;
    const { sessionIds, activeCount } = await inTransaction(this.database, async (manager) => {
      const ended = await this.sessions.end(owner.id, which, manager);
      const entry = entryOf(sessionId, owner, ended);
      if (entry !== null) await this.trail.record(actor, entry, manager);
      return ended;
    });
    this.ended.announce(sessionIds);
    return { ended: activeCount, endedThis: sessionIds.includes(sessionId) };
  }

  private async ownerOf(userId: number, { actor }: CurrentSession): Promise<SessionOwner> {
    const username = await this.sessions.usernameOf(userId);
    if (username === null) throw new AppError('not_found', NO_SUCH_USER);
    return { id: userId, username, by: actor.userId === userId ? 'self' : 'admin' };
  }
}

function selfOf({ actor }: CurrentSession): SessionOwner {
  return { id: actor.userId, username: actor.username, by: 'self' };
}

/** Ending the session one asks with, and no other, is signing out, half signed in as well. Null when nothing ended. */
function entryOf(
  currentSessionId: string,
  { id, username, by }: SessionOwner,
  { sessionIds, activeCount }: EndedRows,
): AuditEntry | null {
  const subject = { type: 'user', id, label: username } as const;
  const isThisAlone = sessionIds.length === 1 && sessionIds[0] === currentSessionId;
  if (isThisAlone && by === 'self') return { action: 'session.signed_out', subject };
  if (activeCount === 0) return null;
  return { action: 'session.ended', subject, detail: { count: activeCount, by } };
}
