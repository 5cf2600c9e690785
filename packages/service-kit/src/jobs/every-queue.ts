import { QUEUES, type QueueName } from '@clearwatch/contracts/jobs/job-definition';
import { Queue } from 'bullmq';
import type { Logger } from 'pino';
import type { ServiceEnvironment } from '../config/service-environment.ts';
import { letGo } from './let-go.ts';
import { connectQueues } from './queue-connection.ts';

/** All queues of the house, for somebody who looks at them and sends nothing. Connects when it is first asked. */
export class EveryQueue {
  private connected: ReadonlyMap<QueueName, Queue> = new Map();

  constructor(
    private readonly environment: ServiceEnvironment,
    private readonly logger: Logger,
  ) {}

  all(): Queue[] {
    if (this.connected.size === 0) this.connected = this.connect();
    return [...this.connected.values()];
  }

  /** @throws Error for a name that no queue has */
  named(name: QueueName): Queue {
    const queue = this.all().find((known) => known.name === name);
    if (queue === undefined) throw new Error(`There is no queue ${name}`);
    return queue;
  }

  async close(): Promise<void> {
    await Promise.all([...this.connected.values()].map(letGo));
    this.connected = new Map();
  }

  private connect(): ReadonlyMap<QueueName, Queue> {
    const { producer } = connectQueues(this.environment);
    // One connection each is enough for somebody who looks now and then.
    const connection = Object.assign({}, producer, 'max' in producer ? { max: 1 } : {});
    const open = (name: QueueName): Queue => {
      const queue = new Queue(name, { connection });
      queue.on('error', (error) => this.logger.warn({ err: error, queue: name }, 'queue connection'));
      return queue;
    };
    return new Map(Object.values(QUEUES).map((name) => [name, open(name)]));
  }
}
