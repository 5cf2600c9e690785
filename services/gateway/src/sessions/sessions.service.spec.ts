import { idleLimitOf } from './session-principal.ts';
import { toSessionExpiry } from './sessions.service.ts';

const NOW = Date.parse('2026-11-20T09:00:00Z');
const SIGNED_IN = Date.parse('2026-11-18T09:00:00Z');

describe('session expiry', () => {
  it('a session expires by the idle limit after the last activity and seven days after the sign-in', () => {
    const idleLimit = idleLimitOf({ SESSION_IDLE_MINUTES: 60 });
    expect(toSessionExpiry(SIGNED_IN, { now: NOW, idleMs: 10 * 60_000, idleLimit })).toEqual({
      now: '2026-11-20T09:00:00.000Z',
      idleAt: '2026-11-20T09:50:00.000Z',
      idleMinutes: 60,
      expiresAt: '2026-11-25T09:00:00.000Z',
    });
  });

  it('a session has no idle expiry when the idle limit is off', () => {
    const idleLimit = idleLimitOf({ SESSION_IDLE_MINUTES: 0 });
    expect(toSessionExpiry(SIGNED_IN, { now: NOW, idleMs: 10 * 60_000, idleLimit })).toMatchObject({
      idleAt: null,
      idleMinutes: 0,
    });
  });
});
