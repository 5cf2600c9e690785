import './user-guide.css';
import { PrinterOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Input, Modal } from 'antd';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { PanelEmpty } from '../../components/panel.tsx';
import { formatQuantity } from '../../lib/number-format.ts';
import { type GuideTopic, isGuideTopic, useOpenedGuide } from '../../lib/user-guide-topics.ts';
import { GUIDE_SECTIONS, titleOfTopic } from './all-guide-sections.ts';
import { type FoundSection, focusTopic, GuidePages, scrollToTopic, searchGuide, searchTerms } from './guide-pages.tsx';
import { GUIDE_PARTS } from './guide-section.ts';

/** A section becomes current when its heading is this close to the top edge. */
const HEADING_OFFSET_PX = 80;

/** The topic at the top of the scroll area; initially the opened topic. */
function useCurrentTopic(pages: RefObject<HTMLElement | null>, opened: GuideTopic): GuideTopic {
  const [current, setCurrent] = useState({ opened, topic: opened });
  if (current.opened !== opened) setCurrent({ opened, topic: opened });

  useEffect(() => {
    const scrolled = pages.current;
    if (scrolled === null) return;
    const update = (): void => {
      const line = scrolled.getBoundingClientRect().top + HEADING_OFFSET_PX;
      const section = [...scrolled.querySelectorAll<HTMLElement>('[data-topic]')].findLast(
        (candidate) => candidate.getBoundingClientRect().top <= line,
      );
      const topic = section?.dataset['topic'] ?? '';
      if (isGuideTopic(topic)) setCurrent({ opened, topic });
    };
    scrolled.addEventListener('scroll', update, { passive: true });
    return () => scrolled.removeEventListener('scroll', update);
  }, [pages, opened]);
  return current.topic;
}

interface GuideContentsProps {
  found: readonly FoundSection[];
  opened: GuideTopic;
  pages: RefObject<HTMLElement | null>;
  onTopic: (topic: GuideTopic) => void;
}

function GuideContents({ found, opened, pages, onTopic }: GuideContentsProps) {
  const current = useCurrentTopic(pages, opened);
  const contents = useRef<HTMLElement>(null);
  useEffect(() => {
    contents.current?.querySelector(`[data-of="${current}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <nav ref={contents} className="guide-contents" aria-label="Table of contents">
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
  const terms = useMemo(() => searchTerms(search), [search]);
  const found = useMemo(() => searchGuide(GUIDE_SECTIONS, terms, titleOfTopic), [terms]);
  const pages = useRef<HTMLDivElement>(null);
  useEffect(() => scrollToTopic(topic), [topic]);
  useEffect(() => {
    if (terms.length > 0) pages.current?.querySelector('mark')?.scrollIntoView({ block: 'center' });
  }, [terms]);

  const turn = (next: GuideTopic): void => {
    // The search may hide the section.
    if (!found.some(({ section }) => section.topic === next)) setSearch('');
    onTopic(next);
    requestAnimationFrame(() => focusTopic(next));
  };
  return (
    <div className="user-guide">
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- jsdom does not support the search element yet */}
      <div role="search" className="guide-tools">
        <Input
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          aria-label="Search the guide"
          placeholder="Search the guide"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- users open the guide to search it
          autoFocus
        />
        <output className="quiet">{terms.length > 0 && formatSearchResult(found)}</output>
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <div className="guide-parts">
        <GuideContents found={found} opened={topic} pages={pages} onTopic={turn} />
        <div ref={pages} className="guide-pages">
          {found.length === 0 && <PanelEmpty text="No section contains all of these words." />}
          <GuidePages found={found} reading={{ searchTerms: terms, onTopic: turn }} />
        </div>
      </div>
    </div>
  );
}

function formatSearchResult(found: readonly FoundSection[]): string {
  const hits = found.reduce((sum, one) => sum + one.hits, 0);
  return hits === 0 ? 'No results' : `${formatQuantity(hits, 'hit')} in ${formatQuantity(found.length, 'section')}`;
}
