import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../project-root.ts';
import { importedNames } from './imported-names.ts';

/** Among installed modules: Jest takes what lies there as it is. */
export const BUNDLES = join(PROJECT_ROOT, 'node_modules', '.cache', 'clearwatch-screen-libraries');
/** Written last: a bundle without it is one whose making was cut off. */
const WHOLE = 'whole';
const MADE_OF = ['package-lock.json', 'infra/local/src/screen-libraries/vite.config.ts'];
/** What the compiler makes of JSX imports by itself. */
const JSX = ['Fragment', 'jsx', 'jsxs'];

/** The modules of libraries that screens and their tests load, each with the names that are asked for. */
export function screenLibraries(): Map<string, readonly string[]> {
  return importedNames(['web/src', 'packages/contracts/src/http']).set('react/jsx-runtime', JSX);
}

/** Where their bundle is: another one for other versions and for other names. */
export function bundleFolder(modules = screenLibraries()): string {
  const hash = createHash('sha256').update(JSON.stringify([...modules]));
  for (const file of MADE_OF) hash.update(readFileSync(join(PROJECT_ROOT, file)));
  return join(BUNDLES, hash.digest('hex').slice(0, 16));
}

export const stampIn = (folder: string): string => join(folder, WHOLE);

/**
 * For Jest: each library's module is taken from the bundle. Nothing where it is not made, as when an editor calls
 * Jest by itself: the libraries are then loaded file by file, which takes longer.
 */
export function mappedToBundle(): Record<string, string> {
  const modules = screenLibraries();
  const folder = bundleFolder(modules);
  if (!existsSync(stampIn(folder))) return {};
  const names = [...modules.keys()].map((module) => module.replaceAll('.', '\\.'));
  return { [`^(${names.join('|')})$`]: `${folder}/$1.mjs` };
}
