import { type AuditSource, RECORD_AUDIT_EVENT } from '@clearwatch/contracts/jobs.dto';
import { type DynamicModule, Global, Injectable, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { insertRows, queryTexts, type SqlReader } from '../database/query-rows.ts';
import type { Actor } from '../identity/actor.ts';
import { JobProducer } from '../jobs/job-producer.ts';
import { LOGGER } from '../logging/logger.ts';
import { RepeatingTask } from '../time/async-timing.ts';
import { type AuditEntry, toAuditRow } from './audit-outbox.ts';

const RELAY_EVERY_MS = 5_000;
/** Events become visible when their transaction commits. */
const WAKE_DELAY_MS = 200;
/** Each job makes auth record all waiting events. Queuing several covers the loss of one job. */
const EVENTS_PER_ROUND = 20;
/** Keeps each DELETE short regardless of the size of the outbox. */
const DELETE_BATCH_SIZE = 5_000;

/**
 * Queues a job for each event. The event stays in the outbox until it is visible in the log, so a lost job only causes
 * a delay. Every process of the service runs a relay; the job identity removes duplicates.
 */
export class AuditRelay extends RepeatingTask {
  readonly outbox: string;
  /** Events whose jobs failed permanently, which must not block newer events. */
  private readonly failedEvents = new Set<string>();
  private wakeTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: { source: AuditSource; schema: string },
    private readonly database: DataSource,
    private readonly producer: JobProducer,
    private readonly logger: Logger,
  ) {
    super({ everyMs: RELAY_EVERY_MS, failure: 'audit events wait in the outbox', logger });
    this.outbox = `${options.schema}.audit_outbox`;
  }

  override async onModuleDestroy(): Promise<void> {
    clearTimeout(this.wakeTimer);
    await super.onModuleDestroy();
  }

  wake(): void {
    this.wakeTimer ??= setTimeout(() => {
      this.wakeTimer = undefined;
      void this.runNow();
    }, WAKE_DELAY_MS);
  }

  protected async round(): Promise<void> {
    await this.removeRecorded();
    const before = this.failedEvents.size;
    let isQueued = false;
    while (!isQueued) {
      const ids = await queryTexts(
        this.database,
        `SELECT id::text FROM ${this.outbox} WHERE NOT id = ANY ($1::uuid[]) ORDER BY at, id LIMIT ${EVENTS_PER_ROUND}`,
        [[...this.failedEvents]],
      );
      if (ids.length === 0) break;
      for (const id of ids) if (await this.enqueue(id)) isQueued = true;
    }
    const events = this.failedEvents.size - before;
    if (events > 0) this.logger.error({ events }, 'audit events cannot be recorded');
  }

  /** @returns false when the job has failed permanently */
  private async enqueue(eventId: string): Promise<boolean> {
    const payload = { source: this.options.source, eventId };
    const isQueued = await this.producer.enqueueAgain(RECORD_AUDIT_EVENT, payload);
    if (!isQueued) this.failedEvents.add(eventId);
    return isQueued;
  }

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

/** For all services except auth, which appends to the log directly. */
@Injectable()
export class AuditTrail {
  constructor(private readonly relay: AuditRelay) {}

  /** @param transaction the transaction of the change, so that either both are committed or neither is */
  async record(actor: Actor, entry: AuditEntry, transaction: SqlReader): Promise<void> {
    await this.recordAll(actor, [entry], transaction);
  }

  async recordAll(actor: Actor, entries: readonly AuditEntry[], transaction: SqlReader): Promise<void> {
    if (entries.length === 0) return;
    const rows = entries.map((entry) => toAuditRow(actor, entry));
    await insertRows(transaction, this.relay.outbox, rows);
    this.relay.wake();
  }
}

/** The service's jobs must list RECORD_AUDIT_EVENT under "sends". */
@Global()
@Module({})
export class AuditTrailModule {
  static forRoot(options: { source: AuditSource; schema: string }): DynamicModule {
    const relay = {
      provide: AuditRelay,
      useFactory: (database: DataSource, producer: JobProducer, logger: Logger) =>
        new AuditRelay(options, database, producer, logger),
      inject: [DataSource, JobProducer, LOGGER],
    };
    return { module: AuditTrailModule, providers: [relay, AuditTrail], exports: [AuditTrail, AuditRelay] };
  }
}

/** Screens reload when figures change, so reloads within ten minutes count as one view. */
const VIEW_WINDOW_MS = 10 * 60_000;

/** The same user at another address counts as another viewer. */
export type Viewer = Pick<Actor, 'userId' | 'address'>;

interface RecentView {
  startedAt: number;
  recording: Promise<void>;
}

/** Views that this process recorded recently. Each kind of record has its own instance. */
export class RecentViews {
  /** Oldest first. */
  private readonly views = new Map<string, RecentView>();

  /**
   * Resolves when this view or a recent one is stored. A failed write does not count as a view.
   * @param now milliseconds since 1970
   */
  async record(viewer: Viewer, id: number, { now, write }: { now: number; write: () => Promise<void> }): Promise<void> {
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
