import { interrupted } from './interrupted.ts';

/** What happened while something ran: which mutants it reached, how many rounds its loops made. */
export interface Attempt {
  reached: ReadonlySet<number>;
  rounds: number;
  /** Milliseconds. */
  took: number;
}

/** A loop is endless when it makes this many times the rounds it made before, and these besides. */
const ROUNDS_FACTOR = 20;
const SPARE_ROUNDS = 100_000;
/** And what a test may take, in milliseconds and in times of what it took before. */
const PATIENCE = 2_000;
const PATIENCE_FACTOR = 10;
const NONE = -1;

/** Which mutant is on, asked by the instrumented code at each place that has one. */
export class SwitchBoard {
  private on = NONE;
  private rounds = 0;
  private limit = Infinity;
  private reached: Set<number> | null = null;

  readonly isOn = (id: number): boolean => {
    this.reached?.add(id);
    return id === this.on;
  };

  /** @throws Error when loops turn without end */
  readonly round = (): void => {
    this.rounds += 1;
    if (this.rounds > this.limit) throw new Error('a loop has become endless');
  };

  /** Runs with no mutant on, and notes what is reached. */
  async watch(work: () => unknown): Promise<Attempt> {
    this.on = NONE;
    this.limit = Infinity;
    this.rounds = 0;
    const reached = new Set<number>();
    this.reached = reached;
    const started = performance.now();
    await work();
    this.reached = null;
    return { reached, rounds: this.rounds, took: performance.now() - started };
  }

  /** Runs with one mutant on. @returns whether it fails */
  async failsWith(mutant: number, { rounds, took }: Attempt, work: () => unknown): Promise<boolean> {
    this.on = mutant;
    this.rounds = 0;
    this.limit = rounds * ROUNDS_FACTOR + SPARE_ROUNDS;
    try {
      await interrupted(work, PATIENCE + Math.ceil(took) * PATIENCE_FACTOR);
      return false;
    } catch {
      return true;
    } finally {
      this.on = NONE;
    }
  }
}
