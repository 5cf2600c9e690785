import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const MODULE = pathToFileURL(join(import.meta.dirname, 'run-operator-command.ts')).href;
/** Reports that it is running, and cleans up on SIGTERM. */
const MEASURING = `
  const { writeFileSync } = require('node:fs');
  process.once('SIGTERM', () => { writeFileSync(process.env.CLEANED, 'up'); process.exit(7); });
  setInterval(() => {}, 1000);
  console.log('measuring');`;
const STARTING = `
  const { runChildProgram } = await import(${JSON.stringify(MODULE)});
  process.exit(await runChildProgram(['-e', process.env.PROGRAM], { env: process.env }) ?? 2);`;

describe('runOperatorCommand', () => {
  let folder: string;
  let started: ChildProcess | null = null;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearwatch-child-'));
  });

  afterEach(() => {
    started?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  const cleaned = () => join(folder, 'cleaned');
  function start(program: string): ChildProcess {
    const command = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', STARTING];
    started = spawn(process.execPath, command, {
      env: { ...process.env, PROGRAM: program, CLEANED: cleaned() },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return started;
  }

  it('an operator command that is stopped stops its program and lets it clean up first', async () => {
    const command = start(MEASURING);
    const ended = once(command, 'close');
    if (command.stdout === null) throw new Error('It cannot be heard.');
    await once(command.stdout, 'data');
    command.kill('SIGTERM');
    // The output closes only when both processes have ended.
    expect(await ended).toEqual([7, null]);
    expect(readFileSync(cleaned(), 'utf8')).toBe('up');
  });

  it("an operator command exits with its program's exit code", async () => {
    expect(await once(start('process.exit(3)'), 'close')).toEqual([3, null]);
    expect(await once(start("process.kill(process.pid, 'SIGKILL')"), 'close')).toEqual([2, null]);
  });
});
