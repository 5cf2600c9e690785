import type { Claim, ReportClaims } from './report-claims.repository.ts';

/** Twice within the two seconds in which a cancelled report is to be let go. */
const EVERY_MS = 1_000;

export interface WatchedClaim {
  /** Aborted when the work is for nothing, or this process is to stop. */
  readonly signal: AbortSignal;
  /** Whether the report was cancelled, deleted or taken over. */
  isLost(): boolean;
  stop(): Promise<void>;
}

/**
 * Says every second that somebody is at work, and hears whether the work is still wanted. A question that the database does
 * not answer changes nothing: the work itself will meet the same database.
 *
 * @param stopping aborted when this process is to stop
 */
export function watchClaim(
  claims: Pick<ReportClaims, 'keep'>,
  claim: Claim,
  stopping: AbortSignal,
): WatchedClaim {
  const lost = new AbortController();
  let asking: Promise<void> | null = null;
  const ask = async (): Promise<void> => {
    const isOurs = await claims.keep(claim).catch(() => true);
    if (!isOurs) lost.abort();
    asking = null;
  };
  const timer = setInterval(() => {
    asking ??= ask();
  }, EVERY_MS);
  return {
    signal: AbortSignal.any([lost.signal, stopping]),
    isLost: () => lost.signal.aborted,
    stop: async () => {
      clearInterval(timer);
      await asking;
    },
  };
}
