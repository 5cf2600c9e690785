import { parseServerEvent, type ServerEvent } from '@clearwatch/contracts/events/server-event';
import { QUEUES } from '@clearwatch/contracts/jobs/job-definition';
import { QueueEvents, type QueueEventsListener } from 'bullmq';
import type { Logger } from 'pino';
import type { ServiceEnvironment } from '../config/service-environment.ts';
import { TOLD_EVENT } from './job-producer.ts';
import { letGo } from './let-go.ts';
import { connectQueues } from './queue-connection.ts';

interface ToldListener extends QueueEventsListener {
  [TOLD_EVENT]: (args: { data?: unknown }) => void;
}

/** Hears what jobs publish and what services tell, on every queue and from every process, and passes on what is a known event. */
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
      source.on<ToldListener, typeof TOLD_EVENT>(TOLD_EVENT, ({ data }) => {
        const event = parseServerEvent(parsed(data));
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

/** Null for what is no JSON. */
function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}
