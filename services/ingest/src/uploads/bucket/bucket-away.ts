import { AppError } from '@clearwatch/service-kit/errors/app-error';

/** The bucket does not answer, or not what was asked for: to be tried again. */
export class BucketAway extends AppError {
  constructor(cause: unknown) {
    super('unavailable', 'The store of uploaded files does not answer at the moment. Please try again.', {
      cause,
      retryAfterSeconds: 10,
    });
  }
}
