import { AppError } from '@clearwatch/service-kit/errors/app-error';

/** Waiting for longer than this many hashes means longer than any client waits (about 8 hashes a second). */
const LONGEST_QUEUE = 400;

/** Lets a fixed number of hashes run at a time, in order of arrival: the rest of the service keeps its processor. */
export class HashGate {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly places: number) {}

  /** @throws AppError `unavailable` when so many wait already that the answer would come too late */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(): Promise<void> {
    if (this.running < this.places) {
      this.running += 1;
      return;
    }
    if (this.waiting.length >= LONGEST_QUEUE) {
      throw new AppError('unavailable', 'Too many sign-ins at the moment. Please try again.', {
        retryAfterSeconds: 10,
      });
    }
    await new Promise<void>((resolve) => {
      this.waiting.push(resolve);
    });
  }

  /** The place goes to the next in line, so that nobody new can slip in between. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.running -= 1;
    else next();
  }
}
