import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../project-root.ts';
import { isAllowed } from './allowed-licences.ts';
import { type LockedPackage, lockedPackages } from './locked-packages.ts';

const HEAD = `# Licences

What an installation for production holds of others' work, by the lock file. Written by \`npm run licences\`; a test holds it to
the lock and to the licences that are allowed (\`infra/local/src/supply/allowed-licences.ts\`). Packages with compiled parts for
many platforms have one line. libvips, which reads pictures of documents, is a shared library under the LGPL: it is used as it
is published and can be exchanged. \`npm run --silent sbom\` prints the same as a bill of materials (CycloneDX).

`;

/** @throws {Error} naming every package whose licence is unknown or not allowed */
export function licencePage(packages: readonly LockedPackage[]): string {
  const refused = packages.filter(({ name, licence }) => !isAllowed(name, licence));
  if (refused.length > 0) {
    const named = refused.map(
      ({ name, version, licence }) => `${name} ${version}: ${licence ?? 'none named'}`,
    );
    throw new Error(`Licences that nobody has allowed:\n${named.join('\n')}`);
  }
  const rows = packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  return `${HEAD}| package | version | licence |\n|---|---|---|\n${rows.join('\n')}\n`;
}

/** The packages that the project's own lock file names. */
export function packagesOfProject(): LockedPackage[] {
  const { packages } = jsonOf('package-lock.json') as { packages: Parameters<typeof lockedPackages>[0] };
  return lockedPackages(packages, (place) => {
    const manifest = join(place, 'package.json');
    return existsSync(join(PROJECT_ROOT, manifest))
      ? (jsonOf(manifest) as ReturnType<Parameters<typeof lockedPackages>[1]>)
      : null;
  });
}

function jsonOf(path: string): unknown {
  return JSON.parse(readFileSync(join(PROJECT_ROOT, path), 'utf8'));
}
