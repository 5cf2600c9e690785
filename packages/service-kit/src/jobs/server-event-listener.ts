import { parseServerEvent, type ServerEvent } from '@clearwatch/contracts/events/server-event';
import { QUEUES } from '@clearwatch/contracts/jobs/job-definition';
import { QueueEvents } from 'bullmq';
import type { Logger } from 'pino';
import type { ServiceEnvironment } from '../config/service-environment.ts';
import { letGo } from './let-go.ts';
import { connectQueues } from './queue-connection.ts';

/** Hears what jobs publish, on every queue and from every worker, and passes on what is a known event. */
export class ServerEventListener {
  private readonly sources: QueueEvents[];

  constructor(environment: ServiceEnvironment, onEvent: (event: ServerEvent) => void, logger: Logger) {
    const { worker: connection } = connectQueues(environment);
    this.sources = Object.values(QUEUES).map((queue) => {
      const source = new QueueEvents(queue, { connection });
      source.on('progress', ({ data }) => {
        const event = parseServerEvent(data);
        if (event !== null) onEvent(event);
      });
      source.on('error', (error) => logger.warn({ err: error, queue }, 'queue events'));
      return source;
    });
  }

  async ready(): Promise<void> {
    await Promise.all(this.sources.map((source) => source.waitUntilReady()));
  }

  async close(): Promise<void> {
    await Promise.all(this.sources.map(letGo));
  }
}
