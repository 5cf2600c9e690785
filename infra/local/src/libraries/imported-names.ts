import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../project-root.ts';

const STATEMENT = /^(?:import|export)\s+(?<clause>[^'"();]*?)\s*from\s*'(?<module>[^']+)';/gm;
const FOR_ITS_EFFECT = /^import\s*'(?<module>[^']+)';/gm;
/** Neither files and workspaces of the project, nor what Node and Jest bring. */
const OWN = /^(?:\.|@clearwatch\/|node:|@jest\/)/;

const BUILT = ['node_modules', 'dist'];

/** Stands for `import * as`. */
export const EVERYTHING = '*';

/** What the sources below these folders import from libraries: module → names. */
export function importedNames(folders: readonly string[]): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  const note = (module: string | undefined, names: readonly string[]) => {
    if (module === undefined || OWN.test(module)) return;
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
  if (before.includes('*')) return [EVERYTHING, ...named];
  return before.replace(',', '').trim() === '' ? named : ['default', ...named];
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return BUILT.includes(entry.name) ? [] : sourcesIn(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}
