/** Screens with much beside one another, and what stands there once they are filled. */
export const FILLED_SCREENS = [
  { path: '/', drawn: 'canvas' },
  { path: '/import', drawn: 'tbody tr' },
  { path: '/analysis', drawn: 'tbody tr' },
  { path: '/companies', drawn: 'tbody tr' },
  { path: '/reports?company=a', drawn: 'tbody tr' },
  { path: '/fraud?details=shown', drawn: 'tbody tr' },
  { path: '/settings?open=structuring', drawn: 'tbody tr' },
  { path: '/settings?section=system', drawn: 'tbody tr' },
  { path: '/settings?tab=versions', drawn: 'tbody tr' },
  { path: '/user-management', drawn: 'tbody tr' },
  { path: '/audit-log', drawn: 'tbody tr' },
] as const;
