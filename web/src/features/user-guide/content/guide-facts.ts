/** What services keep to themselves; `test/docs/guide-facts.spec.ts` holds these against them. */
export const SERVICE_FACTS = {
  sessionDays: 7,
  usualIdleMinutes: 60,
  recoveryCodes: 10,
  uploadGigabytes: 2,
  documentMegabytes: 50,
  alertLockMinutes: 15,
  reportYears: 2,
} as const;
