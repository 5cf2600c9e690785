import { globSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { PROJECT_ROOT } from '../project-root.ts';
import type { Outcome } from './try-mutants.ts';

/** Of a hundred mutants of a folder, how many its tests must notice (`docs/mutation.md`). Raised with the tests, never lowered. */
export const MUTATION_FLOORS: Readonly<Record<string, number>> = {
  calendar: 99,
  companies: 97,
  csv: 84,
  // Measured in parts, by a quicker loop than the command: what is between this and 87 is for what that may have missed.
  detection: 85,
  documents: 89,
  json: 84,
  ledger: 84,
  members: 95,
  money: 86,
  nacha: 94,
};

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
export function filesToMutate(texts: readonly string[]): {
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

const MAX_CODE_LENGTH = 100;

export interface FolderScore {
  folder: string;
  mutants: number;
  killed: number;
  /** Mutants that no test reaches: survivors too. */
  unreached: number;
}

export function scoreFolders(outcomes: readonly Outcome[]): FolderScore[] {
  const byFolder = Map.groupBy(outcomes, ({ mutant }) => folderOf(mutant.path));
  return [...byFolder]
    .map(([folder, those]) => ({
      folder,
      mutants: those.length,
      killed: those.filter(({ killedBy }) => killedBy !== null).length,
      unreached: those.filter(({ tried }) => tried === 0).length,
    }))
    .toSorted((one, other) => one.folder.localeCompare(other.folder));
}

/** In percent, rounded down: 100 is all. */
export function percentKilled({ killed, mutants }: { killed: number; mutants: number }): number {
  return Math.floor((killed / mutants) * 100);
}

/** @param named what was asked for: a part of a folder is not held to the floor of the whole, so only when nothing is named do floors count */
export function belowFloor(
  folders: readonly FolderScore[],
  { floors, named }: { floors: Readonly<Record<string, number>>; named: readonly string[] },
): FolderScore[] {
  if (named.length > 0) return [];
  return folders.filter((score) => percentKilled(score) < (floors[score.folder] ?? 0));
}

/** `fraud/cooling.ts:12  a < b  →  a <= b`: where to look, what was changed. */
export function formatSurvivor({ mutant, tried }: Outcome): string {
  const change = `${shortened(mutant.from)}  →  ${mutant.to === '' ? '(left out)' : shortened(mutant.to)}`;
  return `${shortPath(mutant.path)}:${mutant.line}  ${change}${tried === 0 ? '  (no test comes here)' : ''}`;
}

export function formatScores(folders: readonly FolderScore[]): string {
  const all = {
    folder: 'all',
    mutants: sum(folders, ({ mutants }) => mutants),
    killed: sum(folders, ({ killed }) => killed),
    unreached: sum(folders, ({ unreached }) => unreached),
  };
  const rows = [...folders, all].map(({ folder, mutants, killed, unreached }) =>
    [
      folder.padEnd(14),
      ...[mutants, mutants - killed, unreached].map((count) => String(count).padStart(10)),
      `${percentKilled({ killed, mutants })} %`.padStart(8),
    ].join(''),
  );
  return ['folder           mutants  survivors unreached   score', ...rows].join('\n');
}

function sum(folders: readonly FolderScore[], of: (score: FolderScore) => number): number {
  return folders.reduce((total, score) => total + of(score), 0);
}

function shortened(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ');
  return line.length > MAX_CODE_LENGTH ? `${line.slice(0, MAX_CODE_LENGTH)}…` : line;
}
