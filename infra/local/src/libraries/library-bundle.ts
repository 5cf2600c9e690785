import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runBuildStep } from '../build.ts';
import { PROJECT_ROOT } from '../project-root.ts';

/** A side-effect import has no clause. */
const STATEMENT = /^(?:import|export)\s+(?:(?<clause>[^'"();]*?)\s*from\s*)?'(?<module>[^']+)';/gm;
const OWN_MODULE = /^(?:\.|@clearwatch\/|node:|@jest\/)/;

export const ALL_NAMES = '*';

function importedNames(folders: readonly string[]): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const folder of folders.map((name) => join(PROJECT_ROOT, name)))
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(file)) continue;
      for (const { groups } of readFileSync(join(folder, file), 'utf8').matchAll(STATEMENT)) {
        const { clause = '', module = '' } = groups ?? {};
        if (OWN_MODULE.test(module) || /^type\s+[^,]/.test(clause)) continue;
        found.set(module, new Set([...(found.get(module) ?? []), ...namesIn(clause)]));
      }
    }
  const sorted = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return new Map(sorted.map(([module, names]) => [module, [...names].toSorted()]));
}

/** `a, { b, type C, d as e }` → `default` (a), `b`, `d` */
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

/** Libraries resolve differently for browsers and for Node. */
export type BundleName = 'screens' | 'services';

/** Inside node_modules, because files there are loaded without transformation, as in Jest. */
const BUNDLES_FOLDER = join(PROJECT_ROOT, 'node_modules', '.cache', 'clearwatch-libraries');
const LIBRARIES = 'infra/local/src/libraries';
const BUNDLE_INPUTS = ['package-lock.json', `${LIBRARIES}/vite.config.ts`, `${LIBRARIES}/testing/act.ts`];

const FOLDERS: Record<BundleName, readonly string[]> = {
  screens: ['web/src', 'packages/contracts/src'],
  // Only `src`: other folders in a workspace contain programs for other runtimes.
  services: [...globSync('{packages,services,infra}/*/src', { cwd: PROJECT_ROOT }), 'test'],
};

/** Modules that no source file imports: compiled JSX uses one, and the API description uses the other. */
const ADDITIONAL_MODULES: Record<BundleName, Record<string, readonly string[]>> = {
  screens: { 'react/jsx-runtime': ['Fragment', 'jsx', 'jsxs'] },
  services: { 'class-transformer/cjs/storage.js': ['defaultMetadataStorage'] },
};

/** Libraries that come with extra files or binaries, and one that must load first. */
const UNBUNDLED = new Set([
  '@llamaindex/liteparse-wasm',
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

export function bundledModules(name: BundleName): Map<string, readonly string[]> {
  const modules = new Map([...importedNames(FOLDERS[name]), ...Object.entries(ADDITIONAL_MODULES[name])]);
  return new Map([...modules].filter(([module]) => !isUnbundled(module)));
}

export function bundleFolder(name: BundleName, modules = bundledModules(name)): string {
  const hash = createHash('sha256').update(JSON.stringify([PROJECT_ROOT, ...modules]));
  for (const file of BUNDLE_INPUTS) hash.update(readFileSync(join(PROJECT_ROOT, file)));
  return join(BUNDLES_FOLDER, name, hash.digest('hex').slice(0, 16));
}

/** Written last: a bundle without it is incomplete. */
export const contentsIn = (folder: string): string => join(folder, 'contents.json');

/** URLs of the bundled libraries by name. Empty without a bundle: tests then load the installed files. */
export function bundleUrls(name: BundleName): Map<string, string> {
  const modules = bundledModules(name);
  const folder = bundleFolder(name, modules);
  if (!existsSync(contentsIn(folder))) return new Map();
  return new Map([...modules.keys()].map((module) => [module, pathToFileURL(join(folder, `${module}.mjs`)).href]));
}

/** A running service may still need parts of an older bundle. */
const BUNDLE_MAX_AGE_MS = 7 * 24 * 3_600_000;

/**
 * Bundles the libraries: loading 2,600 small files takes most of the startup time of a service or a test run.
 * @returns the path of the list of contents
 */
export function bundleLibraries(name: BundleName): string {
  const modules = bundledModules(name);
  const folder = bundleFolder(name, modules);
  const contents = contentsIn(folder);
  if (existsSync(contents)) return contents;
  const config = join(PROJECT_ROOT, LIBRARIES, 'vite.config.ts');
  const args = ['build', '--mode', name, '--config', config, '--configLoader', 'native'];
  runBuildStep(`Bundling the libraries for ${name}`, 'vite', args);
  writeFileSync(contents, JSON.stringify([...modules.keys()]));
  for (const entry of readdirSync(dirname(folder))) {
    const other = join(dirname(folder), entry);
    if (other === folder || Date.now() - statSync(other).mtimeMs < BUNDLE_MAX_AGE_MS) continue;
    rmSync(contentsIn(other), { force: true });
    rmSync(other, { recursive: true, force: true });
  }
  return contents;
}
