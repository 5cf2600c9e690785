import { callbackify } from 'node:util';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import connectPgSimple from 'connect-pg-simple';
import session, { type SessionData } from 'express-session';
import type { Pool } from 'pg';
import type { Principal } from './principal.ts';
import { toPrincipal } from './to-principal.ts';

const PgStore = connectPgSimple(session);

/**
 * The session and its user in one question: asked at every request, so one trip instead of two. How long it was left
 * alone is reckoned by the database, whose clock all gateways share.
 */
const SESSION_WITH_PRINCIPAL = `
  SELECT s.sess, greatest(0, extract(epoch FROM now() - s.last_activity) * 1000)::bigint AS idle_ms,
    p.id, p.username, p.role, p.is_active, p.two_factor_enabled, p.session_version
  FROM sessions.sessions s
  LEFT JOIN auth.principals p ON p.id = s.user_id
  WHERE s.sid = $1 AND s.expire >= now()`;

/** What was found with a session when it was read. */
export interface Found {
  /** The user as he is at this moment; null when deleted. */
  principal: Principal | null;
  /** Milliseconds since the last activity that was written down. */
  idleMs: number;
}

/** connect-pg-simple, which also finds the user as the database has him at this moment. */
export class PrincipalStore extends PgStore {
  /** Keyed by what express-session makes the request's session of; gone with it. */
  private readonly found = new WeakMap<object, Found>();

  constructor(
    private readonly connections: Pool,
    private readonly onEnd: (sessionId: string) => void,
  ) {
    super({
      pool: connections,
      schemaName: 'sessions',
      tableName: 'sessions',
      createTableIfMissing: false,
      // It knows nothing of idle sessions; SessionStore removes both kinds.
      pruneSessionInterval: false,
      // Seven days are absolute: using a session does not prolong it.
      disableTouch: true,
    });
  }

  override get(sid: string, done: (error: unknown, data?: SessionData | null) => void): void {
    callbackify(() => this.read(sid).catch(neverAbsent))(done);
  }

  override destroy(sid: string, done?: (error?: unknown) => void): void {
    super.destroy(sid, (error?: unknown) => {
      this.onEnd(sid);
      done?.(error);
    });
  }

  /** Of several who end a session, or take it further, at the same moment one is told true. */
  async takeOut(sid: string): Promise<boolean> {
    const { rowCount } = await this.connections.query('DELETE FROM sessions.sessions WHERE sid = $1', [sid]);
    return rowCount === 1;
  }

  /** Undefined when the session was not read from here. */
  foundWith(data: SessionData): Found | undefined {
    return data.signedIn === undefined ? undefined : this.found.get(data.signedIn);
  }

  async read(sid: string): Promise<SessionData | null> {
    const { rows } = await this.connections.query<Row>({
      name: 'session-with-principal',
      text: SESSION_WITH_PRINCIPAL,
      values: [sid],
    });
    const [row] = rows;
    if (row === undefined) return null;
    // Written by this store alone: the column is JSON made of a SessionData.
    const data = row['sess'] as SessionData;
    if (data.signedIn !== undefined) {
      const principal = row['id'] === null ? null : toPrincipal(row);
      this.found.set(data.signedIn, { principal, idleMs: integerOf(row, 'idle_ms') });
    }
    return data;
  }
}

/** express-session takes ENOENT, here the missing socket file of a database that is away, for "no such session". */
function neverAbsent(error: unknown): never {
  const isMissingFile =
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
  if (!isMissingFile) throw error;
  throw new AppError('unavailable', 'The database does not answer at the moment. Please try again.', {
    cause: error,
    retryAfterSeconds: 5,
  });
}
