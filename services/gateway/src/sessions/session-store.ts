import { callbackify } from 'node:util';
import { ROLES } from '@clearwatch/contracts/users';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { poolOf } from '@clearwatch/service-kit/database/database-connection';
import { errorCodeOf } from '@clearwatch/service-kit/database/database-errors';
import { RowReader } from '@clearwatch/service-kit/database/query-rows';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import { unavailableError } from '@clearwatch/service-kit/errors/app-error';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { RepeatingTask } from '@clearwatch/service-kit/time/async-timing';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import connectPgSimple from 'connect-pg-simple';
import session, { type SessionData } from 'express-session';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { DataSource, Raw, Repository } from 'typeorm';
import type { GatewayEnvironment } from '../gateway-environment.ts';
import { type Principal, SessionEntity } from './session.entity.ts';
import { type IdleLimit, idleLimitOf, isSessionValid, MAX_SESSION_MS } from './session-principal.ts';

type EndListener = (sessionIds: readonly string[]) => void;

const FOUND = new RowReader({ integer: ['idleMs'] });
const PRINCIPAL = new RowReader({
  integer: ['userId', 'sessionVersion'],
  text: ['username'],
  words: { role: ROLES },
  boolean: ['isActive', 'twoFactorEnabled'],
});

const PgStore = connectPgSimple(session);

/** One query, because it runs for every request. Idle time uses the database clock, which all gateways share. */
const SESSION_WITH_PRINCIPAL = `
  SELECT s.sess, greatest(0, extract(epoch FROM now() - s.last_activity) * 1000)::bigint AS idle_ms,
    p.id AS user_id, p.username, p.role, p.is_active, p.two_factor_enabled, p.session_version
  FROM sessions.sessions s
  LEFT JOIN auth.principals p ON p.id = s.user_id
  WHERE s.sid = $1 AND s.expire >= now()`;

interface StoredPrincipal {
  principal: Principal | null;
  /** Milliseconds since the last recorded activity. */
  idleMs: number;
}

/** A connect-pg-simple store that also reads the user's current state. */
export class PrincipalStore extends PgStore {
  /** Keyed by the object that express-session stores in the request's session. */
  private readonly found = new WeakMap<object, StoredPrincipal>();

  constructor(
    private readonly connections: Pool,
    private readonly onEnd: (sessionId: string) => void,
  ) {
    super({
      pool: connections,
      schemaName: 'sessions',
      tableName: 'sessions',
      createTableIfMissing: false,
      // Pruning here would keep idle sessions. SessionStore removes expired and idle ones.
      pruneSessionInterval: false,
      // The seven-day limit is absolute.
      disableTouch: true,
    });
  }

  override get(sid: string, done: (error: unknown, data?: SessionData | null) => void): void {
    callbackify(() => this.read(sid).catch(rethrowAsUnavailable))(done);
  }

  override destroy(sid: string, done?: (error?: unknown) => void): void {
    super.destroy(sid, (error?: unknown) => {
      this.onEnd(sid);
      done?.(error);
    });
  }

  /** @returns true for exactly one of several concurrent calls */
  async remove(sid: string): Promise<boolean> {
    const { rowCount } = await this.connections.query('DELETE FROM sessions.sessions WHERE sid = $1', [sid]);
    return rowCount === 1;
  }

  /** Undefined when the session was not read through this store. */
  foundWith(data: SessionData): StoredPrincipal | undefined {
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
    // Only this store writes the column, as JSON of SessionData.
    const data = row['sess'] as SessionData;
    if (data.signedIn !== undefined) {
      const principal = row['user_id'] === null ? null : PRINCIPAL.read(row);
      this.found.set(data.signedIn, { principal, ...FOUND.read(row) });
    }
    return data;
  }
}

/** express-session reads ENOENT (here: the missing socket file of an unreachable database) as "no such session". */
function rethrowAsUnavailable(error: unknown): never {
  if (errorCodeOf(error) !== 'ENOENT') throw error;
  throw unavailableError('The database is not responding. Please try again in a moment.', error);
}

const PRUNE_EVERY_MS = 15 * 60_000;

@Injectable()
export class SessionStore extends RepeatingTask {
  readonly store: PrincipalStore;
  readonly idleLimit: IdleLimit;
  private readonly endListeners: EndListener[] = [];
  /** A page sends several requests concurrently; only one of them writes. */
  private readonly writing = new Set<string>();

  constructor(
    private readonly database: DataSource,
    @InjectRepository(SessionEntity) private readonly rows: Repository<SessionEntity>,
    @Inject(ENVIRONMENT) environment: GatewayEnvironment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super({ everyMs: PRUNE_EVERY_MS, failure: 'ended sessions could not be removed', logger });
    this.idleLimit = idleLimitOf(environment);
    this.store = new PrincipalStore(poolOf(database), (sessionId) => this.announceEnd([sessionId]));
  }

  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy();
    this.store.close();
  }

  onEnd(listener: EndListener): void {
    this.endListeners.push(listener);
  }

  announceEnd(sessionIds: readonly string[]): void {
    for (const listener of this.endListeners) listener(sessionIds);
  }

  async isAlive(sessionId: string): Promise<boolean> {
    const data = await this.store.read(sessionId);
    const found = data === null ? undefined : this.store.foundWith(data);
    if (data?.signedIn === undefined || found === undefined) return false;
    const age = { now: Date.now(), idleMs: found.idleMs, idleLimit: this.idleLimit };
    return isSessionValid(found.principal, data.signedIn, age);
  }

  /** Runs in the background. After a failure, the next request records the activity. */
  recordActivity(sessionId: string): void {
    if (this.writing.has(sessionId)) return;
    this.writing.add(sessionId);
    this.writeActivity(sessionId, this.idleLimit.writeEveryMs)
      .catch((error: unknown) => this.logger.warn({ err: error }, 'session activity could not be recorded'))
      .finally(() => this.writing.delete(sessionId));
  }

  /** @returns false when the session has ended */
  recordActivityNow(sessionId: string): Promise<boolean> {
    return this.writeActivity(sessionId, 0);
  }

  /** An update, because saving the session could revive one that was ended meanwhile. @param at milliseconds since 1970 */
  async recordCode(sessionId: string, at: number): Promise<boolean> {
    const [, updated] = await this.database.query<[unknown, number]>(
      `UPDATE sessions.sessions SET sess = jsonb_set(sess::jsonb, '{signedIn,codeAt}', to_jsonb($2::bigint))::json
       WHERE sid = $1 AND sess -> 'signedIn' IS NOT NULL`,
      [sessionId, at],
    );
    return updated === 1;
  }

  /** Never revives a session past the idle limit. */
  private async writeActivity(sid: string, afterMs: number): Promise<boolean> {
    const { limitMs } = this.idleLimit;
    const lastActivity = Raw(
      (column) => `(:afterMs::bigint = 0 OR ${column} <= now() - :afterMs::bigint * interval '1 millisecond')
        AND (:limitMs::bigint = 0 OR ${column} > now() - :limitMs::bigint * interval '1 millisecond')`,
      { afterMs: Math.round(afterMs), limitMs },
    );
    const now = { lastActivity: () => 'greatest(last_activity, now())' };
    const { affected } = await this.rows.update({ sid, lastActivity }, now);
    return affected === 1;
  }

  protected async round(): Promise<void> {
    await this.database.query(
      `DELETE FROM sessions.sessions WHERE expire < now()
         OR ($1::bigint > 0 AND last_activity <= now() - $1::bigint * interval '1 millisecond')
         OR (sess -> 'signedIn' ->> 'signedInAt')::bigint < extract(epoch FROM now()) * 1000 - $2::bigint`,
      [this.idleLimit.limitMs, MAX_SESSION_MS],
    );
  }
}
