import { QUEUES } from '@clearwatch/contracts/job-definition';
import { parseServerEvent, type ServerEvent } from '@clearwatch/contracts/server-event';
import { QueueEvents, type QueueEventsListener } from 'bullmq';
import type { Logger } from 'pino';
import type { ServiceEnvironment } from '../config/service-environment.ts';
import { PUBLISHED_EVENT } from './job-producer.ts';
import { closeQueue, connectQueues } from './queue-connection.ts';

interface PublishedEventListener extends QueueEventsListener {
  [PUBLISHED_EVENT]: (args: { data?: unknown }) => void;
}

/** Receives valid events from the jobs and services of all processes. */
export class ServerEventListener {
  private readonly sources: QueueEvents[];

  constructor(environment: ServiceEnvironment, onEvent: (event: ServerEvent) => void, logger: Logger) {
    const { worker: connection } = connectQueues(environment);
    const forward = (data: unknown): void => {
      const event = parseServerEvent(data);
      if (event !== null) onEvent(event);
    };
    this.sources = Object.values(QUEUES).map((queue) => {
      const source = new QueueEvents(queue, { connection });
      source.on('progress', ({ data }) => forward(data));
      source.on<PublishedEventListener, typeof PUBLISHED_EVENT>(PUBLISHED_EVENT, ({ data }) =>
        forward(parseJsonOrNull(data)),
      );
      source.on('error', (error) => logger.warn({ err: error, queue }, 'queue events'));
      return source;
    });
  }

  async ready(): Promise<void> {
    await Promise.all(this.sources.map((source) => source.waitUntilReady()));
  }

  async close(): Promise<void> {
    await Promise.all(this.sources.map(closeQueue));
  }
}

function parseJsonOrNull(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}
