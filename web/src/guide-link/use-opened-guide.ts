import { useLocation, useSearchParams } from 'react-router-dom';
import { useCloseInAddress } from '../addresses/use-close-in-address.ts';
import { GUIDE_TOPICS, type GuideTopic, isGuideTopic, topicAt } from './guide-topics.ts';

const NAME = 'guide';

interface OpenedGuide {
  /** Null: the guide is closed. */
  topic: GuideTopic | null;
  /** At what it says about the screen that is shown. */
  open: () => void;
  turnTo: (topic: GuideTopic) => void;
  close: () => void;
}

/** Where the guide is open lives in the address, above every screen: a colleague can be sent to a sentence of it. */
export function useOpenedGuide(): OpenedGuide {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const asked = params.get(NAME);
  const close = useCloseInAddress([NAME]);
  const set = (topic: GuideTopic, replace: { replace?: true } = {}): void =>
    setParams((current) => {
      const changed = new URLSearchParams(current);
      changed.set(NAME, topic);
      return changed;
    }, replace);
  return {
    // An address that names nothing the guide knows still asks for the guide.
    topic: asked === null ? null : isGuideTopic(asked) ? asked : GUIDE_TOPICS[0],
    open: () => set(topicAt(location)),
    // Reading on is no step to go back through.
    turnTo: (topic) => set(topic, { replace: true }),
    close,
  };
}
