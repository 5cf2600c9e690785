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

describe('passwords found right a moment ago', () => {
  it('knows the same password of the same user, also twice: a code may be mistyped', () => {
    const checked = remembering();
    expect(checked.holds(ACCOUNT, PASSWORD, 1)).toBe(true);
    expect(checked.holds(ACCOUNT, PASSWORD, 2)).toBe(true);
  });

  it('forgets after five minutes', () => {
    expect(remembering().holds(ACCOUNT, PASSWORD, 5 * MINUTE - 1)).toBe(true);
    expect(remembering().holds(ACCOUNT, PASSWORD, 5 * MINUTE)).toBe(false);
  });

  it('forgets at the first wrong password, so that one guess and no more is answered without the hash', () => {
    const checked = remembering();
    expect(checked.holds(ACCOUNT, 'a guess', 1)).toBe(false);
    expect(checked.holds(ACCOUNT, PASSWORD, 2)).toBe(false);
  });

  it.each([
    ['another user', { id: 8 }],
    ['a changed password', { passwordHash: 'another' }],
    ['a session version that was raised', { sessionVersion: 4 }],
  ])('does not hold for %s', (_what, changed) => {
    expect(remembering().holds({ ...ACCOUNT, ...changed }, PASSWORD, 1)).toBe(false);
  });

  it('forgets when told to', () => {
    const checked = remembering();
    checked.forget(ACCOUNT.id);
    expect(checked.holds(ACCOUNT, PASSWORD, 1)).toBe(false);
  });

  it('holds ten thousand at most, the newest', () => {
    const checked = new RecentPasswordChecks();
    for (let id = 1; id <= 10_001; id += 1) checked.remember({ ...ACCOUNT, id }, PASSWORD, id);
    expect(checked.size).toBe(10_000);
    expect(checked.holds({ ...ACCOUNT, id: 1 }, PASSWORD, 10_002)).toBe(false);
    expect(checked.holds({ ...ACCOUNT, id: 10_001 }, PASSWORD, 10_002)).toBe(true);
  });

  it('throws out what is old when something new comes', () => {
    const checked = remembering();
    checked.remember({ ...ACCOUNT, id: 8 }, PASSWORD, 5 * MINUTE);
    expect(checked.size).toBe(1);
  });

  it('keeps nothing the password could be read from', () => {
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

describe('gate in front of password hashing', () => {
  it('runs two at a time and the others in order of arrival', async () => {
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

  it('gives the place back when the work fails', async () => {
    const gate = new HashLimiter(1);
    await expect(gate.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(gate.run(() => Promise.resolve('fine'))).resolves.toBe('fine');
  });

  it('turns callers away instead of letting them wait for minutes', async () => {
    const gate = new HashLimiter(1);
    const task = aTask();
    const runs = Array.from({ length: 401 }, () => gate.run(task.work));
    await expect(gate.run(task.work)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 10 });
    task.finish();
    await Promise.all(runs);
  });
});
