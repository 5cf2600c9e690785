import './user-guide.css';
import { PrinterOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Input, Modal } from 'antd';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { PanelEmpty } from '../../components/panel.tsx';
import { formatQuantity } from '../../lib/number-format.ts';
import { type GuideTopic, isGuideTopic, useOpenedGuide } from '../../lib/user-guide-topics.ts';
import { GUIDE_SECTIONS, titleOfTopic } from './all-guide-sections.ts';
import { focusTopic, GuidePages, scrollToTopic } from './guide-pages.tsx';
import { type FoundSection, searchGuide, searchTerms } from './guide-search.ts';
import { GUIDE_PARTS } from './guide-section.ts';

/** How far below the upper edge a heading may stand and be the one that is read. */
const HEADING_OFFSET_PX = 80;

/**
 * Which topic is read as somebody scrolls on.
 * @param pages what scrolls
 * @param asked where reading begins
 */
function useCurrentTopic(pages: RefObject<HTMLElement | null>, asked: GuideTopic): GuideTopic {
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
  const line = scrolled.getBoundingClientRect().top + HEADING_OFFSET_PX;
  const begun = [...scrolled.querySelectorAll<HTMLElement>('[data-topic]')].filter(
    (section) => section.getBoundingClientRect().top <= line,
  );
  const topic = begun.at(-1)?.dataset['topic'] ?? '';
  return isGuideTopic(topic) ? topic : null;
}

interface GuideContentsProps {
  found: readonly FoundSection[];
  /** Where reading begins. */
  asked: GuideTopic;
  /** What is read in. */
  pages: RefObject<HTMLElement | null>;
  onTopic: (topic: GuideTopic) => void;
}

/** Table of contents; in a search what was found, and how often. */
function GuideContents({ found, asked, pages, onTopic }: GuideContentsProps) {
  const current = useCurrentTopic(pages, asked);
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
                      <span className="guide-hits figures" title={formatQuantity(hits, 'hit')}>
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

/** What the application does today, in the words of its screens. Opens where the address says. */
export default function UserGuideDialog() {
  const { topic, turnTo, close } = useOpenedGuide();
  if (topic === null) return null;
  return (
    <Modal
      open
      title="User Guide"
      width={1120}
      style={{ top: 32 }}
      footer={null}
      onCancel={close}
      wrapClassName="user-guide-wrap"
    >
      <Guide topic={topic} onTopic={turnTo} />
    </Modal>
  );
}

function Guide({ topic, onTopic }: { topic: GuideTopic; onTopic: (topic: GuideTopic) => void }) {
  const [search, setSearch] = useState('');
  const words = useMemo(() => searchTerms(search), [search]);
  const found = useMemo(() => searchGuide(GUIDE_SECTIONS, words, titleOfTopic), [words]);
  const pages = useRef<HTMLDivElement>(null);
  useEffect(() => scrollToTopic(topic), [topic]);
  useEffect(() => {
    if (words.length > 0) pages.current?.querySelector('mark')?.scrollIntoView({ block: 'center' });
  }, [words]);

  const turn = (next: GuideTopic): void => {
    // What a link leads to may not hold the words that are searched for.
    if (!found.some(({ section }) => section.topic === next)) setSearch('');
    onTopic(next);
    requestAnimationFrame(() => focusTopic(next));
  };
  return (
    <div className="user-guide">
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- jsdom knows no search element yet */}
      <div role="search" className="guide-tools">
        <Input
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          aria-label="Search the guide"
          placeholder="Search the guide"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever asks for the guide looks for something
          autoFocus
        />
        <output className="quiet">{words.length > 0 && formatSearchResult(found)}</output>
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <div className="guide-parts">
        <GuideContents found={found} asked={topic} pages={pages} onTopic={turn} />
        <div ref={pages} className="guide-pages">
          {found.length === 0 && <PanelEmpty text="Nothing in the guide holds all of these words." />}
          <GuidePages found={found} reading={{ words, onTopic: turn }} />
        </div>
      </div>
    </div>
  );
}

function formatSearchResult(found: readonly FoundSection[]): string {
  const hits = found.reduce((sum, one) => sum + one.hits, 0);
  return hits === 0
    ? 'Nothing found'
    : `${formatQuantity(hits, 'hit')} in ${formatQuantity(found.length, 'section')}`;
}
