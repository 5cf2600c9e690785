import { globSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { PROJECT_ROOT } from '../project-root.ts';

/** Rules alone: they are pure, so that a spec can be run a thousand times in one process. */
const RULES = join(PROJECT_ROOT, 'packages', 'domain', 'src');

/** Path from the folder of the rules, with `/`. */
export function shortPath(path: string): string {
  return relative(RULES, path).replaceAll(sep, '/');
}

/** The feature a file belongs to: the first folder of its path. */
export function folderOf(path: string): string {
  return shortPath(path).split('/')[0] ?? '';
}

/** All specs of the rules, and which files are mutated: those whose path contains one of the texts, or all. */
export function triedFiles(texts: readonly string[]): {
  specs: string[];
  isMutated: (path: string) => boolean;
} {
  const specs = globSync('**/*.spec.ts', { cwd: RULES }).map((path) => join(RULES, path));
  const isRule = (path: string): boolean =>
    path.startsWith(RULES) && !path.endsWith('.spec.ts') && !shortPath(path).includes('/testing/');
  const isNamed = (path: string): boolean =>
    texts.length === 0 ||
    texts.some((text) => relative(PROJECT_ROOT, path).replaceAll(sep, '/').includes(text));
  return { specs: specs.toSorted(), isMutated: (path) => isRule(path) && isNamed(path) };
}
