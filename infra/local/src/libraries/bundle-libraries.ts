import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run } from '../build.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { type BundleName, bundledModules, bundleFolder, contentsIn, placeOf } from './library-bundle.ts';

/** A service that was started with an earlier one may still load a part of it. */
const KEPT_MS = 7 * 24 * 3_600_000;

/**
 * Puts the libraries of screens or of services into a few files: loading the two thousand small ones of antd and icons, or the
 * 2,600 of Nest, TypeORM and BullMQ, takes a service most of its start and Jest, which gives every test file modules of its
 * own, most of the run. Made once for the locked versions and for what the sources import of them.
 *
 * @returns the list of what is in it
 * @throws Error after the bundler has printed what is wrong
 */
export function bundleLibraries(name: BundleName): string {
  const modules = bundledModules(name);
  const folder = bundleFolder(name, modules);
  const contents = contentsIn(folder);
  if (existsSync(contents)) return contents;
  const config = join(PROJECT_ROOT, 'infra', 'local', 'src', 'libraries', 'vite.config.ts');
  const args = ['build', '--mode', name, '--config', config, '--configLoader', 'native'];
  run(`Bundling the libraries of ${name}`, 'vite', args);
  writeFileSync(contents, JSON.stringify([...modules.keys()]));
  for (const other of readdirSync(placeOf(name))) {
    if (other !== basename(folder)) removeIfOld(join(placeOf(name), other));
  }
  return contents;
}

function removeIfOld(folder: string): void {
  if (Date.now() - statSync(folder).mtimeMs < KEPT_MS) return;
  rmSync(contentsIn(folder), { force: true });
  rmSync(folder, { recursive: true, force: true });
}
