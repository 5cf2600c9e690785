import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from './project-root.ts';

const WEB_INPUTS = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/vite.config.ts',
  'packages/contracts/src',
  'packages/domain/package.json',
  'packages/domain/src',
  'package-lock.json',
];

/**
 * Compiles what changed. The web bundle is rebuilt when the content of its inputs changed.
 * @throws Error after the compiler has printed the problem
 */
export async function build(options: { web: boolean }): Promise<void> {
  runBuildStep('Compiling the services', 'tsc', ['-b', 'tsconfig.json']);
  if (options.web) buildWeb();
}

function buildWeb(): void {
  const stampFile = join(PROJECT_ROOT, 'web', 'dist', '.inputs');
  const inputs = webFingerprint();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === inputs) return;
  runBuildStep('Building the web', 'vite', ['build', '--logLevel', 'warn'], join(PROJECT_ROOT, 'web'));
  mkdirSync(join(PROJECT_ROOT, 'web', 'dist'), { recursive: true });
  writeFileSync(stampFile, inputs);
}

/** @throws Error after the program has printed the problem */
export function runBuildStep(what: string, program: string, args: string[], cwd = PROJECT_ROOT): void {
  const { status, error } = spawnSync(program, args, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0)
    throw new Error(`${what} failed${error === undefined ? ' (see above)' : `: ${error.message}`}.`);
}

function webFingerprint(): string {
  const hash = createHash('sha256');
  for (const input of WEB_INPUTS) addToHash(hash, join(PROJECT_ROOT, input));
  return hash.digest('hex');
}

function addToHash(hash: ReturnType<typeof createHash>, path: string): void {
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory()) {
    hash.update(path.slice(PROJECT_ROOT.length)).update(readFileSync(path));
    return;
  }
  for (const name of readdirSync(path).toSorted()) addToHash(hash, join(path, name));
}
