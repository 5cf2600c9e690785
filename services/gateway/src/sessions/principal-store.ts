import { callbackify } from 'node:util';
import type { Row } from '@clearwatch/service-kit/database/row';
import connectPgSimple from 'connect-pg-simple';
import session, { type SessionData } from 'express-session';
import type { Pool } from 'pg';
import type { Principal } from './principal.ts';
import { toPrincipal } from './to-principal.ts';

const PgStore = connectPgSimple(session);

/** The session and its user in one question: asked at every request, so one trip instead of two. */
const SESSION_WITH_PRINCIPAL = `
  SELECT s.sess, p.id, p.username, p.role, p.is_active, p.two_factor_enabled, p.session_version
  FROM sessions.sessions s
  LEFT JOIN auth.principals p ON p.id = (s.sess->'signedIn'->>'userId')::integer
  WHERE s.sid = $1 AND s.expire >= now()`;

/** connect-pg-simple, which also finds the user as the database has him at this moment. */
export class PrincipalStore extends PgStore {
  /** Keyed by what express-session makes the request's session of; gone with it. */
  private readonly found = new WeakMap<object, Principal | null>();

  constructor(
    private readonly connections: Pool,
    options: { pruneSessionInterval: number; errorLog: () => void },
  ) {
    super({
      ...options,
      pool: connections,
      schemaName: 'sessions',
      tableName: 'sessions',
      createTableIfMissing: false,
      // Seven days are absolute: using a session does not prolong it.
      disableTouch: true,
    });
  }

  override get(sid: string, done: (error: unknown, data?: SessionData | null) => void): void {
    callbackify(() => this.read(sid))(done);
  }

  /** The user found with this session; undefined when the session was not read from here. */
  principalOf(data: SessionData): Principal | null | undefined {
    return data.signedIn === undefined ? undefined : this.found.get(data.signedIn);
  }

  private async read(sid: string): Promise<SessionData | null> {
    const { rows } = await this.connections.query<Row>({
      name: 'session-with-principal',
      text: SESSION_WITH_PRINCIPAL,
      values: [sid],
    });
    const [row] = rows;
    if (row === undefined) return null;
    // Written by this store alone: the column is JSON made of a SessionData.
    const data = row['sess'] as SessionData;
    if (data.signedIn !== undefined)
      this.found.set(data.signedIn, row['id'] === null ? null : toPrincipal(row));
    return data;
  }
}
