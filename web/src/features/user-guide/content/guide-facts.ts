// Said again because importing the values would bring class-validator to the browser; the types keep them equal.

type Auth = typeof import('@clearwatch/contracts/http/auth');
export const PASSWORD_MIN_LENGTH: Auth['PASSWORD_MIN_LENGTH'] = 8;
export const TOTP_DIGITS: Auth['TOTP_DIGITS'] = 6;
export const MAX_FAILED_LOGINS: Auth['MAX_FAILED_LOGINS'] = 3;
export const LOCKOUT_MINUTES: Auth['LOCKOUT_MINUTES'] = 15;
export const MOST_DOCUMENTS: typeof import('@clearwatch/contracts/http/documents').MOST_DOCUMENTS = 20;
export const MOST_REVIEWED_AT_ONCE: typeof import('@clearwatch/contracts/http/unusual-activities').MOST_REVIEWED_AT_ONCE = 500;

/** What services keep to themselves; `test/docs/guide-facts.spec.ts` holds these against them. */
export const SERVICE_FACTS = {
  sessionDays: 7,
  usualIdleMinutes: 60,
  recoveryCodes: 10,
  uploadGigabytes: 2,
  documentMegabytes: 50,
  alertLockMinutes: 15,
  reportYears: 2,
  auditLogMonths: 12,
} as const;
