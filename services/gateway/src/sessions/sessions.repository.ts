import type { StaffSession } from '@clearwatch/contracts/sign-in.dto';
import {
  booleanOf,
  instantOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isSessionValidSql } from './session-principal.ts';
import { SessionStore } from './session-store.ts';

function toStaffSession(row: Row): StaffSession {
  return {
    id: textOf(row, 'public_id'),
    signedInAt: new Date(integerOf(row, 'signed_in_at')).toISOString(),
    lastActivityAt: instantOf(row, 'last_activity'),
    address: nullable(textOf, row, 'address'),
    browser: nullable(textOf, row, 'browser'),
    isCurrent: booleanOf(row, 'is_current'),
  };
}

/** Which of a user's sessions. A session id is the secret of the cookie, the public id what people call it by. */
export type SessionSelection = 'all' | { allBut: string } | { sessionId: string } | { publicId: string };

/** What was ended: the secrets, for whoever holds something open for them, and how many of them could be used. */
export interface EndedRows {
  sessionIds: string[];
  living: number;
}

@Injectable()
export class UserSessionsRepository {
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
       WHERE s.user_id = $1 AND ${isSessionValidSql('$2')}
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
  async end(userId: number, which: SessionSelection, manager: EntityManager): Promise<EndedRows> {
    const { condition, value } = conditionOf(which);
    const [rows] = await manager.query<[Row[], number]>(
      `DELETE FROM sessions.sessions s WHERE s.user_id = $1 AND ${condition}
       RETURNING s.sid, EXISTS (SELECT 1 FROM auth.principals p WHERE p.id = s.user_id AND ${isSessionValidSql('$2')}) AS living`,
      [userId, this.sessions.idleLimit.limitMs, value],
    );
    return {
      sessionIds: rows.map((row) => textOf(row, 'sid')),
      living: rows.filter((row) => booleanOf(row, 'living')).length,
    };
  }
}

function conditionOf(which: SessionSelection): { condition: string; value: string | null } {
  if (which === 'all') return { condition: '$3::text IS NULL', value: null };
  if ('allBut' in which) return { condition: 's.sid <> $3::text', value: which.allBut };
  if ('sessionId' in which) return { condition: 's.sid = $3::text', value: which.sessionId };
  return { condition: 's.public_id = $3::uuid', value: which.publicId };
}
