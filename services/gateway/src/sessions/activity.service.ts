import { LOGGER } from '@clearwatch/service-kit/logging/logger.token';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { SessionStore } from './session-store.ts';

/** Writes down that somebody is there. */
@Injectable()
export class Activity {
  /** A page asks for several things at once: one of its requests writes. */
  private readonly writing = new Set<string>();

  constructor(
    private readonly database: DataSource,
    private readonly sessions: SessionStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Nobody waits for it, and a request does not fail for it: the next one writes it down. */
  note(sessionId: string): void {
    if (this.writing.has(sessionId)) return;
    this.writing.add(sessionId);
    this.write(sessionId, this.sessions.idleLimit.writeEveryMs)
      .catch((error: unknown) => this.logger.warn({ err: error }, 'activity could not be written down'))
      .finally(() => this.writing.delete(sessionId));
  }

  /** At once, whenever it was last written. @returns false when the session is over */
  async noteNow(sessionId: string): Promise<boolean> {
    return this.write(sessionId, 0);
  }

  /** Never wakes a session that has idled out. */
  private async write(sessionId: string, afterMs: number): Promise<boolean> {
    const [, changed] = await this.database.query<[unknown[], number]>(
      `UPDATE sessions.sessions SET last_activity = greatest(last_activity, now())
        WHERE sid = $1 AND ($2::bigint = 0 OR last_activity <= now() - $2::bigint * interval '1 millisecond')
          AND ($3::bigint = 0 OR last_activity > now() - $3::bigint * interval '1 millisecond')`,
      [sessionId, Math.round(afterMs), this.sessions.idleLimit.limitMs],
    );
    return changed === 1;
  }
}
