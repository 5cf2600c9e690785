import { useSearchParams } from 'react-router-dom';
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

export const isGuideTopic = (word: string): word is GuideTopic => (GUIDE_TOPICS as readonly string[]).includes(word);

const GUIDE_PARAM = 'guide';

export function useOpenedGuide() {
  const [params] = useSearchParams();
  const setParam = useSetParam();
  const topic = params.get(GUIDE_PARAM);
  const close = useCloseThroughUrl([GUIDE_PARAM]);
  return {
    // An unknown topic still opens the guide.
    topic: topic === null ? null : isGuideTopic(topic) ? topic : GUIDE_TOPICS[0],
    open: (next: GuideTopic) => setParam(GUIDE_PARAM, next),
    turnTo: (next: GuideTopic) => setParam(GUIDE_PARAM, next, { replace: true }),
    close,
  };
}
