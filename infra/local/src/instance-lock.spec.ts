import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockInstance } from './data-directory.ts';

const MODULE = join(import.meta.dirname, 'data-directory.ts');
/** Above what Linux gives out. */
const NOBODY = 2 ** 22 + 1;

describe('the lock on the data folder', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearwatch-lock-'));
    file = join(folder, 'clearwatch.pid');
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('names its owner and is gone after the release', () => {
    const release = lockInstance(folder);
    expect(readFileSync(file, 'utf8')).toBe(String(process.pid));
    release();
    expect(existsSync(file)).toBe(false);
  });

  it.each([String(NOBODY), 'damaged'])('takes over what a crash left behind: %s', (left) => {
    writeFileSync(file, left);
    lockInstance(folder);
    expect(readFileSync(file, 'utf8')).toBe(String(process.pid));
  });

  it('is held by an owner that has not written its number yet', () => {
    writeFileSync(file, '');
    expect(() => lockInstance(folder)).toThrow(/Another start/);
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  it('takes over a file that stayed empty', () => {
    writeFileSync(file, '');
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(file, longAgo, longAgo);
    lockInstance(folder);
    expect(readFileSync(file, 'utf8')).toBe(String(process.pid));
  });

  it('takes over after a takeover that was itself cut off', () => {
    writeFileSync(file, String(NOBODY));
    const takeover = `${file}.takeover`;
    mkdirSync(takeover);
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(takeover, longAgo, longAgo);
    lockInstance(folder);
    expect(readFileSync(file, 'utf8')).toBe(String(process.pid));
    expect(existsSync(takeover)).toBe(false);
  });

  it('goes to one of several that find the same left-over at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      writeFileSync(file, String(NOBODY));
      const at = Date.now() + 700;
      const starts = Array.from({ length: 6 }, () => lockAt(folder, at));
      const outcomes = await Promise.all(starts.map(outcomeOf));
      for (const { child } of starts) child.kill('SIGKILL');
      expect(outcomes.filter((outcome) => outcome === 'won')).toHaveLength(1);
    }
  });
});

/** A process that tries at this moment and stays, so that the winner is seen running. */
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
