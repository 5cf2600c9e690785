import type { NachaProblem, NachaRule } from './nacha-problem.ts';

const KEPT = 1_000;

/**
 * The problems of a file: the first thousand errors and the first thousand warnings, so that neither hides the other, and
 * how often each rule was broken in all.
 */
export class ProblemList {
  readonly errors: NachaProblem[] = [];
  readonly warnings: NachaProblem[] = [];
  readonly tally = new Map<NachaRule, number>();
  /** All of them, kept or not. */
  warningCount = 0;

  /**
   * Of a header or a control. Neither is an entry that could be rejected and listed, so that whatever is wrong there, errors
   * too, is a warning about the file.
   */
  addOfFrame(problem: NachaProblem): void {
    this.add({ ...problem, severity: 'warning' });
  }

  add(problem: NachaProblem): void {
    this.tally.set(problem.rule, (this.tally.get(problem.rule) ?? 0) + 1);
    if (problem.severity === 'warning') this.warningCount += 1;
    const list = problem.severity === 'error' ? this.errors : this.warnings;
    if (list.length < KEPT) list.push(problem);
  }
}
