import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../project-root.ts';

/** Licences that ask for no more than to be named. */
const PERMISSIVE_LICENSES = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Zlib',
];

/** Others that were looked at, for the packages named and no more. */
const REVIEWED_LICENSES: Record<string, string> = {
  '@img/sharp-libvips (compiled)': 'LGPL-3.0-or-later',
  '@img/sharp (compiled)': 'LGPL-3.0-or-later',
  '@img/sharp-wasm32': 'LGPL-3.0-or-later',
};

/** Whether a package may be part of Clearwatch by its licence, an SPDX expression; unknown ones may not. */
export function isLicenseAllowed(name: string, licence: string | null): boolean {
  if (licence === null) return false;
  const parts = licence.replaceAll(/[()]/g, '');
  // Of several to choose from one is enough; of several that all hold, every one.
  return parts
    .split(' OR ')
    .some((choice) =>
      choice
        .split(' AND ')
        .every((one) => PERMISSIVE_LICENSES.includes(one) || REVIEWED_LICENSES[name] === one),
    );
}

/** What the lock file and a package's own manifest say of one package that runs in production. */
interface LockedPackage {
  name: string;
  version: string;
  /** As SPDX writes it, `MIT`; null when neither lock nor manifest say one. */
  licence: string | null;
}

interface LockEntry {
  version?: string;
  license?: string;
  link?: boolean;
  dev?: boolean;
  devOptional?: boolean;
  os?: string[];
  cpu?: string[];
}

type Manifest = { license?: unknown; licenses?: unknown } | null;

/** Packages that name no licence where programs look for it; read in the licence text they bring. */
const MANUALLY_READ_LICENSES: Record<string, string> = {
  pause: 'MIT',
  'png-js': 'MIT',
  duck: 'BSD-2-Clause',
};

/** Compiled parts for one platform, `@img/sharp-linux-x64`. */
const PLATFORM =
  /-(?:android|darwin|freebsd|linux|linuxmusl|netbsd|openharmony|openbsd|sunos|win32|windows|wasm32|wasm)\b.*$/;

/**
 * Every package that an installation for production holds, in alphabetical order, one line for all platforms.
 *
 * @param lock `packages` of package-lock.json
 * @param manifestOf the manifest of an installed package by its place, `node_modules/pg`; null when it is not installed
 */
export function lockedPackages(
  lock: Record<string, LockEntry>,
  manifestOf: (place: string) => Manifest,
): LockedPackage[] {
  const found = new Map<string, LockedPackage>();
  for (const [place, entry] of Object.entries(lock)) {
    const isOurs = entry.link === true || !place.includes('node_modules/');
    if (isOurs || entry.dev === true || entry.devOptional === true) continue;
    const isForOnePlatform = entry.os !== undefined || entry.cpu !== undefined;
    const fullName = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const name = isForOnePlatform ? fullName.replace(PLATFORM, ' (compiled)') : fullName;
    const version = entry.version ?? '';
    const licence = MANUALLY_READ_LICENSES[name] ?? entry.license ?? licenseIn(manifestOf(place));
    const known = found.get(`${name} ${version}`);
    // Of platforms that are not installed here some entries say nothing; what one of them says goes for all.
    if (known === undefined || known.licence === null)
      found.set(`${name} ${version}`, { name, version, licence });
  }
  return [...found.values()].toSorted((a, b) =>
    `${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1,
  );
}

/** Old manifests say `{type, url}` or a list of them. */
export function licenseIn(manifest: Manifest): string | null {
  const said = manifest?.license ?? manifest?.licenses;
  const first: unknown = Array.isArray(said) ? said[0] : said;
  if (typeof first === 'string') return first;
  if (typeof first === 'object' && first !== null && 'type' in first) return String(first.type);
  return null;
}

const LICENSE_PAGE_HEAD = `# Licences

What an installation for production holds of others' work, by the lock file. Written by \`npm run licenses\`; a test holds it to
the lock and to the licences that are allowed (\`infra/local/src/licenses/license-page.ts\`). Packages with compiled parts for
many platforms have one line. libvips, which reads pictures of documents, is a shared library under the LGPL: it is used as it
is published and can be exchanged. \`npm run --silent sbom\` prints the same as a bill of materials (CycloneDX).

`;

/** @throws {Error} naming every package whose licence is unknown or not allowed */
export function licensePage(packages: readonly LockedPackage[]): string {
  const refused = packages.filter(({ name, licence }) => !isLicenseAllowed(name, licence));
  if (refused.length > 0) {
    const named = refused.map(
      ({ name, version, licence }) => `${name} ${version}: ${licence ?? 'none named'}`,
    );
    throw new Error(`Licences that nobody has allowed:\n${named.join('\n')}`);
  }
  const rows = packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  return `${LICENSE_PAGE_HEAD}| package | version | licence |\n|---|---|---|\n${rows.join('\n')}\n`;
}

/** The packages that the project's own lock file names. */
export function packagesOfProject(): LockedPackage[] {
  const { packages } = readJson('package-lock.json') as { packages: Parameters<typeof lockedPackages>[0] };
  return lockedPackages(packages, (place) => {
    const manifest = join(place, 'package.json');
    return existsSync(join(PROJECT_ROOT, manifest))
      ? (readJson(manifest) as ReturnType<Parameters<typeof lockedPackages>[1]>)
      : null;
  });
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(PROJECT_ROOT, path), 'utf8'));
}
