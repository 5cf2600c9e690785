import type { SpecWorld } from './spec-world.ts';
import type { Attempt, SwitchBoard } from './switch-board.ts';

export interface RehearsedTest extends Attempt {
  name: string;
  /** Its place in the spec. */
  at: number;
  /** Changed files that it comes to. */
  files: ReadonlySet<string>;
}

/** What is known of a spec when all is as it should be. */
export interface Rehearsal {
  spec: string;
  /** Files that it brings, by their path from the root, with how many imports lie between. */
  reach: ReadonlyMap<string, number>;
  /** Milliseconds. */
  took: number;
  /** Mutants reached while the spec is loaded, before any test. */
  whileLoading: Attempt;
  /** The quickest first: most mutants are noticed without the slow ones. */
  tests: RehearsedTest[];
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
  const tests: RehearsedTest[] = [];
  for (const [at, { name, run }] of loaded.entries()) {
    try {
      const attempt = await board.watch(run);
      const files = new Set([...attempt.reached].map((id) => world.mutants[id]?.path ?? ''));
      tests.push({ name, at, files, ...attempt });
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
