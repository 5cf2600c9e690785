import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../project-root.ts';
import {
  belowFloor,
  type FolderScore,
  formatScores,
  formatSurvivor,
  MUTATION_FLOORS,
  percentKilled,
  scoreFolders,
} from './mutation-score.ts';
import type { Outcome } from './try-mutants.ts';

const RULES = join(PROJECT_ROOT, 'packages', 'domain', 'src');

function outcome({
  path,
  killed = true,
  tried = 1,
}: {
  path: string;
  killed?: boolean;
  tried?: number;
}): Outcome {
  return {
    mutant: { id: 0, path: join(RULES, path), line: 12, from: 'a  <\n b', to: '(a) <= (b)' },
    killedBy: killed ? 'a.spec.ts › says so' : null,
    tried,
  };
}

function aScore(folder: string, killed: number, mutants: number): FolderScore {
  return { folder, killed, mutants, unreached: 0 };
}

function namesBelow(folders: FolderScore[], named: string[] = []): string[] {
  return belowFloor(folders, { floors: { money: 86 }, named }).map(({ folder }) => folder);
}

describe('scores of mutants', () => {
  it('are counted by folder, those that no test reaches among the survivors', () => {
    const outcomes = [
      outcome({ path: 'money/parse-amount.ts' }),
      outcome({ path: 'calendar/day.ts', killed: false }),
      outcome({ path: 'money/parts/cents.ts', killed: false, tried: 0 }),
    ];
    expect(scoreFolders(outcomes)).toEqual([
      { folder: 'calendar', mutants: 1, killed: 0, unreached: 0 },
      { folder: 'money', mutants: 2, killed: 1, unreached: 1 },
    ]);
  });

  it('are rounded down: a hundred percent is all of them', () => {
    expect(percentKilled({ killed: 999, mutants: 1000 })).toBe(99);
    expect(percentKilled({ killed: 1000, mutants: 1000 })).toBe(100);
  });

  it('are told by folder, and of all together', () => {
    const told = formatScores([aScore('calendar', 9, 10), aScore('money', 60, 90)]).split('\n');
    expect(told.map((row) => row.trim().split(/\s{2,}/))).toEqual([
      ['folder', 'mutants', 'survivors unreached', 'score'],
      ['calendar', '10', '1', '0', '90 %'],
      ['money', '90', '30', '0', '66 %'],
      ['all', '100', '31', '0', '69 %'],
    ]);
  });
});

describe('floors', () => {
  it('hold a folder from its floor on, not below', () => {
    expect(namesBelow([aScore('money', 86, 100)])).toEqual([]);
    expect(namesBelow([aScore('money', 859, 1000)])).toEqual(['money']);
  });

  it('let a folder without one score what it will', () => {
    expect(namesBelow([aScore('reports', 0, 100)])).toEqual([]);
  });

  it('hold no folder of which a part was asked for', () => {
    expect(namesBelow([aScore('money', 0, 3)], ['money/cents'])).toEqual([]);
  });

  it('are of folders that the rules have', () => {
    expect(Object.keys(MUTATION_FLOORS).filter((folder) => !existsSync(join(RULES, folder)))).toEqual([]);
  });
});

describe('a survivor', () => {
  it('is told by its place and change, in one line', () => {
    expect(formatSurvivor(outcome({ path: 'money/cents.ts', killed: false }))).toBe(
      'money/cents.ts:12  a < b  →  (a) <= (b)',
    );
  });

  it('that no test reaches says so', () => {
    expect(formatSurvivor(outcome({ path: 'money/cents.ts', killed: false, tried: 0 }))).toMatch(
      /no test comes here/,
    );
  });
});
