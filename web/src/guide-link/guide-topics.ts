/** What the user guide speaks about, in reading order; addresses name it (`?guide=fraud`). */
export const GUIDE_TOPICS = [
  'first-day',
  'roles',
  'alert-story',
  'counted',
  'find',
  'views',
  'dashboard',
  'import',
  'receipt',
  'documents',
  'members',
  'member',
  'companies',
  'company',
  'reports',
  'ai-reports',
  'fraud',
  'alert',
  'transaction',
  'settings',
  'users',
  'audit-log',
  'account',
  'keyboard',
  'trouble',
  'admins',
  'examiners',
  'rules',
  'figures',
  'codes',
  'words',
] as const;

export type GuideTopic = (typeof GUIDE_TOPICS)[number];

/** The longest beginning of an address counts; the patterns of `app/screens.ts` without their parameters. */
const OF_SCREEN: readonly (readonly [start: string, topic: GuideTopic])[] = [
  ['/import/documents', 'documents'],
  ['/import', 'import'],
  ['/analysis/member/', 'member'],
  ['/analysis', 'members'],
  ['/companies/', 'company'],
  ['/companies', 'companies'],
  ['/reports', 'reports'],
  ['/ai-reports', 'ai-reports'],
  ['/fraud', 'fraud'],
  ['/settings', 'settings'],
  ['/user-management', 'users'],
  ['/audit-log', 'audit-log'],
  ['/account', 'account'],
];

export function isGuideTopic(word: string): word is GuideTopic {
  return (GUIDE_TOPICS as readonly string[]).includes(word);
}

/** What the guide says about a screen, or about what is open above it. */
export function topicAt({ pathname, search }: { pathname: string; search: string }): GuideTopic {
  const params = new URLSearchParams(search);
  if (params.has('transaction')) return 'transaction';
  if (params.has('alert')) return 'alert';
  if (params.has('import')) return 'receipt';
  if (pathname === '/') return 'dashboard';
  return OF_SCREEN.find(([start]) => pathname.startsWith(start))?.[1] ?? 'first-day';
}
