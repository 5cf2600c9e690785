import type { StaffSession } from '@clearwatch/contracts/sign-in.dto';
import { booleanOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { Principal, SessionEntity } from './session.entity.ts';
import { isSessionValidSql } from './session-principal.ts';
import { SessionStore } from './session-store.ts';

function toStaffSession(
  { sid, sess, publicId, lastActivity }: SessionEntity,
  currentSessionId: string,
): StaffSession[] {
  const { signedIn } = sess;
  if (signedIn === undefined) return [];
  return [
    {
      id: publicId,
      signedInAt: new Date(signedIn.signedInAt).toISOString(),
      lastActivityAt: lastActivity,
      address: signedIn.address,
      browser: signedIn.browser,
      isCurrent: sid === currentSessionId,
    },
  ];
}

/** Which of a user's sessions. A session id is the secret of the cookie, the public id what people call it by. */
export type SessionSelection = 'all' | { allBut: string } | { sessionId: string } | { publicId: string };

/** What was ended: the secrets, for whoever holds something open for them, and how many of them could be used. */
export interface EndedRows {
  sessionIds: string[];
  activeCount: number;
}

@Injectable()
export class UserSessionsRepository {
  constructor(
    @InjectRepository(SessionEntity) private readonly rows: Repository<SessionEntity>,
    @InjectRepository(Principal) private readonly users: Repository<Principal>,
    private readonly sessions: SessionStore,
  ) {}

  /** Sessions that can be used, newest activity first. */
  async activeSessionsOf(userId: number, currentSessionId: string): Promise<StaffSession[]> {
    const sessions = await this.rows
      .createQueryBuilder('s')
      .innerJoin(Principal, 'p', 'p.id = s.user_id')
      .where({ userId })
      .andWhere(isSessionValidSql(':idleMs'), { idleMs: this.sessions.idleLimit.limitMs })
      .orderBy('s.lastActivity', 'DESC')
      .addOrderBy('s.publicId')
      .getMany();
    return sessions.flatMap((session) => toStaffSession(session, currentSessionId));
  }

  /** Null when there is no such user. */
  async usernameOf(userId: number): Promise<string | null> {
    const user = await this.users.findOneBy({ userId });
    return user?.username ?? null;
  }

  /** Half sessions go as well: whoever ends them all means everybody who is not himself. */
  async end(userId: number, which: SessionSelection, manager: EntityManager): Promise<EndedRows> {
    const { condition, value } = conditionOf(which);
    const [rows] = await manager.query<[Row[], number]>(
      `DELETE FROM sessions.sessions s WHERE s.user_id = $1 AND ${condition}
       RETURNING s.sid, EXISTS (SELECT 1 FROM auth.principals p WHERE p.id = s.user_id AND ${isSessionValidSql('$2')}) AS living`,
      [userId, this.sessions.idleLimit.limitMs, value],
    );
    return {
      sessionIds: rows.map((row) => textOf(row, 'sid')),
      activeCount: rows.filter((row) => booleanOf(row, 'living')).length,
    };
  }
}

function conditionOf(which: SessionSelection): { condition: string; value: string | null } {
  if (which === 'all') return { condition: '$3::text IS NULL', value: null };
  if ('allBut' in which) return { condition: 's.sid <> $3::text', value: which.allBut };
  if ('sessionId' in which) return { condition: 's.sid = $3::text', value: which.sessionId };
  return { condition: 's.public_id = $3::uuid', value: which.publicId };
}
