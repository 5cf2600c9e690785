import type { ReactNode } from 'react';
import type { GuideTopic } from '../../lib/user-guide-topics.ts';
import { titleOfTopic } from './all-guide-sections.ts';
import { AlertLifecycleDiagram, ImportJourneyDiagram, ReceiptBalanceDiagram } from './guide-diagrams.tsx';
import { type FoundSection, findMatches, type InlinePart, parseInlineParts } from './guide-search.ts';
import type { GuideBlock as Block, DiagramName } from './guide-section.ts';

interface ReadingContext {
  /** The words that are searched for; they are marked. */
  words: readonly string[];
  onTopic: (topic: GuideTopic) => void;
}

/** A text of the guide with its buttons, links and found words. */
function GuideText({ text, reading }: { text: string; reading: ReadingContext }) {
  return text.split('\n').map((line, at) => (
    // Lines of a formula never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    <span key={at} className="guide-line">
      {parseInlineParts(line).map((part, place) => (
        // oxlint-disable-next-line react/no-array-index-key
        <InlineText key={place} part={part} reading={reading} />
      ))}
    </span>
  ));
}

function InlineText({ part, reading }: { part: InlinePart; reading: ReadingContext }) {
  if (part.kind === 'link') {
    const { topic } = part;
    return (
      <a
        href={`?guide=${topic}`}
        onClick={(event) => {
          // Another tab stays another tab.
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          reading.onTopic(topic);
        }}
      >
        {highlightMatches(titleOfTopic(topic), reading.words)}
      </a>
    );
  }
  const words = highlightMatches(part.text, reading.words);
  return part.kind === 'strong' ? <strong>{words}</strong> : words;
}

function highlightMatches(text: string, words: readonly string[]): ReactNode[] {
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const [from, to] of findMatches(text, words)) {
    pieces.push(text.slice(end, from), <mark key={from}>{text.slice(from, to)}</mark>);
    end = to;
  }
  pieces.push(text.slice(end));
  return pieces;
}

const DIAGRAMS: Record<DiagramName, typeof AlertLifecycleDiagram> = {
  'import-journey': ImportJourneyDiagram,
  'receipt-balance': ReceiptBalanceDiagram,
  'alert-life': AlertLifecycleDiagram,
};

interface GuideBlockViewProps {
  block: Block;
  reading: ReadingContext;
}

function GuideBlockView({ block, reading }: GuideBlockViewProps) {
  const say = (text: string) => <GuideText text={text} reading={reading} />;
  if (block.kind === 'text') return <p>{say(block.text)}</p>;
  if (block.kind === 'heading') return <h3>{say(block.text)}</h3>;
  if (block.kind === 'table') return <GuideTable block={block} reading={reading} />;
  if (block.kind === 'diagram') {
    const Diagram = DIAGRAMS[block.diagram];
    return (
      <figure className="guide-diagram">
        <Diagram />
        <figcaption>{say(block.words)}</figcaption>
      </figure>
    );
  }
  if (block.kind === 'terms') {
    return (
      <dl>
        {block.terms.map(([term, meaning]) => (
          <div key={term}>
            <dt>{say(term)}</dt>
            <dd>{say(meaning)}</dd>
          </div>
        ))}
      </dl>
    );
  }
  const List = block.kind === 'steps' ? 'ol' : 'ul';
  return (
    <List>
      {block.items.map((item) => (
        <li key={item}>{say(item)}</li>
      ))}
    </List>
  );
}

interface GuideTableProps {
  block: Extract<Block, { kind: 'table' }>;
  reading: ReadingContext;
}

function GuideTable({ block: { caption, columns, rows }, reading }: GuideTableProps) {
  return (
    <table>
      <caption>
        <GuideText text={caption} reading={reading} />
      </caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              <GuideText text={column} reading={reading} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.join(' ')}>
            {row.map((cell, at) => (
              <td key={`${columns[at]} ${cell}`}>
                <GuideText text={cell} reading={reading} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The heading of a section, to be scrolled to and to take the focus. */
function headingId(topic: GuideTopic): string {
  return `guide-${topic}`;
}

export function scrollToTopic(topic: GuideTopic): void {
  document.getElementById(headingId(topic))?.scrollIntoView({ block: 'start' });
}

/** With the keyboard: whoever follows a link reads on from there. */
export function focusTopic(topic: GuideTopic): void {
  scrollToTopic(topic);
  document.getElementById(headingId(topic))?.focus({ preventScroll: true });
}

/** The sections themselves, one below the other: to be read through, and printed as a whole. */
export function GuidePages({ found, reading }: { found: readonly FoundSection[]; reading: ReadingContext }) {
  return found.map(({ section: { topic, title, blocks } }) => (
    <section key={topic} aria-labelledby={headingId(topic)} data-topic={topic}>
      <h2 id={headingId(topic)} tabIndex={-1}>
        <GuideText text={title} reading={reading} />
      </h2>
      {blocks.map((block, at) => (
        // Blocks never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        <GuideBlockView key={at} block={block} reading={reading} />
      ))}
    </section>
  ));
}
