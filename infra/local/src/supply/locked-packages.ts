/** What the lock file and a package's own manifest say of one package that runs in production. */
export interface LockedPackage {
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
const READ_BY_A_PERSON: Record<string, string> = { pause: 'MIT', 'png-js': 'MIT', duck: 'BSD-2-Clause' };

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
    const licence = READ_BY_A_PERSON[name] ?? entry.license ?? licenceIn(manifestOf(place));
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
export function licenceIn(manifest: Manifest): string | null {
  const said = manifest?.license ?? manifest?.licenses;
  const first: unknown = Array.isArray(said) ? said[0] : said;
  if (typeof first === 'string') return first;
  if (typeof first === 'object' && first !== null && 'type' in first) return String(first.type);
  return null;
}
