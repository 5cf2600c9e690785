import { existsSync, globSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT_ROOT } from '../project-root.ts';
import { DEPENDENCY_REASONS } from './dependency-reasons.ts';
import { licenseIn } from './license-page.ts';

interface Manifest {
  workspaces?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Other people's packages by name, each with whether production has it; from the manifests of all workspaces. */
function directDependencies(): Map<string, { isForProduction: boolean }> {
  const root = manifestIn('.');
  const places = (root.workspaces ?? []).flatMap((pattern) =>
    globSync(`${pattern}/package.json`, { cwd: PROJECT_ROOT }).map(dirname),
  );
  const found = new Map<string, { isForProduction: boolean }>();
  for (const place of ['.', ...places]) {
    const { dependencies = {}, devDependencies = {} } = manifestIn(place);
    for (const name of Object.keys(devDependencies))
      if (!found.has(name)) found.set(name, { isForProduction: false });
    for (const name of Object.keys(dependencies)) found.set(name, { isForProduction: true });
  }
  return new Map(
    [...found].filter(([name]) => !name.startsWith('@clearwatch/')).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function manifestIn(place: string): Manifest {
  return JSON.parse(readFileSync(join(PROJECT_ROOT, place, 'package.json'), 'utf8')) as Manifest;
}

/** What the lock file says of a package: whom it asks for. */
interface LockedNeeds {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
type Lock = Readonly<Record<string, LockedNeeds>>;

/** Bytes of what would leave this machine with a package: itself, and what no other direct dependency needs. */
function bytesBroughtBy(name: string, { lock, direct }: { lock: Lock; direct: readonly string[] }): number {
  const others = new Set(
    direct.filter((other) => other !== name).flatMap((other) => [...reachable(other, lock)]),
  );
  return [...reachable(name, lock)]
    .filter((place) => !others.has(place))
    .reduce((bytes, place) => bytes + bytesIn(join(PROJECT_ROOT, place)), 0);
}

function reachable(name: string, lock: Lock): Set<string> {
  const found = new Set<string>();
  const open = Object.keys(lock).filter(
    (place) => place.endsWith(`node_modules/${name}`) && isTop(place, lock),
  );
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (found.has(place)) continue;
    found.add(place);
    const { dependencies, optionalDependencies } = lock[place] ?? {};
    for (const need of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const where = resolved(need, place, lock);
      if (where !== null) open.push(where);
    }
  }
  return found;
}

/** At the root or in a workspace, not inside another package. */
function isTop(place: string, lock: Lock): boolean {
  return place in lock && place.split('node_modules/').length === 2;
}

/** As Node finds it: inside the one who asks, then beside it, then further up. */
function resolved(name: string, from: string, lock: Lock): string | null {
  const parts = from.split('/');
  const above = parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
  return (
    [...above, ''].map((at) => `${at === '' ? '' : `${at}/`}node_modules/${name}`).find((at) => at in lock) ??
    null
  );
}

function bytesIn(path: string): number {
  if (!existsSync(path)) return 0;
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path)
    .filter((name) => name !== 'node_modules')
    .reduce((bytes, name) => bytes + bytesIn(join(path, name)), 0);
}

const DEPENDENCY_PAGE_HEAD = `# Dependencies

Every package that a workspace asks for, why, and what would stand in its place (\`infra/local/src/licenses/dependency-reasons.ts\`).
Written by \`npm run licenses\`; a test holds it to the manifests and the lock file. *Size* is what would leave a Linux machine with the
package: itself, its compiled parts, and whatever nothing else here needs; 0.0 where another brings it anyway. \`@types/…\` follow the package they describe. What those
bring in turn, with licences: [Licences](licences.md).

`;

type Locked = LockedNeeds & { version?: string; license?: string };

/** The page without sizes, which belong to a machine: what a test can hold. */
export function dependencyRows(): { name: string; cells: string[] }[] {
  const lock = lockEntries();
  return [...directDependencies()]
    .filter(([name]) => !name.startsWith('@types/'))
    .map(([name, { isForProduction }]) => {
      const { version = '', license = installedLicense(name) } = entryOf(name, lock);
      const { why = '', insteadOf = '' } = DEPENDENCY_REASONS[name] ?? {};
      return {
        name,
        cells: [name, isForProduction ? 'runs' : 'builds and tests', why, insteadOf, license, version],
      };
    });
}

/** The page of dependencies, with sizes as they are installed here. */
export function dependencyPage(): string {
  const lock = lockEntries();
  const direct = [...directDependencies().keys()];
  const rows = dependencyRows().map(({ name, cells }) => {
    const megabytes = (bytesBroughtBy(name, { lock, direct }) / 1024 ** 2).toFixed(1);
    return `| ${[...cells, `${megabytes} MB`].join(' | ')} |`;
  });
  const head =
    '| package | for what | why | in place of | licence | version | size |\n|---|---|---|---|---|---|--:|';
  return `${DEPENDENCY_PAGE_HEAD}${head}\n${rows.join('\n')}\n`;
}

function entryOf(name: string, lock: Readonly<Record<string, Locked>>): Locked {
  const place = Object.keys(lock)
    .filter((path) => path.endsWith(`node_modules/${name}`))
    .toSorted((a, b) => a.length - b.length)[0];
  return lock[place ?? ''] ?? {};
}

function installedLicense(name: string): string {
  const manifest = readFileSync(join(PROJECT_ROOT, 'node_modules', name, 'package.json'), 'utf8');
  return licenseIn(JSON.parse(manifest) as { license?: unknown }) ?? 'none named';
}

function lockEntries(): Record<string, Locked> {
  const text = readFileSync(join(PROJECT_ROOT, 'package-lock.json'), 'utf8');
  return (JSON.parse(text) as { packages: Record<string, Locked> }).packages;
}
