/** Lets one after the other, in the order in which they ask. */
export class Turns {
  private last: Promise<void> = Promise.resolve();

  /** Waits until all who asked before have ended. @returns ends this turn; must be called */
  async take(): Promise<() => void> {
    const before = this.last;
    const turn = Promise.withResolvers<void>();
    this.last = turn.promise;
    await before;
    return turn.resolve;
  }
}
