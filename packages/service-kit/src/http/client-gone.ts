import type { Response } from 'express';

/** Aborted when the client closes the connection before it has its answer. */
export function whenClientLeaves(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}
