/** The time zones an institution can choose (spec.md section 3, "timezone"), by their names in the IANA database. */
export const US_TIME_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
] as const;
export type UsTimeZone = (typeof US_TIME_ZONES)[number];
