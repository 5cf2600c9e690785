/** What was waited for has not happened in time; it may still happen. */
export class TooSlow extends Error {
  constructor() {
    super('no answer in time');
    this.name = 'TooSlow';
  }
}

/**
 * Waits for `work`, but not for longer than `milliseconds`.
 * @throws TooSlow when time is up; whatever becomes of the work afterwards is not heard any more
 */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  // Whoever loses the race is no longer awaited; its failure must not end the process.
  work.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TooSlow()), milliseconds);
  });
  try {
    return await Promise.race([work, tooSlow]);
  } finally {
    clearTimeout(timer);
  }
}
