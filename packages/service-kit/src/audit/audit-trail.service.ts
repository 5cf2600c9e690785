import { type AuditSource, RECORD_AUDIT_EVENT } from '@clearwatch/contracts/jobs.dto';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { type Row, textOf } from '../database/row-readers.ts';
import type { Actor } from '../identity/actor.ts';
import type { JobProducer } from '../jobs/job-producer.ts';
import { type AuditEntry, insertIntoOutbox, type Transaction, toAuditRow } from './audit-outbox.ts';

const RELAY_EVERY_MS = 5_000;
/** An event is written before its transaction is committed; a moment later it can be seen. */
const WAKE_DELAY_MS = 200;
/** Whoever takes one takes all that wait with it; the others are named in case that its job gets lost. */
const EVENTS_PER_ROUND = 20;
/** Few enough for any pause between two statements, however many events the log holds. */
const DELETE_BATCH_SIZE = 5_000;

/**
 * Takes events out of the outbox to auth by jobs that name them. The outbox is the truth: an event leaves it only when
 * it is seen in the log, so a lost job, an emptied queue or an auth service that is away cost time and nothing else.
 * Runs in every process of the service; two at once ask for the same jobs, and the same job twice is one.
 */
export class AuditRelay implements OnApplicationBootstrap, OnModuleDestroy {
  readonly outbox: string;
  /** Events whose jobs are dead and stay it: they must not stand in front of the others for ever. */
  private readonly failedEvents = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private soon: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;

  constructor(
    private readonly options: { source: AuditSource; schema: string },
    private readonly database: DataSource,
    private readonly producer: JobProducer,
    private readonly logger: Logger,
  ) {
    this.outbox = `${options.schema}.audit_outbox`;
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.relay(), RELAY_EVERY_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    clearTimeout(this.soon);
    await this.running;
  }

  /** Something was just written. */
  wake(): void {
    this.soon ??= setTimeout(() => {
      this.soon = undefined;
      void this.relay();
    }, WAKE_DELAY_MS);
  }

  /** One round at a time; never rejects. */
  relay(): Promise<void> {
    this.running ??= this.round()
      .catch((error: unknown) => {
        this.logger.warn({ err: error }, 'audit events wait in the outbox');
      })
      .finally(() => {
        this.running = null;
      });
    return this.running;
  }

  private async round(): Promise<void> {
    await this.removeRecorded();
    const before = this.failedEvents.size;
    let isNamed = false;
    while (!isNamed) {
      const rows = await this.database.query<Row[]>(
        `SELECT id::text FROM ${this.outbox} WHERE NOT id = ANY ($1::uuid[]) ORDER BY at, id LIMIT ${EVENTS_PER_ROUND}`,
        [[...this.failedEvents]],
      );
      if (rows.length === 0) break;
      for (const row of rows) if (await this.name(textOf(row, 'id'))) isNamed = true;
    }
    const events = this.failedEvents.size - before;
    if (events > 0) this.logger.error({ events }, 'audit events cannot be recorded');
  }

  /** @returns false when the event's job is dead and stays it */
  private async name(eventId: string): Promise<boolean> {
    const payload = { source: this.options.source, eventId };
    const isQueued = await this.producer.enqueueAgain(RECORD_AUDIT_EVENT, payload);
    if (!isQueued) this.failedEvents.add(eventId);
    return isQueued;
  }

  /** What is seen in the log. */
  private async removeRecorded(): Promise<void> {
    let removed = DELETE_BATCH_SIZE;
    while (removed === DELETE_BATCH_SIZE) {
      [, removed] = await this.database.query<[unknown, number]>(
        `DELETE FROM ${this.outbox} WHERE id IN (
           SELECT o.id FROM ${this.outbox} o JOIN auth.recorded_audit_events r ON r.id = o.id
           LIMIT ${DELETE_BATCH_SIZE})`,
      );
    }
  }
}

/** Writes down what a service does. Not for auth, which owns the log and appends to it directly. */
@Injectable()
export class AuditTrail {
  constructor(private readonly relay: AuditRelay) {}

  /**
   * @param transaction the one that does what the entry describes: both are kept or neither
   */
  async record(actor: Actor, entry: AuditEntry, transaction: Transaction): Promise<void> {
    await this.recordAll(actor, [entry], transaction);
  }

  /** Several events of one transaction, in one statement. */
  async recordAll(actor: Actor, entries: readonly AuditEntry[], transaction: Transaction): Promise<void> {
    if (entries.length === 0) return;
    await insertIntoOutbox(
      transaction,
      this.relay.outbox,
      entries.map((entry) => toAuditRow(actor, entry)),
    );
    this.relay.wake();
  }
}

/**
 * A screen asks for a thing again whenever figures change; that is one look at it, not many. Ten minutes are short
 * enough that coming back later is written down as what it is.
 */
const VIEW_WINDOW_MS = 10 * 60_000;

/** Who looks, from where: the same person at another address may be somebody else. */
export type Viewer = Pick<Actor, 'userId' | 'address'>;

interface RecentView {
  /** Milliseconds since 1970. */
  startedAt: number;
  recording: Promise<void>;
}

/** Who has looked at which alert, member or transaction a moment ago, in this process; one of these for each kind. */
export class RecentViews {
  /** Oldest first. */
  private readonly views = new Map<string, RecentView>();

  /**
   * Has a look written down, unless it belongs to an earlier one; comes back when it stands there. What could not be
   * written down does not count.
   */
  async note(
    viewer: Viewer,
    id: number,
    { now, write }: { now: number; write: () => Promise<void> },
  ): Promise<void> {
    for (const [key, { startedAt }] of this.views) {
      if (now - startedAt < VIEW_WINDOW_MS) break;
      this.views.delete(key);
    }
    const key = `${viewer.userId} ${viewer.address} ${id}`;
    const earlier = this.views.get(key);
    if (earlier !== undefined) return earlier.recording;
    const view = { startedAt: now, recording: write() };
    this.views.set(key, view);
    try {
      await view.recording;
    } catch (error) {
      this.views.delete(key);
      throw error;
    }
  }
}
