/** Does something at once and again every so often, one round at a time, until it is stopped. A round fails nobody: it says itself what went wrong. */
export class Rounds {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private readonly stopping = new AbortController();

  constructor(
    private readonly everyMs: number,
    private readonly round: (signal: AbortSignal) => Promise<void>,
  ) {}

  start(): void {
    this.begin();
    this.timer = setInterval(() => this.begin(), this.everyMs);
  }

  /** Tells the round that is under way, and waits for its end. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.running;
  }

  private begin(): void {
    this.running ??= this.round(this.stopping.signal).finally(() => {
      this.running = null;
    });
  }
}
