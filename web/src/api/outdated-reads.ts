import type { QueryKey } from '@tanstack/react-query';

/** One thing that happens is seldom alone: an import makes three facts known within a second. */
const GATHERED_MS = 200;
/** All browsers hear of it in the same moment: they need not all ask in the same one. */
const SPREAD_MS = 1_500;

/** Gathers what events have made out of date and has it read again at once, a moment later in each browser. */
export class OutdatedReads {
  private keys = new Map<string, QueryKey>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly readAgain: (keys: QueryKey[]) => void) {}

  add(keys: readonly QueryKey[]): void {
    if (keys.length === 0) return;
    for (const key of keys) this.keys.set(JSON.stringify(key), key);
    this.timer ??= setTimeout(() => this.flush(), GATHERED_MS + Math.random() * SPREAD_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.keys.clear();
  }

  private flush(): void {
    const keys = [...this.keys.values()];
    this.stop();
    this.readAgain(keys);
  }
}
