import { ALIVE_WITHIN_MS, ASK_AFTER_MS, Liveness } from './liveness.ts';

const PEER = '127.0.0.1:4001';

/** Waits end when the test says so, and every question is answered by the test. */
class FakeProcess {
  readonly questions: ((isAlive: boolean) => void)[] = [];
  waited = 0;
  private readonly waits: (() => void)[] = [];
  readonly liveness = new Liveness(
    () => new Promise((resolve) => this.questions.push(resolve)),
    (milliseconds) =>
      new Promise<void>((resolve) => {
        this.waits.push(() => {
          this.waited += milliseconds;
          resolve();
        });
      }),
  );

  async passTime(): Promise<void> {
    for (const end of this.waits.splice(0)) end();
    await settled();
  }

  async answer(isAlive: boolean): Promise<void> {
    for (const tell of this.questions.splice(0)) tell(isAlive);
    await settled();
  }
}

const settled = () => new Promise<void>((resolve) => void setImmediate(resolve));
const nobodyLeaves = new AbortController().signal;

describe('whether a process gives a sign of life', () => {
  let process: FakeProcess;
  let silences: number;
  const watch = (signal = nobodyLeaves) => process.liveness.watch(PEER, signal, () => (silences += 1));
  beforeEach(() => {
    process = new FakeProcess();
    silences = 0;
  });

  it('is asked for as long as a request waits, and one that is only slow is never given up', async () => {
    void watch();
    for (let round = 0; round < 100; round += 1) {
      await process.passTime();
      await process.answer(true);
    }
    expect(process.waited).toBe(50_000);
    expect([silences, process.liveness.isSilent(PEER)]).toEqual([0, false]);
  });

  it('is waited for so that a request for a frozen process is answered within five seconds', () => {
    expect(ASK_AFTER_MS + ALIVE_WITHIN_MS).toBeLessThan(4_500);
  });

  it('is asked once for all that wait, and all of them are told', async () => {
    void watch();
    void watch();
    await process.passTime();
    expect(process.questions).toHaveLength(1);
    await process.answer(false);
    expect([silences, process.liveness.isSilent(PEER)]).toEqual([2, true]);
  });

  it('counts again as soon as it answers, without anybody waiting for it', async () => {
    void watch();
    await process.passTime();
    await process.answer(false);
    await process.passTime();
    await process.answer(false);
    expect(process.liveness.isSilent(PEER)).toBe(true);
    await process.passTime();
    await process.answer(true);
    expect(process.liveness.isSilent(PEER)).toBe(false);
  });

  it('is not asked for a request that was answered meanwhile', async () => {
    const waiting = new AbortController();
    void watch(waiting.signal);
    waiting.abort();
    await process.passTime();
    expect(process.questions).toEqual([]);
  });

  it('is of each process for itself', async () => {
    void watch();
    await process.passTime();
    await process.answer(false);
    expect(process.liveness.isSilent('127.0.0.1:4002')).toBe(false);
  });
});
