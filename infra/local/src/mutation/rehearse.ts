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
  tests: (Attempt & { name: string })[];
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
  for (const { name, run } of loaded) {
    try {
      tests.push({ name, ...(await board.watch(run)) });
    } catch (error) {
      throw new Error(`${spec} › ${name} fails without any mutant`, { cause: error });
    }
  }
  return { spec, reach: world.reachOf(spec), took: performance.now() - started, whileLoading, tests };
}
