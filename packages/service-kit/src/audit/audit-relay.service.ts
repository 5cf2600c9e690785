import { type AuditSource, RECORD_AUDIT_EVENT } from '@clearwatch/contracts/jobs/audit-jobs';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { type Row, textOf } from '../database/row.ts';
import type { JobProducer } from '../jobs/job-producer.ts';

const RELAY_EVERY_MS = 5_000;
/** An event is written before its transaction is committed; a moment later it can be seen. */
const SOON_MS = 200;
const EVENTS_PER_ROUND = 500;

/**
 * Takes events out of the outbox to auth by jobs that name them. The outbox is the truth: an event leaves it only when
 * it is seen in the log, so a lost job, an emptied queue or an auth service that is away cost time and nothing else.
 * Runs in every process of the service; two at once ask for the same jobs, and the same job twice is one.
 */
export class AuditRelay implements OnApplicationBootstrap, OnModuleDestroy {
  readonly outbox: string;
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
    }, SOON_MS);
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
    await this.database.query(
      `DELETE FROM ${this.outbox} o USING auth.recorded_audit_events r WHERE r.id = o.id`,
    );
    const rows = await this.database.query<Row[]>(
      `SELECT id::text FROM ${this.outbox} ORDER BY at LIMIT ${EVENTS_PER_ROUND}`,
    );
    for (const row of rows) {
      const payload = { source: this.options.source, eventId: textOf(row, 'id') };
      const isAlive = await this.producer.enqueueAgain(RECORD_AUDIT_EVENT, payload);
      if (!isAlive) this.logger.error({ event: payload.eventId }, 'audit event cannot be recorded');
    }
  }
}
