import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../project-root.ts';

/** What the lock file says of a package: whom it asks for. */
export interface LockedNeeds {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
type Lock = Readonly<Record<string, LockedNeeds>>;

/** Bytes of what would leave this machine with a package: itself, and what no other direct dependency needs. */
export function bytesBroughtBy(
  name: string,
  { lock, direct }: { lock: Lock; direct: readonly string[] },
): number {
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
