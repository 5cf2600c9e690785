import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from './compose-file.ts';

const MOUNTED = '/run/secrets';

/** A folder with the files that `make-env.mjs` makes beside docker-compose.yml. */
export function madeSecrets() {
  const folder = mkdtempSync(join(tmpdir(), 'clearwatch-secrets-'));
  const secrets = join(folder, '.secrets');
  runMakeEnv(folder);
  return {
    folder: secrets,
    names: (): string[] => readdirSync(secrets).toSorted(),
    /** As a container sees them, with this folder in the place of Docker's. */
    mountedIn: (environment: Readonly<Record<string, string>>): Record<string, string> =>
      Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [name, value.replace(MOUNTED, secrets)]),
      ),
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
  };
}

export function runMakeEnv(folder: string, ...options: string[]): ReturnType<typeof spawnSync> {
  const program = join(PROJECT_ROOT, 'infra/docker/make-env.mjs');
  return spawnSync(process.execPath, [program, folder, ...options], { encoding: 'utf8' });
}
