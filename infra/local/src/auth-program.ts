import { join } from 'node:path';
import { runChildProgram } from './child-program.ts';
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
  const code = await runChildProgram(['--disable-warning=ExperimentalWarning', program, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...auth },
  });
  return code ?? 2;
}
