import { ERROR_CODES, type ErrorCode, type ErrorKind } from '@clearwatch/contracts/errors';

/**
 * An error with a meaning: the code decides the HTTP status and whether it is worth trying again; the message of a
 * *user* error is shown as it stands, so it says what is wrong, where, and what to do.
 */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    options?: { cause?: unknown; retryAfterSeconds?: number },
  ) {
    super(message, { cause: options?.cause });
    this.name = 'AppError';
    this.retryAfterSeconds = options?.retryAfterSeconds;
  }

  readonly retryAfterSeconds: number | undefined;

  get status(): number {
    return ERROR_CODES[this.code].status;
  }

  get kind(): ErrorKind {
    return ERROR_CODES[this.code].kind;
  }
}
