import type { Mutant } from './mutant.ts';
import { type Rehearsal, type RehearsedTest, rehearse } from './rehearse.ts';
import { SpecWorld } from './spec-world.ts';
import { SwitchBoard } from './switch-board.ts';

/** What became of a mutant. */
export interface Outcome {
  mutant: Mutant;
  /** The test that noticed it; null when none did. */
  killedBy: string | null;
  /** How many tests were tried. */
  tried: number;
}

/**
 * Specs tried on a mutant, nearest first: what is not noticed near the code is noticed far away by accident. One that acts while
 * files are loaded is tried on the tests that come to its file later, and on all of a few specs, for others may depend on it.
 */
const NEAREST_REACHING = 10;
const NEAREST_LOADING = 3;
/** Specs of a file that are run at all: of these those are nearest that reach the mutant. */
const WORTH_TRYING = 25;

/** Tries each mutant of the files on the tests that reach it, nearest spec first, until one fails. */
export async function* tryMutants(over: {
  specs: readonly string[];
  isMutated: (path: string) => boolean;
}): AsyncGenerator<Outcome> {
  const board = new SwitchBoard();
  const world = new SpecWorld(over.isMutated, board);
  const rehearsals: Rehearsal[] = [];
  for (const spec of specsWorthTrying(over, world)) rehearsals.push(await rehearse({ spec, world, board }));
  for (const mutant of world.mutants) yield await tryMutant({ mutant, rehearsals, world, board });
}

/** Of each file those specs that have the fewest imports between. */
function specsWorthTrying(
  { specs, isMutated }: { specs: readonly string[]; isMutated: (path: string) => boolean },
  world: SpecWorld,
): Set<string> {
  const near = new Map<string, { spec: string; distance: number }[]>();
  for (const spec of specs)
    for (const [path, distance] of world.reachOf(spec))
      if (isMutated(path)) near.set(path, [...(near.get(path) ?? []), { spec, distance }]);
  return new Set(
    [...near.values()].flatMap((list) =>
      list
        .toSorted((one, other) => one.distance - other.distance)
        .slice(0, WORTH_TRYING)
        .map(({ spec }) => spec),
    ),
  );
}

async function tryMutant({
  mutant,
  rehearsals,
  world,
  board,
}: {
  mutant: Mutant;
  rehearsals: readonly Rehearsal[];
  world: SpecWorld;
  board: SwitchBoard;
}): Promise<Outcome> {
  let tried = 0;
  for (const { spec, whileLoading, tests } of testsFor(mutant, rehearsals)) {
    let loaded: ReturnType<SpecWorld['load']> = [];
    const load = (): void => {
      loaded = world.load(spec);
    };
    if (await board.failsWith(mutant.id, whileLoading, load))
      return { mutant, killedBy: spec, tried: tried + 1 };
    for (const rehearsed of tests) {
      tried += 1;
      const { name, run } = loaded[rehearsed.at] ?? { name: rehearsed.name, run: missing };
      if (await board.failsWith(mutant.id, rehearsed, run))
        return { mutant, killedBy: `${spec} › ${name}`, tried };
    }
  }
  return { mutant, killedBy: null, tried };
}

/** The specs that may notice it, each with the tests that may, nearest first, the quicker of two that are equally near. */
function testsFor({ id, path }: Mutant, rehearsals: readonly Rehearsal[]): Rehearsal[] {
  const comes = ({ whileLoading }: Rehearsal, { reached, files }: RehearsedTest): boolean =>
    reached.has(id) || (whileLoading.reached.has(id) && files.has(path));
  const nearest = (wanted: typeof comes, most: number): Rehearsal[] =>
    rehearsals
      .map((rehearsal) => ({
        ...rehearsal,
        tests: rehearsal.tests.filter((test) => wanted(rehearsal, test)),
      }))
      .filter(({ tests }) => tests.length > 0)
      .toSorted((one, other) => distance(one, path) - distance(other, path) || one.took - other.took)
      .slice(0, most);
  const onlyLoads: typeof comes = (rehearsal, test) =>
    rehearsal.whileLoading.reached.has(id) && !comes(rehearsal, test);
  return [...nearest(comes, NEAREST_REACHING), ...nearest(onlyLoads, NEAREST_LOADING)];
}

function distance({ reach }: Rehearsal, path: string): number {
  return reach.get(path) ?? Infinity;
}

/** A mutant may change how many tests a spec declares. @throws Error always */
async function missing(): Promise<void> {
  throw new Error('the test is no longer there');
}
