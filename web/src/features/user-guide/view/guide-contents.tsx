import { type RefObject, useEffect, useRef } from 'react';
import { formatCounted } from '../../../formats/count.ts';
import type { GuideTopic } from '../../../guide-link/guide-topics.ts';
import { GUIDE_PARTS } from '../model/guide-section.ts';
import type { FoundSection } from '../model/search-guide.ts';
import { useTopicRead } from './use-topic-read.ts';

interface GuideContentsProps {
  found: readonly FoundSection[];
  /** Where reading begins. */
  asked: GuideTopic;
  /** What is read in. */
  pages: RefObject<HTMLElement | null>;
  onTopic: (topic: GuideTopic) => void;
}

/** Table of contents; in a search what was found, and how often. */
export function GuideContents({ found, asked, pages, onTopic }: GuideContentsProps) {
  const current = useTopicRead(pages, asked);
  const contents = useRef<HTMLElement>(null);
  useEffect(() => {
    // Only the contents scroll, and only if they must.
    const read = contents.current?.querySelector(`[data-of="${current}"]`);
    read?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <nav ref={contents} className="guide-contents" aria-label="Contents of the guide">
      {GUIDE_PARTS.map((part) => {
        const sections = found.filter(({ section }) => section.part === part);
        if (sections.length === 0) return null;
        return (
          <div key={part}>
            <h3>{part}</h3>
            <ul>
              {sections.map(({ section: { topic, title }, hits }) => (
                <li key={topic}>
                  <button
                    type="button"
                    data-of={topic}
                    aria-current={topic === current ? 'true' : undefined}
                    onClick={() => onTopic(topic)}
                  >
                    {title}
                    {hits > 0 && (
                      <span className="guide-hits figures" title={formatCounted(hits, 'hit')}>
                        {hits}
                        <span className="visually-hidden"> {hits === 1 ? 'hit' : 'hits'}</span>
                      </span>
                    )}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}
