/** Spec section 3, "timezone"; IANA names. */
export const US_TIME_ZONES = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'] as const;
export type UsTimeZone = (typeof US_TIME_ZONES)[number];
