import type { Principal } from './principal.ts';
import type { SignedIn } from './session-data.ts';
import { standsBehind } from './stands-behind.ts';

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
  before: { lastLogin: null, failedSinceLastLogin: 0, lastFailedLogin: null },
  ...more,
});

describe('who stands behind a session', () => {
  it('is the unchanged, active user, for seven days', () => {
    expect(standsBehind(aPrincipal(), aSession(), NOW)).toBe(true);
    expect(standsBehind(aPrincipal({ role: 'Admin' }), aSession(), NOW)).toBe(true);
    expect(standsBehind(aPrincipal(), aSession({ signedInAt: NOW - 7 * DAY }), NOW)).toBe(true);
  });

  it.each([
    ['deleted', null, aSession()],
    ['deactivated', aPrincipal({ isActive: false }), aSession()],
    ['another', aPrincipal({ userId: 8 }), aSession()],
    ['reset since', aPrincipal({ sessionVersion: 4 }), aSession()],
    ['away for too long', aPrincipal(), aSession({ signedInAt: NOW - 7 * DAY - 1 })],
  ])('is nobody when the user is %s', (_how, principal, session) => {
    expect(standsBehind(principal, session, NOW)).toBe(false);
  });
});
