/** An address of every screen, and of what an address opens above one. */
export const EVERY_ADDRESS = [
  '/',
  '/import',
  '/import/documents',
  '/import/documents/7',
  '/analysis',
  '/analysis/member/Pat/Doe',
  '/companies',
  '/companies/Example%20Company',
  '/reports?company=example',
  '/ai-reports',
  '/fraud',
  '/settings',
  '/user-management',
  '/audit-log',
  '/account',
  '/nowhere',
  '/?transaction=9001',
  '/?alert=7',
  '/?guide=fraud',
] as const;

/** Parts of a screen with an address of their own: looked at while everything answers. */
export const EVERY_PART = [
  ...EVERY_ADDRESS,
  '/settings?section=institution',
  '/settings?section=notifications',
  '/settings?section=system',
  '/settings?section=retention',
  '/settings?section=security',
] as const;
