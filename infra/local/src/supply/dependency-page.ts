import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../project-root.ts';
import { REASONS } from './dependency-reasons.ts';
import { directDependencies } from './direct-dependencies.ts';
import { bytesBroughtBy, type LockedNeeds } from './installed-size.ts';
import { licenceIn } from './locked-packages.ts';

const HEAD = `# Dependencies

Every package that a workspace asks for, why, and what would stand in its place (\`infra/local/src/supply/dependency-reasons.ts\`).
Written by \`npm run licences\`; a test holds it to the manifests and the lock file. *Size* is what would leave a Linux machine with the
package: itself, its compiled parts, and whatever nothing else here needs; 0.0 where another brings it anyway. \`@types/…\` follow the package they describe. What those
bring in turn, with licences: [Licences](licences.md).

`;

type Locked = LockedNeeds & { version?: string; license?: string };

/** The page without sizes, which belong to a machine: what a test can hold. */
export function dependencyRows(): { name: string; cells: string[] }[] {
  const lock = lockedPackages();
  return [...directDependencies()]
    .filter(([name]) => !name.startsWith('@types/'))
    .map(([name, { isForProduction }]) => {
      const { version = '', license = licenceInstalled(name) } = entryOf(name, lock);
      const { why = '', insteadOf = '' } = REASONS[name] ?? {};
      return {
        name,
        cells: [name, isForProduction ? 'runs' : 'builds and tests', why, insteadOf, license, version],
      };
    });
}

/** The page of dependencies, with sizes as they are installed here. */
export function dependencyPage(): string {
  const lock = lockedPackages();
  const direct = [...directDependencies().keys()];
  const rows = dependencyRows().map(({ name, cells }) => {
    const megabytes = (bytesBroughtBy(name, { lock, direct }) / 1024 ** 2).toFixed(1);
    return `| ${[...cells, `${megabytes} MB`].join(' | ')} |`;
  });
  const head =
    '| package | for what | why | in place of | licence | version | size |\n|---|---|---|---|---|---|--:|';
  return `${HEAD}${head}\n${rows.join('\n')}\n`;
}

function entryOf(name: string, lock: Readonly<Record<string, Locked>>): Locked {
  const place = Object.keys(lock)
    .filter((path) => path.endsWith(`node_modules/${name}`))
    .toSorted((a, b) => a.length - b.length)[0];
  return lock[place ?? ''] ?? {};
}

function licenceInstalled(name: string): string {
  const manifest = readFileSync(join(PROJECT_ROOT, 'node_modules', name, 'package.json'), 'utf8');
  return licenceIn(JSON.parse(manifest) as { license?: unknown }) ?? 'none named';
}

function lockedPackages(): Record<string, Locked> {
  const text = readFileSync(join(PROJECT_ROOT, 'package-lock.json'), 'utf8');
  return (JSON.parse(text) as { packages: Record<string, Locked> }).packages;
}
