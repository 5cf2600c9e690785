import { defineJob, type JobDefinition, QUEUES } from '@clearwatch/contracts/job-definition';
import { type INestApplicationContext, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsInt } from 'class-validator';
import { pino } from 'pino';
import { KitModule } from '../boot/kit.module.ts';
import type { ServiceEnvironment } from '../config/service-environment.ts';
import { HandlesJob, type JobHandler, type JobRun } from '../jobs/job-handler.ts';
import { JobsModule } from '../jobs/jobs.module.ts';
import type { LostWorkFinder } from '../jobs/reconciler.ts';

class NumberPayload {
  @IsInt() number!: number;
}

export const TEST_JOB: JobDefinition<NumberPayload> = defineJob({
  name: 'test.number',
  queue: QUEUES.import,
  payload: NumberPayload,
  identity: ({ number }) => `test.number-${number}`,
  retry: { attempts: 3, backoffMs: 50 },
});

type JobBehavior = (payload: NumberPayload, run: JobRun) => Promise<void>;

/** The handler's behavior and the table's open work, set by each test. */
export const testJobs: { behavior: JobBehavior; open: NumberPayload[]; failed: NumberPayload[] } = {
  behavior: async () => undefined,
  open: [],
  failed: [],
};

@Injectable()
@HandlesJob(TEST_JOB)
class NumberHandler implements JobHandler<NumberPayload> {
  handle(payload: NumberPayload, run: JobRun): Promise<void> {
    return testJobs.behavior(payload, run);
  }
}

@Injectable()
class OpenNumbers implements LostWorkFinder<NumberPayload> {
  readonly definition = TEST_JOB;
  async findOpenWork(): Promise<NumberPayload[]> {
    return testJobs.open;
  }
  async giveUp(payload: NumberPayload): Promise<void> {
    testJobs.failed.push(payload);
  }
}

@Module({ providers: [NumberHandler, OpenNumbers] })
class NumbersModule {}

/** A service with one queue, one job and one table of open work, all controlled by the test. */
export function startTestJobService(environment: ServiceEnvironment): Promise<INestApplicationContext> {
  const module = {
    module: class TestModule {},
    imports: [
      KitModule.forRoot({ environment, logger: pino({ level: 'silent' }) }),
      JobsModule.forRoot({ environment, worksOn: [TEST_JOB], sends: [] }),
      NumbersModule,
    ],
  };
  return NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
}
