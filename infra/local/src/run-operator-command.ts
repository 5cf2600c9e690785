import { type SpawnOptions, spawn } from 'node:child_process';
import { build } from './build.ts';
import { readSettings, type Settings } from './start-settings.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a program of this project and passes signals on to it, so that it can clean up. Ctrl-C in a terminal reaches it directly.
 * @returns its exit code; null when a signal ended it
 */
export async function runChildProgram(
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env'> = {},
): Promise<number | null> {
  const child = spawn(process.execPath, args, { stdio: 'inherit', ...options });
  const pass = (signal: NodeJS.Signals): void => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, pass);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    });
  } finally {
    for (const signal of SIGNALS) process.off(signal, pass);
  }
}

/**
 * Builds what a command of operators needs, runs it, and sets the exit code.
 * @param failureCode when `work` throws
 */
export async function runOperatorCommand(
  work: (settings: Settings) => Promise<number>,
  failureCode = 1,
): Promise<void> {
  try {
    const settings = readSettings(process.env);
    await build({ web: false });
    process.exitCode = await work(settings);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = failureCode;
  }
}
