import type { InstitutionProfile } from '@clearwatch/contracts/institution.dto';

/** What the server says of the institution: a test names only what it is about. */
export function anInstitution(over: Partial<InstitutionProfile> = {}): InstitutionProfile {
  return Object.assign(
    {
      version: 2,
      name: 'Harbor Light Credit Union',
      routingNumber: '021000021',
      charterNumber: '24212',
      addressLines: ['1 Wharf Street', 'Anytown, NY 10001'],
      contactName: 'Compliance office',
      contactPhone: '(555) 010-0100',
      contactEmail: 'compliance@example.org',
      savedBy: 'lena',
      savedAt: new Date(2026, 10, 2, 9, 30).toISOString(),
      displayTimeZone: null,
      timeZone: 'America/New_York',
    },
    over,
  );
}
