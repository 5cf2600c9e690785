import type { JobDefinition } from '@clearwatch/contracts/job-definition';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { queryIntegers } from '../database/query-rows.ts';
import { RepeatingTask } from '../time/async-timing.ts';
import type { JobProducer } from './job-producer.ts';

/** Finds open work whose job may have been lost in a crash or when Redis was emptied. Queuing it twice is harmless. */
export interface LostWorkFinder<Payload extends object = object> {
  readonly definition: JobDefinition<Payload>;
  /** Payloads of work that has been open for a few seconds, at most a few hundred. */
  findOpenWork(): Promise<Payload[]>;
  /** Called in every round for open work whose job failed permanently, to close it. */
  giveUp?(payload: Payload): Promise<void>;
}

/** A finder for work whose ids a query selects. */
export function queryFinder<Payload extends object>(
  definition: JobDefinition<Payload>,
  toPayload: (id: number) => Payload,
  sql: string,
) {
  @Injectable()
  class QueryFinder implements LostWorkFinder<Payload> {
    readonly definition = definition;

    constructor(@InjectDataSource() readonly database: DataSource) {}

    async findOpenWork(): Promise<Payload[]> {
      return (await queryIntegers(this.database, sql)).map(toPayload);
    }
  }
  return QueryFinder;
}

export const RECONCILE_EVERY_MS = 10_000;
const QUEUEING_FAILED = 'open work could not be queued again';

export class Reconciler extends RepeatingTask {
  constructor(
    private readonly finders: () => readonly LostWorkFinder[],
    private readonly producer: JobProducer,
    private readonly logger: Logger,
  ) {
    super({ everyMs: RECONCILE_EVERY_MS, failure: QUEUEING_FAILED, logger });
  }

  async round(): Promise<void> {
    for (const finder of this.finders()) {
      try {
        for (const payload of await finder.findOpenWork()) {
          const isQueued = await this.producer.enqueueAgain(finder.definition, payload);
          if (!isQueued) await finder.giveUp?.(payload);
        }
      } catch (error) {
        this.logger.warn({ err: error, job: finder.definition.name }, QUEUEING_FAILED);
      }
    }
  }
}
