import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { LOGGER } from '@clearwatch/service-kit/logging/logger.token';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { TOO_MANY } from './over-limit.ts';

const MINUTE_MS = 60_000;
const TELL_EVERY_MS = 1_000;
/** Of a limit; so much each gateway may keep to itself. Nobody who asks as a person does is ever written down. */
const WORTH_TELLING = 0.01;

interface Count {
  /** By all gateways, as the database last said. */
  told: number;
  /** By this one since then. */
  untold: number;
  /** How many of those are worth a line in the database. */
  tellFrom: number;
  /** By the clock of this process. */
  endsAt: number;
}

/** Counts of a minute, each from the first request on. Written in one order, so that gateways never lock each other up. */
const ADD = `
  WITH moment AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now)
  INSERT INTO sessions.rate_limits AS kept (key, points, expire)
  SELECT key, points, now + ${MINUTE_MS} FROM unnest($1::text[], $2::integer[]) AS added (key, points), moment ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    points = excluded.points + CASE WHEN kept.expire > excluded.expire - ${MINUTE_MS} THEN kept.points ELSE 0 END,
    expire = CASE WHEN kept.expire > excluded.expire - ${MINUTE_MS} THEN kept.expire ELSE excluded.expire END
  RETURNING key, points, (expire - (SELECT now FROM moment))::integer AS left_ms`;

/**
 * Counts requests in memory and tells the other gateways, through the database, once a second and only of whoever asks a lot:
 * a limit holds across all gateways, late by a second, and no request waits for it. While the database is away each
 * gateway counts for itself.
 */
@Injectable()
export class SharedCounts implements OnModuleInit, OnModuleDestroy {
  private readonly counts = new Map<string, Count>();
  private timer: NodeJS.Timeout | undefined;
  private telling: Promise<void> | null = null;

  constructor(
    private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.tell(), TELL_EVERY_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.telling;
  }

  /** @throws AppError `too_many_requests` when all gateways together have counted more than `perMinute` */
  count(key: string, perMinute: number): void {
    const now = performance.now();
    let count = this.counts.get(key);
    if (count === undefined || count.endsAt <= now) {
      count = { told: 0, untold: 0, tellFrom: perMinute * WORTH_TELLING, endsAt: now + MINUTE_MS };
      this.counts.set(key, count);
    }
    count.untold += 1;
    if (count.told + count.untold <= perMinute) return;
    throw new AppError('too_many_requests', TOO_MANY, {
      retryAfterSeconds: Math.max(1, Math.ceil((count.endsAt - now) / 1_000)),
    });
  }

  /** One round at a time; never rejects. */
  tell(): Promise<void> {
    this.telling ??= this.round()
      .catch((error: unknown) => {
        this.logger.warn({ err: error }, 'requests could not be counted together with other gateways');
      })
      .finally(() => {
        this.telling = null;
      });
    return this.telling;
  }

  private async round(): Promise<void> {
    const now = performance.now();
    for (const [key, { endsAt }] of this.counts) if (endsAt <= now) this.counts.delete(key);
    const news = [...this.counts].filter(([, { untold, tellFrom }]) => untold >= tellFrom && untold > 0);
    if (news.length === 0) return;
    const told = new Map(news.map(([key, { untold }]) => [key, untold]));
    const rows = await this.database.query<Row[]>(ADD, [[...told.keys()], [...told.values()]]);
    const answeredAt = performance.now();
    for (const row of rows) {
      const key = textOf(row, 'key');
      const count = this.counts.get(key);
      if (count === undefined) continue;
      count.untold -= told.get(key) ?? 0;
      count.told = integerOf(row, 'points');
      count.endsAt = answeredAt + integerOf(row, 'left_ms');
    }
  }
}
