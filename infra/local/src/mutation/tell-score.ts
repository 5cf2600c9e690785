import { folderOf, shortPath } from './tried-files.ts';
import type { Outcome } from './try-mutants.ts';

const LONGEST = 100;

export interface FolderScore {
  folder: string;
  mutants: number;
  killed: number;
  /** Mutants that no test reaches: survivors too. */
  unreached: number;
}

export function scores(outcomes: readonly Outcome[]): FolderScore[] {
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
export function tellSurvivor({ mutant, tried }: Outcome): string {
  const change = `${shortened(mutant.from)}  →  ${mutant.to === '' ? '(left out)' : shortened(mutant.to)}`;
  return `${shortPath(mutant.path)}:${mutant.line}  ${change}${tried === 0 ? '  (no test comes here)' : ''}`;
}

export function tellScores(folders: readonly FolderScore[]): string {
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
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
