import { QUEUES } from '@clearwatch/contracts/jobs/job-definition';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import type { ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { connectQueues } from '@clearwatch/service-kit/jobs/queue-connection';
import { LOGGER } from '@clearwatch/service-kit/logging/logger.token';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Queue } from 'bullmq';
import type { Logger } from 'pino';

/** The gateway puts nothing on queues; it asks one whether it answers. */
@Injectable()
export class QueueProbe implements OnModuleDestroy {
  private readonly queue: Queue;

  constructor(@Inject(ENVIRONMENT) environment: ServiceEnvironment, @Inject(LOGGER) logger: Logger) {
    this.queue = new Queue(QUEUES.import, { connection: connectQueues(environment).producer });
    this.queue.on('error', (error) => logger.warn({ err: error }, 'queue connection'));
  }

  /** Rejects when the queue does not answer. */
  ask(): Promise<unknown> {
    return this.queue.getJobCounts('waiting');
  }

  onModuleDestroy(): Promise<void> {
    return this.queue.close();
  }
}
