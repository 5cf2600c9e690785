import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockInstance } from './data-directory.ts';

const MODULE = join(import.meta.dirname, 'data-directory.ts');
/** Above the largest process id on Linux. */
const UNUSED_PID = 2 ** 22 + 1;

describe('instance lock', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearwatch-lock-'));
    file = join(folder, 'clearwatch.pid');
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('an instance lock names its owner and is removed on release', () => {
    const release = lockInstance(folder);
    expect(readFileSync(file, 'utf8')).toBe(String(process.pid));
    release();
    expect(existsSync(file)).toBe(false);
  });

  it.each([String(UNUSED_PID), 'damaged'])('a start takes over an instance lock that a crash left: %s', (left) => {
    writeFileSync(file, left);
    lockInstance(folder);
    expect(readFileSync(file, 'utf8')).toBe(String(process.pid));
  });

  it('a start respects an instance lock whose owner has not written its process id yet', () => {
    writeFileSync(file, '');
    expect(() => lockInstance(folder)).toThrow(/Another process is starting/);
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  it('a start takes over an instance lock whose file stays empty', () => {
    writeFileSync(file, '');
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(file, longAgo, longAgo);
    lockInstance(folder);
    expect(readFileSync(file, 'utf8')).toBe(String(process.pid));
  });

  it('a start takes over an instance lock after an interrupted takeover', () => {
    writeFileSync(file, String(UNUSED_PID));
    const takeover = `${file}.takeover`;
    mkdirSync(takeover);
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(takeover, longAgo, longAgo);
    lockInstance(folder);
    expect(readFileSync(file, 'utf8')).toBe(String(process.pid));
    expect(existsSync(takeover)).toBe(false);
  });

  it('exactly one of several processes takes over a stale instance lock', async () => {
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

/** Tries to take the lock at the given time and keeps running so that the other processes see the winner alive. */
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
