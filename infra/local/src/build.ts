import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from './project-root.ts';

const WEB_INPUTS = [
  'web/{src,public}/**',
  'web/index.html',
  'web/vite.config.ts',
  'packages/{contracts,domain}/src/**',
  'packages/domain/package.json',
  'package-lock.json',
];

export async function build(options: { web: boolean }): Promise<void> {
  runBuildStep('Compiling the services', 'tsc', ['-b', 'tsconfig.json']);
  if (options.web) buildWeb();
}

/** Rebuilds the web bundle when its inputs have changed. */
function buildWeb(): void {
  const stampFile = join(PROJECT_ROOT, 'web', 'dist', '.inputs');
  const hash = createHash('sha256');
  for (const file of globSync(WEB_INPUTS, { cwd: PROJECT_ROOT }).toSorted()) {
    const path = join(PROJECT_ROOT, file);
    if (statSync(path).isFile()) hash.update(file).update(readFileSync(path));
  }
  const inputs = hash.digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === inputs) return;
  runBuildStep('Building the web app', 'vite', ['build', '--logLevel', 'warn'], join(PROJECT_ROOT, 'web'));
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
  if (status !== 0) throw new Error(`${what} failed${error === undefined ? ' (see above)' : `: ${error.message}`}.`);
}
