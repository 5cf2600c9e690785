import type { JobDefinition, QueueName } from '@clearwatch/contracts/job-definition';
import { BullModule, getQueueToken, OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Global,
  Inject,
  Module,
  type Provider,
  type Type,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import type { Job, Queue } from 'bullmq';
import type { Logger } from 'pino';
import { runsWorkers, type ServiceEnvironment } from '../config/service-environment.ts';
import { LOGGER } from '../logging/logger.ts';
import { type HandlerEntry, HandlesJob, type JobHandler, JobRouter } from './job-handler.ts';
import { JobProducer } from './job-producer.ts';
import { connectQueues } from './queue-connection.ts';
import { type LostWorkFinder, Reconciler } from './reconciler.ts';

/**
 * After a worker is killed, another takes over its job within 20 seconds: the lock expires after 10, one stall check
 * marks the job, and the next, 2 seconds later, puts it back in the queue (60 seconds with BullMQ's defaults). After a
 * queue outage, a worker retries after 1 second (BullMQ: 15).
 */
const WORKER_TIMING = {
  lockDuration: 10_000,
  stalledInterval: 2_000,
  maxStalledCount: 5,
  runRetryDelay: 1_000,
};

type AnyDefinition = JobDefinition<object>;

export interface JobsOptions {
  environment: ServiceEnvironment;
  /** Each job needs exactly one handler. */
  worksOn: readonly AnyDefinition[];
  /** Jobs that the service sends in addition to those it works on. */
  sends: readonly AnyDefinition[];
  /** Number of jobs from one queue that run in parallel in a process. Default: 1. */
  concurrency?: Partial<Record<QueueName, number>>;
}

/** Every process has a producer. Processes with workers also have the router and the reconciler. */
@Global()
@Module({})
export class JobsModule {
  static forRoot(options: JobsOptions): DynamicModule {
    const connections = connectQueues(options.environment);
    const sent = queuesOf([...options.sends, ...options.worksOn]);
    const producer: Provider = {
      provide: JobProducer,
      useFactory: (logger: Logger, ...queues: Queue[]) => new JobProducer(queues, logger),
      inject: [LOGGER, ...sent.map((name) => getQueueToken(name))],
    };
    const working = runsWorkers(options.environment) && options.worksOn.length > 0;
    return {
      module: JobsModule,
      imports: [
        DiscoveryModule,
        BullModule.forRoot({ connection: connections.producer }),
        ...sent.map((name) => BullModule.registerQueue({ name })),
      ],
      providers: [producer, ...(working ? workerProviders(options, connections.worker) : [])],
      exports: [producer, BullModule],
    };
  }
}

function workerProviders(options: JobsOptions, connection: object): Provider[] {
  const { worksOn, concurrency } = options;
  return [
    {
      provide: JobRouter,
      useFactory: (discovery: DiscoveryService, logger: Logger) =>
        new JobRouter(worksOn, handlersIn(discovery), logger),
      inject: [DiscoveryService, LOGGER],
    },
    {
      provide: Reconciler,
      useFactory: (producer: JobProducer, logger: Logger, discovery: DiscoveryService) =>
        new Reconciler(() => findersIn(discovery), producer, logger),
      inject: [JobProducer, LOGGER, DiscoveryService],
    },
    ...queuesOf(worksOn).map((queue) => processorOf(queue, connection, concurrency?.[queue] ?? 1)),
  ];
}

function queuesOf(definitions: readonly AnyDefinition[]): QueueName[] {
  return [...new Set(definitions.map(({ queue }) => queue))];
}

function handlersIn(discovery: DiscoveryService): HandlerEntry[] {
  return discovery.getProviders({ metadataKey: HandlesJob.KEY }).flatMap((wrapper) => {
    const definition = discovery.getMetadataByDecorator(HandlesJob, wrapper);
    const handler = () => wrapper.instance as JobHandler<object>;
    return definition === undefined ? [] : [{ definition, handler, handlerName: String(wrapper.name) }];
  });
}

function findersIn(discovery: DiscoveryService): LostWorkFinder[] {
  const instances: unknown[] = discovery.getProviders().map(({ instance }) => instance);
  return instances.filter(
    (instance): instance is LostWorkFinder =>
      typeof instance === 'object' && instance !== null && 'findOpenWork' in instance,
  );
}

function processorOf(queue: QueueName, connection: object, concurrency: number): Type {
  @Processor(queue, { ...WORKER_TIMING, connection, concurrency })
  class QueueProcessor extends WorkerHost implements BeforeApplicationShutdown {
    constructor(
      @Inject(JobRouter) private readonly router: JobRouter,
      @Inject(JobProducer) private readonly producer: JobProducer,
      @Inject(LOGGER) private readonly logger: Logger,
    ) {
      super();
    }

    async process(job: Job): Promise<void> {
      await this.router.run(job);
    }

    @OnWorkerEvent('error')
    onError(error: Error): void {
      this.logger.warn({ err: error, queue }, 'queue connection');
    }

    /** BullMQ cannot close a worker whose queue does not respond. Cut it off; another takes over its jobs. */
    async beforeApplicationShutdown(): Promise<void> {
      this.router.stop();
      const answers = await this.producer.checkQueues().then(
        () => true,
        () => false,
      );
      await this.worker.close(!answers);
    }
  }
  return QueueProcessor;
}
