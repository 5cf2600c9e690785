import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockInstance } from './data-directory.ts';

const MODULE = join(import.meta.dirname, 'data-directory.ts');
/** Above the largest process id of Linux. */
const UNUSED_PID = 2 ** 22 + 1;

describe('instance lock', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearwatch-lock-'));
    file = join(folder, 'clearwatch.pid');
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('names its owner and is removed on release', () => {
    const release = lockInstance(folder);
    expect(readFileSync(file, 'utf8')).toBe(String(process.pid));
    release();
    expect(existsSync(file)).toBe(false);
  });

  it.each([String(UNUSED_PID), 'damaged'])('takes over a lock left by a crash: %s', (left) => {
    writeFileSync(file, left);
    lockInstance(folder);
    expect(readFileSync(file, 'utf8')).toBe(String(process.pid));
  });

  it('respects a lock whose owner has not written its process id yet', () => {
    writeFileSync(file, '');
    expect(() => lockInstance(folder)).toThrow(/Another start/);
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  it('takes over a lock file that stays empty', () => {
    writeFileSync(file, '');
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(file, longAgo, longAgo);
    lockInstance(folder);
    expect(readFileSync(file, 'utf8')).toBe(String(process.pid));
  });

  it('takes over after an interrupted takeover', () => {
    writeFileSync(file, String(UNUSED_PID));
    const takeover = `${file}.takeover`;
    mkdirSync(takeover);
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(takeover, longAgo, longAgo);
    lockInstance(folder);
    expect(readFileSync(file, 'utf8')).toBe(String(process.pid));
    expect(existsSync(takeover)).toBe(false);
  });

  it('gives a stale lock to exactly one of several processes', async () => {
    for (let round = 0; round < 3; round += 1) {
      writeFileSync(file, String(UNUSED_PID));
      const at = Date.now() + 700;
      const starts = Array.from({ length: 6 }, () => lockAt(folder, at));
      const outcomes = await Promise.all(starts.map(outcomeOf));
      for (const { child } of starts) child.kill('SIGKILL');
      expect(outcomes.filter((outcome) => outcome === 'won')).toHaveLength(1);
    }
  });
});

/** Tries to take the lock now and keeps running, so that the others see the winner alive. */
function lockAt(folder: string, at: number): { child: ChildProcess } {
  const script = `const { lockInstance } = await import(${JSON.stringify(MODULE)});
    while (Date.now() < ${at});
    try { lockInstance(${JSON.stringify(folder)}); console.log('won'); } catch { console.log('lost'); }
    setInterval(() => undefined, 1000);`;
  return {
    child: spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  };
}

function outcomeOf({ child }: { child: ChildProcess }): Promise<string> {
  return new Promise((resolve) => {
    child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
  });
}
