import type { ReactNode } from 'react';
import { type GuideTopic, isGuideTopic } from '../../lib/user-guide-topics.ts';
import { titleOfTopic } from './all-guide-sections.ts';
import { AlertLifecycleDiagram, ImportJourneyDiagram, ReceiptBalanceDiagram } from './guide-diagrams.tsx';
import { type DiagramName, type GuideBlock, type GuideSection, sectionTexts } from './guide-section.ts';

export function findMatches(text: string, words: readonly string[]): [from: number, to: number][] {
  if (words.length === 0) return [];
  // If two words match at the same position, the longer one counts.
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  const anyOf = new RegExp(longestFirst.map(escapeRegExp).join('|'), 'gi');
  return [...text.matchAll(anyOf)].map(({ index, 0: found }) => [index, index + found.length]);
}

const escapeRegExp = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export type InlinePart = { kind: 'words' | 'strong'; text: string } | { kind: 'link'; topic: GuideTopic };

const INLINE_MARK = /(\*\*[^*]+\*\*|\{\{[a-z-]+\}\})/;

/** Splits "Press **Take next**, see {{fraud}}" into its parts. Unknown topics stay text. */
export function parseInlineParts(text: string): InlinePart[] {
  return text
    .split(INLINE_MARK)
    .filter((piece) => piece !== '')
    .map((piece) => {
      if (piece.startsWith('**')) return { kind: 'strong', text: piece.slice(2, -2) };
      const topic = /^\{\{(.+)\}\}$/.exec(piece)?.[1] ?? '';
      return isGuideTopic(topic) ? { kind: 'link', topic } : { kind: 'words', text: piece };
    });
}

export interface FoundSection {
  section: GuideSection;
  /** 0 when the search is empty. */
  hits: number;
}

/** Ignores single letters, which would match everything. */
export function searchTerms(search: string): string[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word.length > 1);
}

export function searchGuide(
  sections: readonly GuideSection[],
  words: readonly string[],
  titleOf: (section: GuideSection['topic']) => string,
): FoundSection[] {
  if (words.length === 0) return sections.map((section) => ({ section, hits: 0 }));
  return sections.flatMap((section) => {
    const pieces = sectionTexts(section).flatMap((text) =>
      parseInlineParts(text).map((part) => (part.kind === 'link' ? titleOf(part.topic) : part.text)),
    );
    if (!words.every((word) => pieces.some((piece) => findMatches(piece, [word]).length > 0))) return [];
    // Counted as highlighted: "return" and "returned" at the same position are one hit.
    const hits = pieces.reduce((count, piece) => count + findMatches(piece, words).length, 0);
    return [{ section, hits }];
  });
}

type ReadingContext = { searchTerms: readonly string[]; onTopic: (topic: GuideTopic) => void };

function GuideText({ text, reading }: { text: string; reading: ReadingContext }) {
  return text.split('\n').map((line, index) => (
    // The order of the lines never changes.
    // oxlint-disable-next-line react/no-array-index-key
    <span key={index} className="guide-line">
      {parseInlineParts(line).map((part, position) => (
        // oxlint-disable-next-line react/no-array-index-key
        <InlineText key={position} part={part} reading={reading} />
      ))}
    </span>
  ));
}

function InlineText({ part, reading }: { part: InlinePart; reading: ReadingContext }) {
  if (part.kind !== 'link') {
    const text = highlightMatches(part.text, reading.searchTerms);
    return part.kind === 'strong' ? <strong>{text}</strong> : text;
  }
  const { topic } = part;
  return (
    <a
      href={`?guide=${topic}`}
      onClick={(event) => {
        // Modified clicks open a new tab or window.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        reading.onTopic(topic);
      }}
    >
      {highlightMatches(titleOfTopic(topic), reading.searchTerms)}
    </a>
  );
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

function GuideBlockView({ block, reading }: { block: GuideBlock; reading: ReadingContext }) {
  const format = (text: string) => <GuideText text={text} reading={reading} />;
  switch (block.kind) {
    case 'text':
      return <p>{format(block.text)}</p>;
    case 'heading':
      return <h3>{format(block.text)}</h3>;
    case 'list':
    case 'steps': {
      const List = block.kind === 'steps' ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item) => (
            <li key={item}>{format(item)}</li>
          ))}
        </List>
      );
    }
    case 'terms':
      return (
        <dl>
          {block.terms.map(([term, meaning]) => (
            <div key={term}>
              <dt>{format(term)}</dt>
              <dd>{format(meaning)}</dd>
            </div>
          ))}
        </dl>
      );
    case 'diagram':
      return (
        <figure className="guide-diagram">
          {DIAGRAMS[block.diagram]()}
          <figcaption>{format(block.words)}</figcaption>
        </figure>
      );
    case 'table':
      return (
        <table>
          <caption>{format(block.caption)}</caption>
          <thead>
            <tr>
              {block.columns.map((column) => (
                <th key={column} scope="col">
                  {format(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row) => (
              <tr key={row.join(' ')}>
                {row.map((cell, column) => (
                  <td key={`${block.columns[column]} ${cell}`}>{format(cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
  }
}

const headingId = (topic: GuideTopic): string => `guide-${topic}`;

export function scrollToTopic(topic: GuideTopic): void {
  document.getElementById(headingId(topic))?.scrollIntoView({ block: 'start' });
}

/** Keyboard navigation continues from the section that a link opened. */
export function focusTopic(topic: GuideTopic): void {
  scrollToTopic(topic);
  document.getElementById(headingId(topic))?.focus({ preventScroll: true });
}

/** Shows all sections in one column so that the whole guide can be printed. */
export function GuidePages({ found, reading }: { found: readonly FoundSection[]; reading: ReadingContext }) {
  return found.map(({ section: { topic, title, blocks } }) => (
    <section key={topic} aria-labelledby={headingId(topic)} data-topic={topic}>
      <h2 id={headingId(topic)} tabIndex={-1}>
        <GuideText text={title} reading={reading} />
      </h2>
      {blocks.map((block, index) => (
        // The order of the blocks never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <GuideBlockView key={index} block={block} reading={reading} />
      ))}
    </section>
  ));
}
