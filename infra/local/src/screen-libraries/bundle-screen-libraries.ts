import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run } from '../build.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { BUNDLES, bundleFolder, stampIn } from './screen-libraries.ts';

/**
 * Puts the libraries of screens into a few files for tests. Jest gives every test file modules of its own, and loading
 * two thousand small ones of antd and icons took two thirds of a second each time. Made once for the locked versions
 * and for what the sources import of them.
 * @throws Error after the bundler has printed what is wrong
 */
export function bundleScreenLibraries(): void {
  const folder = bundleFolder();
  if (existsSync(stampIn(folder))) return;
  const config = join(PROJECT_ROOT, 'infra', 'local', 'src', 'screen-libraries', 'vite.config.ts');
  run('Bundling the libraries of screens', 'vite', ['build', '--config', config, '--configLoader', 'native']);
  writeFileSync(stampIn(folder), '');
  for (const other of readdirSync(BUNDLES)) {
    if (other !== basename(folder)) rmSync(join(BUNDLES, other), { recursive: true, force: true });
  }
}
