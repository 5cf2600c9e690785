import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { build } from './build.ts';
import { readSettings, type Settings } from './start-settings.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Passes signals on; Ctrl-C in a terminal reaches the program directly. @returns null when a signal ended it */
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
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  } finally {
    for (const signal of SIGNALS) process.off(signal, pass);
  }
}

/** @param failureCode the exit code when an error is thrown */
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
