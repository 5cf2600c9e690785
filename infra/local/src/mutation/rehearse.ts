import type { SpecWorld } from './spec-world.ts';
import type { Attempt, SwitchBoard } from './switch-board.ts';

/** What is known of a spec when all is as it should be. */
export interface Rehearsal {
  spec: string;
  /** Files that it brings, by their path from the root, with how many imports lie between. */
  reach: ReadonlyMap<string, number>;
  /** Milliseconds. */
  took: number;
  /** Mutants reached while the spec is loaded, before any test. */
  whileLoading: Attempt;
  /** The quickest first, and the place each has in the spec: most mutants are noticed without the slow ones. */
  tests: (Attempt & { name: string; at: number })[];
}

/** Runs a spec with no mutant on. @throws Error when a test fails: then nothing could be said of mutants */
export async function rehearse({
  spec,
  world,
  board,
}: {
  spec: string;
  world: SpecWorld;
  board: SwitchBoard;
}): Promise<Rehearsal> {
  const started = performance.now();
  let loaded: ReturnType<SpecWorld['load']> = [];
  const whileLoading = await board.watch(() => {
    loaded = world.load(spec);
  });
  const tests = [];
  for (const [at, { name, run }] of loaded.entries()) {
    try {
      tests.push({ name, at, ...(await board.watch(run)) });
    } catch (error) {
      throw new Error(`${spec} › ${name} fails without any mutant`, { cause: error });
    }
  }
  return {
    spec,
    reach: world.reachOf(spec),
    took: performance.now() - started,
    whileLoading,
    tests: tests.toSorted((one, other) => one.took - other.took),
  };
}
