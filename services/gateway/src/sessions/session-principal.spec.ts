import type { Principal } from './session.entity.ts';
import { idleLimitOf, isSessionValid, type SessionAge, type SignedIn } from './session-principal.ts';

const NOW = Date.parse('2026-11-20T09:00:00Z');
const DAY = 24 * 3_600_000;

const aPrincipal = (more: Partial<Principal> = {}): Principal => ({
  userId: 7,
  username: 'pat.doe',
  role: 'User',
  isActive: true,
  twoFactorEnabled: true,
  sessionVersion: 3,
  ...more,
});
const aSession = (more: Partial<SignedIn> = {}): SignedIn => ({
  userId: 7,
  stage: 'complete',
  sessionVersion: 3,
  signedInAt: NOW - DAY,
  address: null,
  browser: null,
  before: { lastLogin: null, failedSinceLastLogin: 0, lastFailedLogin: null, accountChanges: [] },
  ...more,
});

const anAge = (more: Partial<SessionAge> = {}): SessionAge => ({
  now: NOW,
  idleMs: 0,
  idleLimit: idleLimitOf({ SESSION_IDLE_MINUTES: 60 }),
  ...more,
});

describe('validity of a session', () => {
  it('a session of an unchanged active user is valid for seven days', () => {
    expect(isSessionValid(aPrincipal(), aSession(), anAge())).toBe(true);
    expect(isSessionValid(aPrincipal({ role: 'Admin' }), aSession(), anAge())).toBe(true);
    expect(isSessionValid(aPrincipal(), aSession({ signedInAt: NOW - 7 * DAY }), anAge())).toBe(true);
  });

  it.each([
    ['deleted', null, aSession()],
    ['deactivated', aPrincipal({ isActive: false }), aSession()],
    ['another', aPrincipal({ userId: 8 }), aSession()],
    ['reset since', aPrincipal({ sessionVersion: 4 }), aSession()],
    ['signed in more than seven days ago', aPrincipal(), aSession({ signedInAt: NOW - 7 * DAY - 1 })],
  ])('a session is invalid when the user is %s', (_how, principal, session) => {
    expect(isSessionValid(principal, session, anAge())).toBe(false);
  });

  it('a session becomes invalid at the idle limit, not earlier', () => {
    const after = (idleMs: number) => isSessionValid(aPrincipal(), aSession(), anAge({ idleMs }));
    expect(after(60 * 60_000 - 1)).toBe(true);
    expect(after(60 * 60_000)).toBe(false);
  });

  it('a session stays valid despite idle time when the idle limit is off', () => {
    const idleLimit = idleLimitOf({ SESSION_IDLE_MINUTES: 0 });
    expect(isSessionValid(aPrincipal(), aSession(), anAge({ idleMs: 6 * DAY, idleLimit }))).toBe(true);
  });
});
