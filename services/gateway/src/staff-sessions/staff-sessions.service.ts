import type { StaffSession } from '@clearwatch/contracts/http/sessions';
import type { AuditEntry } from '@clearwatch/service-kit/audit/audit-entry';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EndedSessionIds } from '../sessions/ended-sessions.ts';
import type { Asking } from './asking.ts';
import { NO_SUCH_USER } from './no-such-user.ts';
import { type Ended, StaffSessionsRepository, type Which } from './staff-sessions.repository.ts';

/** What came of ending sessions. */
export interface Ending {
  /** Sessions ended that could be used. */
  ended: number;
  /** The session it was asked with is among them. */
  endedThis: boolean;
}

/** Whose sessions, and who ends them. */
interface Owner {
  id: number;
  username: string;
  by: 'self' | 'admin' | 'sign-in';
}

/** Lists and ends sessions, and writes down who ended them: both or neither. All it needs is the database. */
@Injectable()
export class StaffSessions {
  constructor(
    private readonly database: DataSource,
    private readonly sessions: StaffSessionsRepository,
    private readonly trail: AuditTrail,
    private readonly ended: EndedSessionIds,
  ) {}

  own({ actor, sessionId }: Asking): Promise<StaffSession[]> {
    return this.sessions.livingOf(actor.userId, sessionId);
  }

  /** @throws AppError `not_found` */
  async ofUser(asking: Asking, userId: number): Promise<StaffSession[]> {
    await this.ownerOf(userId, asking);
    return this.sessions.livingOf(userId, asking.sessionId);
  }

  /** This one and no other. Of two calls at once one writes it down. */
  async signOut(asking: Asking): Promise<void> {
    const { sessionId } = asking;
    await this.end(asking, selfOf(asking), { sessionId });
  }

  /** Somebody signs in where this session was open: it ends, and that is not the same as signing out. */
  async giveWay(asking: Asking): Promise<void> {
    await this.end(asking, { ...selfOf(asking), by: 'sign-in' }, { sessionId: asking.sessionId });
  }

  /** Every session of the actor's but this one. */
  endOthers(asking: Asking): Promise<Ending> {
    return this.end(asking, selfOf(asking), { allBut: asking.sessionId });
  }

  /** One of the actor's. @throws AppError `not_found`, also for a session of somebody else */
  async endOne(asking: Asking, publicId: string): Promise<Ending> {
    const ending = await this.end(asking, selfOf(asking), { publicId });
    if (ending.ended === 0) {
      throw new AppError('not_found', 'There is no such session, or it has ended already.');
    }
    return ending;
  }

  /** Every session of a user, this one included when he is the actor. @throws AppError `not_found` */
  async endAllOf(asking: Asking, userId: number): Promise<Ending> {
    return this.end(asking, await this.ownerOf(userId, asking), 'all');
  }

  private async end(asking: Asking, owner: Owner, which: Which): Promise<Ending> {
    const { actor, sessionId } = asking;
    const { sessionIds, living } = await inTransaction(this.database, async (manager) => {
      const ended = await this.sessions.end(owner.id, which, manager);
      const entry = entryOf(sessionId, owner, ended);
      if (entry !== null) await this.trail.record(actor, entry, manager);
      return ended;
    });
    this.ended.tell(sessionIds);
    return { ended: living, endedThis: sessionIds.includes(sessionId) };
  }

  private async ownerOf(userId: number, { actor }: Asking): Promise<Owner> {
    const username = await this.sessions.usernameOf(userId);
    if (username === null) throw new AppError('not_found', NO_SUCH_USER);
    return { id: userId, username, by: actor.userId === userId ? 'self' : 'admin' };
  }
}

function selfOf({ actor }: Asking): Owner {
  return { id: actor.userId, username: actor.username, by: 'self' };
}

/** Ending the session one asks with, and no other, is signing out, half signed in as well. Null when nothing ended. */
function entryOf(
  askedWith: string,
  { id, username, by }: Owner,
  { sessionIds, living }: Ended,
): AuditEntry | null {
  const subject = { type: 'user', id, label: username } as const;
  const isThisAlone = sessionIds.length === 1 && sessionIds[0] === askedWith;
  if (isThisAlone && by === 'self') return { action: 'session.signed_out', subject };
  if (living === 0) return null;
  return { action: 'session.ended', subject, detail: { count: living, by } };
}
