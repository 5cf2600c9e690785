import type { StaffSession } from '@clearwatch/contracts/http/sessions';
import { booleanOf, type Row, textOf } from '@clearwatch/service-kit/database/row';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SessionStore } from '../sessions/session-store.ts';
import { isLiving } from './living-sessions.ts';
import { toStaffSession } from './to-staff-session.ts';

/** Which of a user's sessions. A session id is the secret of the cookie, the public id what people call it by. */
export type Which = 'all' | { allBut: string } | { sessionId: string } | { publicId: string };

/** What was ended: the secrets, for whoever holds something open for them, and how many of them could be used. */
export interface Ended {
  sessionIds: string[];
  living: number;
}

@Injectable()
export class StaffSessionsRepository {
  constructor(
    private readonly database: DataSource,
    private readonly sessions: SessionStore,
  ) {}

  /** Sessions that can be used, newest activity first. */
  async livingOf(userId: number, currentSessionId: string): Promise<StaffSession[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT s.public_id::text, s.sess -> 'signedIn' ->> 'signedInAt' AS signed_in_at, s.last_activity,
         s.sess -> 'signedIn' ->> 'address' AS address, s.sess -> 'signedIn' ->> 'browser' AS browser,
         s.sid = $3 AS is_current
       FROM sessions.sessions s JOIN auth.principals p ON p.id = s.user_id
       WHERE s.user_id = $1 AND ${isLiving('$2')}
       ORDER BY s.last_activity DESC, s.public_id`,
      [userId, this.sessions.idleLimit.limitMs, currentSessionId],
    );
    return rows.map(toStaffSession);
  }

  /** Null when there is no such user. */
  async usernameOf(userId: number): Promise<string | null> {
    const [row] = await this.database.query<Row[]>('SELECT username FROM auth.principals WHERE id = $1', [
      userId,
    ]);
    return row === undefined ? null : textOf(row, 'username');
  }

  /** Half sessions go as well: whoever ends them all means everybody who is not himself. */
  async end(userId: number, which: Which, manager: EntityManager): Promise<Ended> {
    const { condition, value } = conditionOf(which);
    const [rows] = await manager.query<[Row[], number]>(
      `DELETE FROM sessions.sessions s WHERE s.user_id = $1 AND ${condition}
       RETURNING s.sid, EXISTS (SELECT 1 FROM auth.principals p WHERE p.id = s.user_id AND ${isLiving('$2')}) AS living`,
      [userId, this.sessions.idleLimit.limitMs, value],
    );
    return {
      sessionIds: rows.map((row) => textOf(row, 'sid')),
      living: rows.filter((row) => booleanOf(row, 'living')).length,
    };
  }
}

function conditionOf(which: Which): { condition: string; value: string | null } {
  if (which === 'all') return { condition: '$3::text IS NULL', value: null };
  if ('allBut' in which) return { condition: 's.sid <> $3::text', value: which.allBut };
  if ('sessionId' in which) return { condition: 's.sid = $3::text', value: which.sessionId };
  return { condition: 's.public_id = $3::uuid', value: which.publicId };
}
