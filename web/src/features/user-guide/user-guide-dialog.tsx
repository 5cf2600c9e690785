import { PrinterOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Input, Modal } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { formatCounted } from '../../formats/count.ts';
import type { GuideTopic } from '../../guide-link/guide-topics.ts';
import { useOpenedGuide } from '../../guide-link/use-opened-guide.ts';
import { PanelEmpty } from '../../panels/panel-states.tsx';
import { GUIDE_SECTIONS, titleOfTopic } from './content/guide-sections.ts';
import { type FoundSection, searchedWords, searchGuide } from './model/search-guide.ts';
import './user-guide.css';
import './print.css';
import { GuideContents } from './view/guide-contents.tsx';
import { GuidePages } from './view/guide-pages.tsx';
import { goTo, scrollTo } from './view/heading-of.ts';

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
  const words = useMemo(() => searchedWords(search), [search]);
  const found = useMemo(() => searchGuide(GUIDE_SECTIONS, words, titleOfTopic), [words]);
  const pages = useRef<HTMLDivElement>(null);
  useEffect(() => scrollTo(topic), [topic]);
  useEffect(() => {
    if (words.length > 0) pages.current?.querySelector('mark')?.scrollIntoView({ block: 'center' });
  }, [words]);

  const turn = (next: GuideTopic): void => {
    // What a link leads to may not hold the words that are searched for.
    if (!found.some(({ section }) => section.topic === next)) setSearch('');
    onTopic(next);
    requestAnimationFrame(() => goTo(next));
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
        <output className="quiet">{words.length > 0 && foundWords(found)}</output>
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

function foundWords(found: readonly FoundSection[]): string {
  const hits = found.reduce((sum, one) => sum + one.hits, 0);
  return hits === 0
    ? 'Nothing found'
    : `${formatCounted(hits, 'hit')} in ${formatCounted(found.length, 'section')}`;
}
