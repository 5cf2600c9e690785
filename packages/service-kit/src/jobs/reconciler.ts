import type { JobDefinition } from '@clearwatch/contracts/job-definition';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import type { JobProducer } from './job-producer.ts';

/**
 * Finds work that a table says is open although its job may be lost: a crash between commit and enqueue, an emptied
 * Redis. Queueing it once more is harmless, because identity makes two jobs one and handlers may run twice.
 */
export interface LostWorkFinder<Payload extends object = object> {
  readonly definition: JobDefinition<Payload>;
  /** Payloads of work that is open and older than a few seconds; at most a few hundred at a time. */
  findOpenWork(): Promise<Payload[]>;
  /**
   * Told of work whose job is dead for good, say because it killed every worker that took it: the place to close it,
   * so that nobody waits for it for ever. Told again at every round while the work is open.
   */
  giveUp?(payload: Payload): Promise<void>;
}

export const RECONCILE_EVERY_MS = 10_000;

export class Reconciler implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;

  constructor(
    private readonly finders: readonly (() => LostWorkFinder)[],
    private readonly producer: JobProducer,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.finders.length === 0) return;
    this.timer = setInterval(() => {
      // One round at a time: a slow database must not pile them up.
      this.running ??= this.reconcile().finally(() => {
        this.running = null;
      });
    }, RECONCILE_EVERY_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** One round over all finders; a finder that fails does not keep the others from running. */
  async reconcile(): Promise<void> {
    for (const find of this.finders) {
      const finder = find();
      try {
        for (const payload of await finder.findOpenWork()) {
          const isQueued = await this.producer.enqueueAgain(finder.definition, payload);
          if (!isQueued) await finder.giveUp?.(payload);
        }
      } catch (error) {
        this.logger.warn({ err: error, job: finder.definition.name }, 'open work could not be queued again');
      }
    }
  }
}
