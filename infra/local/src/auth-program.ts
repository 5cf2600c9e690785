import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { loadKeys } from './keys.ts';
import { PROJECT_ROOT } from './project-root.ts';
import { serviceEnvironments } from './service-environments.ts';
import type { Settings } from './settings.ts';

/**
 * Runs a program of the auth service (services/auth/src/commands) with the service's own environment. What it says goes
 * to the terminal.
 * @returns its exit code
 */
export async function runAuthProgram(
  name: string,
  args: readonly string[],
  { settings, ownerUrl }: { settings: Settings; ownerUrl: string },
): Promise<number> {
  const keys = loadKeys(settings.dataDirectory);
  const { auth } = await serviceEnvironments({ settings, keys, ownerUrl });
  const program = join(PROJECT_ROOT, 'services', 'auth', 'dist', 'commands', `${name}.js`);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    stdio: 'inherit',
    env: { PATH: process.env['PATH'] ?? '', ...auth },
  });
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, pass);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? 2));
    });
  } finally {
    for (const signal of signals) process.off(signal, pass);
  }
}
