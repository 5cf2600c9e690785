import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runBuildStep } from '../build.ts';
import { PROJECT_ROOT } from '../project-root.ts';

const STATEMENT = /^(?:import|export)\s+(?<clause>[^'"();]*?)\s*from\s*'(?<module>[^']+)';/gm;
const FOR_ITS_EFFECT = /^import\s*'(?<module>[^']+)';/gm;
/** Neither files and workspaces of the project, nor what Node and Jest bring. */
const OWN_MODULE = /^(?:\.|@clearwatch\/|node:|@jest\/)/;

const BUILT = ['node_modules', 'dist'];

/** Stands for `import * as`. */
export const ALL_NAMES = '*';

/** What the sources below these folders import from libraries: module → names. */
function importedNames(folders: readonly string[]): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  const note = (module: string | undefined, names: readonly string[]) => {
    if (module === undefined || OWN_MODULE.test(module)) return;
    const known = found.get(module) ?? new Set();
    found.set(module, known);
    for (const name of names) known.add(name);
  };
  for (const file of folders.flatMap((folder) => sourcesIn(join(PROJECT_ROOT, folder)))) {
    const source = readFileSync(file, 'utf8');
    for (const { groups } of source.matchAll(STATEMENT)) {
      const clause = groups?.['clause'] ?? '';
      if (!/^type\s+[^,]/.test(clause)) note(groups?.['module'], namesIn(clause));
    }
    for (const { groups } of source.matchAll(FOR_ITS_EFFECT)) note(groups?.['module'], []);
  }
  return new Map(
    [...found]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([module, names]) => [module, [...names].toSorted()]),
  );
}

/** `a, { b, type C, d as e }` → a as `default`, b, d */
export function namesIn(clause: string): string[] {
  const braces = /\{(?<list>[^}]*)\}/.exec(clause)?.groups?.['list'] ?? '';
  const named = braces
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '' && !item.startsWith('type '))
    .map((item) => item.split(/\s+as\s+/)[0] ?? item);
  const before = clause.replace(/\{[^}]*\}/, '').trim();
  if (before.includes('*')) return [ALL_NAMES, ...named];
  return before.replace(',', '').trim() === '' ? named : ['default', ...named];
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return BUILT.includes(entry.name) ? [] : sourcesIn(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** Two, because the web's libraries are another thing in a browser than in a service. */
export type BundleName = 'screens' | 'services';

/** Among installed modules, which are as trusted; Jest takes what lies there as it is. */
const BUNDLES_FOLDER = join(PROJECT_ROOT, 'node_modules', '.cache', 'clearwatch-libraries');
/** Names the modules and is written last: a bundle without it is one whose making was cut off. */
const CONTENTS = 'contents.json';
const BUNDLE_INPUTS = [
  'package-lock.json',
  ...['vite.config.ts', 'testing/act.ts'].map((file) => `infra/local/src/libraries/${file}`),
];

const FOLDERS: Record<BundleName, readonly string[]> = {
  screens: ['web/src', 'packages/contracts/src'],
  services: [...['packages', 'services', 'infra'].flatMap(workspaceSourcesIn), 'test'],
};

/** What no import says: the compiler makes JSX, and the description of the API looks into a library. */
const ADDITIONAL_MODULES: Record<BundleName, Record<string, readonly string[]>> = {
  screens: { 'react/jsx-runtime': ['Fragment', 'jsx', 'jsxs'] },
  services: { 'class-transformer/cjs/storage.js': ['defaultMetadataStorage'] },
};

/** Libraries that look for files beside them, are compiled, or must have run before all others. */
const UNBUNDLED = new Set([
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

export const isUnbundled = (module: string): boolean => UNBUNDLED.has(module);

/** The modules of libraries that sources and their tests load, each with the names that are asked for. */
export function bundledModules(name: BundleName): Map<string, readonly string[]> {
  const modules = new Map([...importedNames(FOLDERS[name]), ...Object.entries(ADDITIONAL_MODULES[name])]);
  return new Map([...modules].filter(([module]) => !isUnbundled(module)));
}

/** Where their bundle is: another one for other versions, for other names and in another place. */
export function bundleFolder(name: BundleName, modules = bundledModules(name)): string {
  const hash = createHash('sha256').update(JSON.stringify([PROJECT_ROOT, ...modules]));
  for (const file of BUNDLE_INPUTS) hash.update(readFileSync(join(PROJECT_ROOT, file)));
  return join(bundlesFolderOf(name), hash.digest('hex').slice(0, 16));
}

/** All that were made under this name: but for one, for earlier versions. */
const bundlesFolderOf = (name: BundleName): string => join(BUNDLES_FOLDER, name);

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
function workspaceSourcesIn(folder: string): string[] {
  return readdirSync(join(PROJECT_ROOT, folder))
    .map((workspace) => `${folder}/${workspace}/src`)
    .filter((sources) => existsSync(join(PROJECT_ROOT, sources)));
}

/** A service that was started with an earlier one may still load a part of it. */
const BUNDLE_MAX_AGE_MS = 7 * 24 * 3_600_000;

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
  runBuildStep(`Bundling the libraries of ${name}`, 'vite', args);
  writeFileSync(contents, JSON.stringify([...modules.keys()]));
  for (const other of readdirSync(bundlesFolderOf(name))) {
    if (other !== basename(folder)) removeIfOld(join(bundlesFolderOf(name), other));
  }
  return contents;
}

function removeIfOld(folder: string): void {
  if (Date.now() - statSync(folder).mtimeMs < BUNDLE_MAX_AGE_MS) return;
  rmSync(contentsIn(folder), { force: true });
  rmSync(folder, { recursive: true, force: true });
}
