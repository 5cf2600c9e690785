import { SESSION_MS } from '../sessions/session-days.ts';

/**
 * The condition under which a session `s` of the user `p` (auth.principals) can be used: the same as `standsBehind`,
 * and all factors given.
 * @param idleMs the placeholder of the idle limit in milliseconds, 0 for none
 */
export const isLiving = (idleMs: '$2'): string => `(
  p.is_active AND s.expire > now()
  AND (s.sess -> 'signedIn' ->> 'sessionVersion')::integer = p.session_version
  AND s.sess -> 'signedIn' ->> 'stage' = 'complete'
  AND (s.sess -> 'signedIn' ->> 'signedInAt')::bigint >= extract(epoch FROM now()) * 1000 - ${SESSION_MS}
  AND (${idleMs}::bigint = 0 OR s.last_activity > now() - ${idleMs}::bigint * interval '1 millisecond'))`;
