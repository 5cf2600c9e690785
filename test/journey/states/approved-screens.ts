/** Screens whose looks a person has approved, and what stands on them once they are drawn. */
export const APPROVED_SCREENS = [
  { name: 'dashboard', path: '/', theme: 'light', drawn: 'canvas' },
  { name: 'dashboard-dark', path: '/', theme: 'dark', drawn: 'canvas' },
  { name: 'fraud', path: '/fraud', theme: 'light', drawn: 'ul[aria-label="Alerts"] li' },
  { name: 'members', path: '/analysis', theme: 'dark', drawn: 'tbody tr' },
  { name: 'companies', path: '/companies', theme: 'light', drawn: 'tbody tr' },
  { name: 'report', path: '/reports?company=pay', theme: 'light', drawn: 'tbody tr' },
  { name: 'settings', path: '/settings', theme: 'light', drawn: '[role="tablist"]' },
  { name: 'import', path: '/import', theme: 'dark', drawn: 'tbody tr' },
] as const;
