import type { SessionExpiry, StaffSession } from '@clearwatch/contracts/sign-in.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { RowReader } from '@clearwatch/service-kit/database/query-rows';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Principal, SessionEntity } from './session.entity.ts';
import { isSessionValidSql, MAX_SESSION_MS, type SessionAge, type SignedInPrincipal } from './session-principal.ts';
import { SessionStore } from './session-store.ts';

export const NO_SUCH_USER = 'This user does not exist.';

export function noSuchSession(): AppError {
  return new AppError('not_found', 'This session has already ended.');
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

/** SQL conditions; $3 is `value`. */
const SELECTIONS = {
  all: '$3::text IS NULL',
  allBut: 's.sid <> $3::text',
  sessionId: 's.sid = $3::text',
  publicId: 's.public_id = $3::uuid',
} as const;

const ENDED = new RowReader({ text: ['sid'], boolean: ['living'] });

interface SessionSelection {
  by: keyof typeof SELECTIONS;
  value: string | null;
}

interface EndResult {
  /** Number of ended sessions that were still usable. */
  ended: number;
  endedThis: boolean;
}

interface SessionOwner {
  id: number;
  username: string;
  by: 'self' | 'admin' | 'sign-in';
}

/** Ends sessions and records the actor in the same transaction. */
@Injectable()
export class UserSessionsService {
  constructor(
    private readonly database: DataSource,
    private readonly store: SessionStore,
    private readonly trail: AuditTrail,
  ) {}

  expiry({ session, idleMs }: SignedInPrincipal): SessionExpiry {
    const { idleLimit } = this.store;
    return toSessionExpiry(session.signedInAt, { now: Date.now(), idleMs, idleLimit });
  }

  /** @throws AppError `unauthenticated` when the session has ended */
  async staySignedIn(current: SignedInPrincipal): Promise<SessionExpiry> {
    if (!(await this.store.recordActivityNow(current.sessionId))) {
      throw new AppError('unauthenticated', 'Your session has ended. Please sign in again.');
    }
    return this.expiry({ ...current, idleMs: 0 });
  }

  async activeSessionsOf(userId: number, currentSessionId: string): Promise<StaffSession[]> {
    const sessions = await this.database
      .getRepository(SessionEntity)
      .createQueryBuilder('s')
      .innerJoin(Principal, 'p', 'p.id = s.user_id')
      .where({ userId })
      .andWhere(isSessionValidSql(':idleMs'), { idleMs: this.store.idleLimit.limitMs })
      .orderBy('s.lastActivity', 'DESC')
      .addOrderBy('s.publicId')
      .getMany();
    return sessions.flatMap(({ sid, sess: { signedIn }, publicId, lastActivity }) => {
      if (signedIn === undefined) return [];
      return {
        id: publicId,
        signedInAt: isoOf(signedIn.signedInAt),
        lastActivityAt: lastActivity,
        address: signedIn.address,
        browser: signedIn.browser,
        isCurrent: sid === currentSessionId,
      };
    });
  }

  /** @throws AppError `not_found` */
  async ofUser({ actor, sessionId }: SignedInPrincipal, userId: number): Promise<StaffSession[]> {
    await this.ownerOf(userId, actor);
    return this.activeSessionsOf(userId, sessionId);
  }

  /** Records only one of several concurrent calls. */
  async signOut(current: SignedInPrincipal): Promise<void> {
    await this.end(current, selfOf(current), { by: 'sessionId', value: current.sessionId });
  }

  /** Ends the session for a new sign-in in the same browser, which is not recorded as a sign-out. */
  async replace(current: SignedInPrincipal): Promise<void> {
    const owner = { ...selfOf(current), by: 'sign-in' } as const;
    await this.end(current, owner, { by: 'sessionId', value: current.sessionId });
  }

  endOthers(current: SignedInPrincipal): Promise<EndResult> {
    return this.end(current, selfOf(current), { by: 'allBut', value: current.sessionId });
  }

  /** @throws AppError `not_found`, also for a session of another user */
  async endOne(current: SignedInPrincipal, publicId: string): Promise<EndResult> {
    const result = await this.end(current, selfOf(current), { by: 'publicId', value: publicId });
    if (result.ended === 0) throw noSuchSession();
    return result;
  }

  /** Includes the session of the request when the user is the actor. @throws AppError `not_found` */
  async endAllOf(current: SignedInPrincipal, userId: number): Promise<EndResult> {
    return this.end(current, await this.ownerOf(userId, current.actor), { by: 'all', value: null });
  }

  /** Also ends sessions whose sign-in is not complete. */
  private async end(
    { actor, sessionId }: SignedInPrincipal,
    { id, username, by }: SessionOwner,
    selection: SessionSelection,
  ): Promise<EndResult> {
    const subject = { type: 'user', id, label: username } as const;
    const ended = await inTransaction(this.database, async (manager) => {
      const rows = await ENDED.all(
        manager,
        `DELETE FROM sessions.sessions s WHERE s.user_id = $1 AND ${SELECTIONS[selection.by]}
         RETURNING s.sid, EXISTS (SELECT 1 FROM auth.principals p WHERE p.id = s.user_id AND ${isSessionValidSql('$2')}) AS living`,
        [id, this.store.idleLimit.limitMs, selection.value],
      );
      const sessionIds = rows.map(({ sid }) => sid);
      const count = rows.filter(({ living }) => living).length;
      if (by === 'self' && sessionIds.length === 1 && sessionIds[0] === sessionId) {
        await this.trail.record(actor, { action: 'session.signed_out', subject }, manager);
      } else if (count > 0) {
        await this.trail.record(actor, { action: 'session.ended', subject, detail: { count, by } }, manager);
      }
      return { sessionIds, count };
    });
    this.store.announceEnd(ended.sessionIds);
    return { ended: ended.count, endedThis: ended.sessionIds.includes(sessionId) };
  }

  private async ownerOf(userId: number, actor: Actor): Promise<SessionOwner> {
    const user = await this.database.manager.findOneBy(Principal, { userId });
    if (user === null) throw new AppError('not_found', NO_SUCH_USER);
    return { id: userId, username: user.username, by: actor.userId === userId ? 'self' : 'admin' };
  }
}

function selfOf({ actor }: SignedInPrincipal): SessionOwner {
  return { id: actor.userId, username: actor.username, by: 'self' };
}
