import { defineJob, QUEUES } from '@clearwatch/contracts/job-definition';
import { register } from '@prometheus-io/client';
import { IsInt } from 'class-validator';
import { pino } from 'pino';
import { AppError } from '../errors/app-error.ts';
import { type HandlerEntry, JobRouter, type JobRun } from './job-handler.ts';

class CountPayload {
  @IsInt() count!: number;
}

const COUNT = defineJob({
  name: 'test.count',
  queue: QUEUES.import,
  payload: CountPayload,
  identity: ({ count }) => `test.count-${count}`,
});

const silent = pino({ level: 'silent' });

function handledBy(handle: (payload: object, run: JobRun) => Promise<void>, name = 'CountHandler'): HandlerEntry {
  return { definition: COUNT, handler: () => ({ handle }), handlerName: name };
}

function queued(data: unknown, more: { attemptsMade?: number } = {}) {
  return {
    id: 'test.count-1',
    name: COUNT.name,
    data,
    attemptsMade: more.attemptsMade ?? 0,
    opts: { attempts: 6 },
    updateProgress: async () => undefined,
  };
}

describe('job handlers', () => {
  it('a service fails at boot when a job has no handler, and the error names what to add', () => {
    expect(() => new JobRouter([COUNT], [], silent)).toThrow(
      /No handler for job test\.count: add a provider marked @HandlesJob/,
    );
  });

  it('a service fails at boot when a job has two handlers, and the error names both', () => {
    const two = [handledBy(async () => undefined, 'First'), handledBy(async () => undefined, 'Second')];
    expect(() => new JobRouter([COUNT], two, silent)).toThrow(/First and Second/);
  });

  it('a service fails at boot with a handler for a job that it does not work on', () => {
    expect(() => new JobRouter([], [handledBy(async () => undefined)], silent)).toThrow(/list it in "worksOn"/);
  });

  it('a job handler receives a validated payload and the number of the attempt', async () => {
    const seen: unknown[] = [];
    const router = new JobRouter(
      [COUNT],
      [handledBy(async (payload, run) => void seen.push(payload, run.attempt, run.isLastAttempt))],
      silent,
    );
    await router.run(queued({ count: 3 }, { attemptsMade: 5 }));
    expect(seen).toEqual([{ count: 3 }, 6, true]);
  });

  it.each([[{}], [{ count: 'three' }], [{ count: 1, extra: true }]])(
    'a job with the malformed payload %j is not retried',
    async (data) => {
      const router = new JobRouter([COUNT], [handledBy(async () => undefined)], silent);
      await expect(router.run(queued(data))).rejects.toMatchObject({ name: 'UnrecoverableError' });
    },
  );

  it('a job is retried when the database is down but not for a broken file', async () => {
    const broken = new JobRouter(
      [COUNT],
      [handledBy(() => Promise.reject(new AppError('unprocessable', 'line 3: DOE')))],
      silent,
    );
    await expect(broken.run(queued({ count: 1 }))).rejects.toMatchObject({ name: 'UnrecoverableError' });
    const away = new JobRouter([COUNT], [handledBy(() => Promise.reject(new AppError('unavailable', 'x')))], silent);
    await expect(away.run(queued({ count: 1 }))).rejects.toMatchObject({ name: 'Error' });
  });

  it('job metrics count done, retried and dead jobs, and a user error makes a job dead immediately', async () => {
    const outcomes = async () => {
      const { values = [] } = (await register.getSingleMetric('clearwatch_jobs_total')?.get()) ?? {};
      const of = (outcome: string) => values.find(({ labels }) => labels['outcome'] === outcome)?.value;
      return { done: of('done'), retried: of('retried'), dead: of('dead') };
    };
    register.resetMetrics();
    const failing = (code: 'unavailable' | 'unprocessable') =>
      new JobRouter([COUNT], [handledBy(() => Promise.reject(new AppError(code, 'x')))], silent);
    expect(await outcomes()).toEqual({ done: undefined, retried: undefined, dead: undefined });
    await failing('unavailable')
      .run(queued({ count: 1 }))
      .catch(() => undefined);
    expect(await outcomes()).toEqual({ done: 0, retried: 1, dead: 0 });
    await failing('unavailable')
      .run(queued({ count: 1 }, { attemptsMade: 5 }))
      .catch(() => undefined);
    await failing('unprocessable')
      .run(queued({ count: 1 }))
      .catch(() => undefined);
    await new JobRouter([COUNT], [handledBy(async () => undefined)], silent).run(queued({ count: 1 }));
    expect(await outcomes()).toEqual({ done: 1, retried: 1, dead: 2 });
  });

  it('error messages of failed jobs stay out of the queue because they may contain member data', async () => {
    const router = new JobRouter(
      [COUNT],
      [handledBy(() => Promise.reject(new AppError('unprocessable', 'line 3: DOE')))],
      silent,
    );
    await expect(router.run(queued({ count: 1 }))).rejects.toThrow(/^unprocessable in test\.count$/);
  });

  it('a job continues when the queue does not accept its progress', async () => {
    let isDone = false;
    const router = new JobRouter(
      [COUNT],
      [
        handledBy(async (_payload, run) => {
          await run.publish({ type: 'import.finished', importId: 1, state: 'stored' });
          isDone = true;
        }),
      ],
      silent,
    );
    const never = new Promise<undefined>(() => undefined);
    await router.run({ ...queued({ count: 1 }), updateProgress: () => never });
    expect(isDone).toBe(true);
  });

  it('a stopping process aborts its job handlers', async () => {
    let aborted: boolean | undefined;
    const router = new JobRouter(
      [COUNT],
      [handledBy(async (_payload, run) => void (aborted = run.signal.aborted))],
      silent,
    );
    router.stop();
    await router.run(queued({ count: 1 }));
    expect(aborted).toBe(true);
  });
});
