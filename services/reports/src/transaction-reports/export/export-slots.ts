import { AppError } from '@clearwatch/service-kit/errors/app-error';

/** Each export holds a connection for as long as its reader takes. */
const AT_A_TIME = 4;
/** Whoever reads slowly in several windows must leave room for others. */
const OF_ONE_USER = 2;

/** Who exports just now, in this process. */
export class ExportSlots {
  private readonly taken: (number | null)[] = [];

  /** @throws AppError `too_many_requests` when as many exports run as may */
  async within<T>(userId: number | null, work: () => Promise<T>): Promise<T> {
    if (this.taken.filter((holder) => holder === userId).length >= OF_ONE_USER)
      throw busy(`You have ${OF_ONE_USER} exports under way. Please try again when one of them is done.`);
    if (this.taken.length >= AT_A_TIME)
      throw busy('Several exports are under way. Please try again in a moment.');
    this.taken.push(userId);
    try {
      return await work();
    } finally {
      this.taken.splice(this.taken.indexOf(userId), 1);
    }
  }
}

function busy(sentence: string): AppError {
  return new AppError('too_many_requests', sentence, { retryAfterSeconds: 10 });
}
