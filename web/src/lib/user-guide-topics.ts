import { useSearchParams } from 'react-router-dom';
import { useCloseThroughUrl } from './use-url-state.ts';

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

export function isGuideTopic(word: string): word is GuideTopic {
  return (GUIDE_TOPICS as readonly string[]).includes(word);
}

const GUIDE_PARAM = 'guide';

interface OpenedGuide {
  /** Null: the guide is closed. */
  topic: GuideTopic | null;
  open: (topic: GuideTopic) => void;
  turnTo: (topic: GuideTopic) => void;
  close: () => void;
}

/** Where the guide is open lives in the address, above every screen: a colleague can be sent to a sentence of it. */
export function useOpenedGuide(): OpenedGuide {
  const [params, setParams] = useSearchParams();
  const topic = params.get(GUIDE_PARAM);
  const close = useCloseThroughUrl([GUIDE_PARAM]);
  const set = (topic: GuideTopic, replace: { replace?: true } = {}): void =>
    setParams((current) => {
      const changed = new URLSearchParams(current);
      changed.set(GUIDE_PARAM, topic);
      return changed;
    }, replace);
  return {
    // An address that names nothing the guide knows still asks for the guide.
    topic: topic === null ? null : isGuideTopic(topic) ? topic : GUIDE_TOPICS[0],
    open: (topic) => set(topic),
    // Reading on is no step to go back through.
    turnTo: (topic) => set(topic, { replace: true }),
    close,
  };
}
