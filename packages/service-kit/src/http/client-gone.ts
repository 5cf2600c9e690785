import type { Response } from 'express';

/** Aborted when the client closes the connection before it has its answer. */
export function whenClientLeaves(response: Response): AbortSignal {
  const gone = new AbortController();
  // Left while it was being let in: its close has been.
  if (response.destroyed) gone.abort();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}
