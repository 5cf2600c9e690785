import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../project-root.ts';
import { importedNames } from './imported-names.ts';

/** Two, because the web's libraries are another thing in a browser than in a service. */
export type BundleName = 'screens' | 'services';

/** Among installed modules, which are as trusted; Jest takes what lies there as it is. */
const PLACE = join(PROJECT_ROOT, 'node_modules', '.cache', 'clearwatch-libraries');
/** Names the modules and is written last: a bundle without it is one whose making was cut off. */
const CONTENTS = 'contents.json';
const MADE_OF = [
  'package-lock.json',
  ...['vite.config.ts', 'act.ts'].map((file) => `infra/local/src/libraries/${file}`),
];

const FOLDERS: Record<BundleName, readonly string[]> = {
  screens: ['web/src', 'packages/contracts/src/http'],
  services: [...['packages', 'services', 'infra'].flatMap(sourcesIn), 'test'],
};

/** What no import says: the compiler makes JSX, and the description of the API looks into a library. */
const ALSO: Record<BundleName, Record<string, readonly string[]>> = {
  screens: { 'react/jsx-runtime': ['Fragment', 'jsx', 'jsxs'] },
  services: { 'class-transformer/cjs/storage.js': ['defaultMetadataStorage'] },
};

/** Libraries that look for files beside them, are compiled, or must have run before all others. */
const LEFT_AS_INSTALLED = new Set([
  '@llamaindex/liteparse',
  '@sparticuz/chromium',
  '@swc/core',
  'axe-core',
  'bcrypt',
  'pdfkit',
  'pdfmake',
  'pino',
  'playwright-core',
  'reflect-metadata',
  'sharp',
  'tesseract.js',
]);

export const isLeftAsInstalled = (module: string): boolean => LEFT_AS_INSTALLED.has(module);

/** The modules of libraries that sources and their tests load, each with the names that are asked for. */
export function bundledModules(name: BundleName): Map<string, readonly string[]> {
  const modules = new Map([...importedNames(FOLDERS[name]), ...Object.entries(ALSO[name])]);
  return new Map([...modules].filter(([module]) => !isLeftAsInstalled(module)));
}

/** Where their bundle is: another one for other versions, for other names and in another place. */
export function bundleFolder(name: BundleName, modules = bundledModules(name)): string {
  const hash = createHash('sha256').update(JSON.stringify([PROJECT_ROOT, ...modules]));
  for (const file of MADE_OF) hash.update(readFileSync(join(PROJECT_ROOT, file)));
  return join(placeOf(name), hash.digest('hex').slice(0, 16));
}

/** All that were made under this name: but for one, for earlier versions. */
export const placeOf = (name: BundleName): string => join(PLACE, name);

export const contentsIn = (folder: string): string => join(folder, CONTENTS);

/**
 * For Jest: each library's module is taken from the bundle. Nothing where it is not made, as when an editor calls
 * Jest by itself: the libraries are then loaded file by file, which takes longer.
 */
export function mappedToBundle(name: BundleName): Record<string, string> {
  const modules = bundledModules(name);
  const folder = bundleFolder(name, modules);
  if (!existsSync(contentsIn(folder))) return {};
  const names = [...modules.keys()].map((module) => module.replaceAll('.', '\\.'));
  return { [`^(${names.join('|')})$`]: `${folder}/$1.mjs` };
}

/** `src` of each workspace: beside it are programs for others than Node, with modules of their own. */
function sourcesIn(folder: string): string[] {
  return readdirSync(join(PROJECT_ROOT, folder))
    .map((workspace) => `${folder}/${workspace}/src`)
    .filter((sources) => existsSync(join(PROJECT_ROOT, sources)));
}
