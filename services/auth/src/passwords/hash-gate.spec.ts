import { setImmediate as turn } from 'node:timers/promises';
import { HashGate } from './hash-gate.ts';

function aTask() {
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { work: () => finished, finish: () => finish() };
}

describe('gate in front of password hashing', () => {
  it('runs two at a time and the others in order of arrival', async () => {
    const gate = new HashGate(2);
    const started: number[] = [];
    const tasks = [0, 1, 2, 3].map(() => aTask());
    const runs = tasks.map(({ work }, index) =>
      gate.run(() => {
        started.push(index);
        return work();
      }),
    );
    await turn();
    expect(started).toEqual([0, 1]);
    tasks[1]?.finish();
    await turn();
    expect(started).toEqual([0, 1, 2]);
    for (const { finish } of tasks) finish();
    await Promise.all(runs);
    expect(started).toEqual([0, 1, 2, 3]);
  });

  it('gives the place back when the work fails', async () => {
    const gate = new HashGate(1);
    await expect(gate.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(gate.run(() => Promise.resolve('fine'))).resolves.toBe('fine');
  });

  it('turns callers away instead of letting them wait for minutes', async () => {
    const gate = new HashGate(1);
    const task = aTask();
    const runs = Array.from({ length: 401 }, () => gate.run(task.work));
    await expect(gate.run(task.work)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 10 });
    task.finish();
    await Promise.all(runs);
  });
});
