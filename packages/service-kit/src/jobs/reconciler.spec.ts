import { jest } from '@jest/globals';
import { pino } from 'pino';
import { TEST_JOB } from '../testing/test-job-service.ts';
import { JobProducer } from './job-producer.ts';
import { RECONCILE_EVERY_MS, Reconciler } from './reconciler.ts';

const silent = pino({ level: 'silent' });

describe('reconciler', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('the reconciler runs one slow query at a time and skips missed rounds', async () => {
    jest.useFakeTimers();
    let calls = 0;
    let answer: (open: []) => void = () => undefined;
    const finder = {
      definition: TEST_JOB,
      findOpenWork: () => {
        calls += 1;
        return new Promise<[]>((resolve) => {
          answer = resolve;
        });
      },
    };
    const reconciler = new Reconciler(() => [finder], new JobProducer([], silent), silent);
    reconciler.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(5 * RECONCILE_EVERY_MS);
    expect(calls).toBe(1);
    answer([]);
    await jest.advanceTimersByTimeAsync(10);
    expect(calls).toBe(1);
    await jest.advanceTimersByTimeAsync(RECONCILE_EVERY_MS);
    expect(calls).toBe(2);
    answer([]);
    await reconciler.onModuleDestroy();
  });
});
