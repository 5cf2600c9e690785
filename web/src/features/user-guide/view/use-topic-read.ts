import { type RefObject, useEffect, useState } from 'react';
import { type GuideTopic, isGuideTopic } from '../../../guide-link/guide-topics.ts';

/** How far below the upper edge a heading may stand and be the one that is read. */
const READ_ABOVE_PX = 80;

/**
 * Which topic is read as somebody scrolls on.
 * @param pages what scrolls
 * @param asked where reading begins
 */
export function useTopicRead(pages: RefObject<HTMLElement | null>, asked: GuideTopic): GuideTopic {
  const [read, setRead] = useState({ asked, topic: asked });
  if (read.asked !== asked) setRead({ asked, topic: asked });

  useEffect(() => {
    const scrolled = pages.current;
    if (scrolled === null) return;
    const look = (): void => {
      const topic = topicAtTop(scrolled);
      if (topic !== null) setRead({ asked, topic });
    };
    scrolled.addEventListener('scroll', look, { passive: true });
    return () => scrolled.removeEventListener('scroll', look);
  }, [pages, asked]);
  return read.topic;
}

function topicAtTop(scrolled: HTMLElement): GuideTopic | null {
  const line = scrolled.getBoundingClientRect().top + READ_ABOVE_PX;
  const begun = [...scrolled.querySelectorAll<HTMLElement>('[data-topic]')].filter(
    (section) => section.getBoundingClientRect().top <= line,
  );
  const topic = begun.at(-1)?.dataset['topic'] ?? '';
  return isGuideTopic(topic) ? topic : null;
}
