import type { UnusualActivity } from '@clearwatch/contracts/alerts.dto';

/** Who has taken an alert on, as `me` sees it. */
export interface Holder {
  by: 'nobody' | 'me' | 'another';
  /** Empty: nobody. */
  name: string;
  /** Until when he alone may decide; null: everybody may. */
  lockedUntil: string | null;
}

/** @param now milliseconds: a lock that has run out holds nobody back */
export function holderOf(
  { assigneeId, assignee, lockedUntil }: UnusualActivity,
  { me, now }: { me: number | undefined; now: number },
): Holder {
  if (assignee === null) return { by: 'nobody', name: '', lockedUntil: null };
  const isLocked = lockedUntil !== null && Date.parse(lockedUntil) > now;
  return {
    by: assigneeId === me ? 'me' : 'another',
    name: assignee,
    lockedUntil: isLocked ? lockedUntil : null,
  };
}

/** Whether the server would take a decision from `me` now. */
export function mayDecide({ by, lockedUntil }: Holder): boolean {
  return by !== 'another' || lockedUntil === null;
}
