import { useLocation, useSearchParams } from 'react-router-dom';
import { useCloseThroughUrl, useSetParam } from './use-url-state.ts';

/** Reading order; addresses use these names (`?guide=fraud`). */
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

/** The first match counts. */
const TOPIC_BY_PATH: readonly (readonly [start: string, topic: GuideTopic])[] = [
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

export const isGuideTopic = (word: string): word is GuideTopic =>
  (GUIDE_TOPICS as readonly string[]).includes(word);

export function topicForUrl({ pathname, search }: { pathname: string; search: string }): GuideTopic {
  const params = new URLSearchParams(search);
  if (params.has('transaction')) return 'transaction';
  if (params.has('alert')) return 'alert';
  if (params.has('import')) return 'receipt';
  if (pathname === '/') return 'dashboard';
  return TOPIC_BY_PATH.find(([start]) => pathname.startsWith(start))?.[1] ?? 'first-day';
}

const GUIDE_PARAM = 'guide';

export function useOpenedGuide() {
  const [params] = useSearchParams();
  const location = useLocation();
  const setParam = useSetParam();
  const topic = params.get(GUIDE_PARAM);
  const close = useCloseThroughUrl([GUIDE_PARAM]);
  return {
    // An unknown topic still opens the guide.
    topic: topic === null ? null : isGuideTopic(topic) ? topic : GUIDE_TOPICS[0],
    open: () => setParam(GUIDE_PARAM, topicForUrl(location)),
    turnTo: (next: GuideTopic) => setParam(GUIDE_PARAM, next, { replace: true }),
    close,
  };
}
