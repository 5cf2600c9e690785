import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT_ROOT } from '../project-root.ts';

interface Manifest {
  workspaces?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Other people's packages by name, each with whether production has it; from the manifests of all workspaces. */
export function directDependencies(): Map<string, { isForProduction: boolean }> {
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
