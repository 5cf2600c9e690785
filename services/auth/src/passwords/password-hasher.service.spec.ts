import { setImmediate as turn } from 'node:timers/promises';
import { HashLimiter, RecentPasswordChecks } from './password-hasher.service.ts';

const MINUTE = 60_000;
const ACCOUNT = { id: 7, passwordHash: 'hash', sessionVersion: 3 };
const PASSWORD = 'correct horse battery';

function remembering(account = ACCOUNT): RecentPasswordChecks {
  const checked = new RecentPasswordChecks();
  checked.remember(account, PASSWORD, 0);
  return checked;
}

describe('recent password checks', () => {
  it('a recent password check accepts the same password repeatedly because a code may be mistyped', () => {
    const checked = remembering();
    expect(checked.holds(ACCOUNT, PASSWORD, 1)).toBe(true);
    expect(checked.holds(ACCOUNT, PASSWORD, 2)).toBe(true);
  });

  it('a recent password check expires after five minutes', () => {
    expect(remembering().holds(ACCOUNT, PASSWORD, 5 * MINUTE - 1)).toBe(true);
    expect(remembering().holds(ACCOUNT, PASSWORD, 5 * MINUTE)).toBe(false);
  });

  it('the first wrong password removes the recent check, so that one guess at most skips the hash', () => {
    const checked = remembering();
    expect(checked.holds(ACCOUNT, 'a guess', 1)).toBe(false);
    expect(checked.holds(ACCOUNT, PASSWORD, 2)).toBe(false);
  });

  it.each([
    ['another user', { id: 8 }],
    ['a changed password', { passwordHash: 'another' }],
    ['a higher session version', { sessionVersion: 4 }],
  ])('a recent password check does not apply to %s', (_what, changed) => {
    expect(remembering().holds({ ...ACCOUNT, ...changed }, PASSWORD, 1)).toBe(false);
  });

  it('a recent password check can be removed on request', () => {
    const checked = remembering();
    checked.forget(ACCOUNT.id);
    expect(checked.holds(ACCOUNT, PASSWORD, 1)).toBe(false);
  });

  it('at most the ten thousand newest password checks are kept', () => {
    const checked = new RecentPasswordChecks();
    for (let id = 1; id <= 10_001; id += 1) checked.remember({ ...ACCOUNT, id }, PASSWORD, id);
    expect(checked.size).toBe(10_000);
    expect(checked.holds({ ...ACCOUNT, id: 1 }, PASSWORD, 10_002)).toBe(false);
    expect(checked.holds({ ...ACCOUNT, id: 10_001 }, PASSWORD, 10_002)).toBe(true);
  });

  it('expired password checks are removed when a new one arrives', () => {
    const checked = remembering();
    checked.remember({ ...ACCOUNT, id: 8 }, PASSWORD, 5 * MINUTE);
    expect(checked.size).toBe(1);
  });

  it('a recent password check stores nothing that reveals the password', () => {
    const remembered = JSON.stringify(remembering(), (_key, value: unknown) =>
      value instanceof Map ? [...(value as Map<number, unknown>).entries()] : value,
    );
    expect(remembered).toContain('"hash"');
    expect(remembered).not.toContain(PASSWORD);
    expect(remembered).not.toContain(JSON.stringify([...Buffer.from(PASSWORD)]).slice(1, -1));
  });
});

function aTask() {
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { work: () => finished, finish: () => finish() };
}

describe('hash limiter', () => {
  it('the hash limiter runs two hashes at a time and the rest in order of arrival', async () => {
    const gate = new HashLimiter(2);
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

  it('the hash limiter frees the slot when the work fails', async () => {
    const gate = new HashLimiter(1);
    await expect(gate.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(gate.run(() => Promise.resolve('fine'))).resolves.toBe('fine');
  });

  it('the hash limiter rejects callers when the queue is full', async () => {
    const gate = new HashLimiter(1);
    const task = aTask();
    const runs = Array.from({ length: 401 }, () => gate.run(task.work));
    await expect(gate.run(task.work)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 10 });
    task.finish();
    await Promise.all(runs);
  });
});
