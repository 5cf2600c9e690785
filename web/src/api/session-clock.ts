import type { SessionExpiry } from '@clearwatch/contracts/sign-in.dto';
import { requestJson } from './http.ts';

/** The warning stands this long before the end, or half the limit where that is shorter. */
const WARNING_MS = 2 * 60_000;
/** Somebody who works without causing requests is reported this often at most, or four times per limit. */
const KEEP_ALIVE_MS = 5 * 60_000;
const MINUTE_MS = 60_000;
/** A question without an answer must not keep a deserted screen open. */
const PATIENCE_MS = 10_000;

/** What the server says about the end of the session, in the time of this computer (milliseconds since 1970). */
export interface IdleClock {
  idleMinutes: number;
  endsAt: number;
  warnsAt: number;
  keepAliveEveryMs: number;
}

/** Asks without counting as activity. Null when the idle limit is off. */
export async function readIdleClock(): Promise<IdleClock | null> {
  const clock = await requestJson<SessionExpiry>('/api/auth/session', {
    background: true,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return toIdleClock(clock, Date.now());
}

/** Tells the server that somebody is there. */
export async function staySignedIn(): Promise<IdleClock | null> {
  const clock = await requestJson<SessionExpiry>('/api/auth/stay-signed-in', { method: 'POST' });
  return toIdleClock(clock, Date.now());
}

/** The clock of this computer may be wrong by hours: only the distance to the server's own `now` counts. */
export function toIdleClock(
  { now, idleAt, idleMinutes }: SessionExpiry,
  receivedAt: number,
): IdleClock | null {
  if (idleAt === null || idleMinutes === 0) return null;
  const limit = idleMinutes * MINUTE_MS;
  const endsAt = receivedAt + Date.parse(idleAt) - Date.parse(now);
  return {
    idleMinutes,
    endsAt,
    warnsAt: endsAt - Math.min(WARNING_MS, limit / 2),
    keepAliveEveryMs: Math.min(KEEP_ALIVE_MS, limit / 4),
  };
}
