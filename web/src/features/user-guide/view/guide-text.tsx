import type { ReactNode } from 'react';
import type { GuideTopic } from '../../../guide-link/guide-topics.ts';
import { titleOfTopic } from '../content/guide-sections.ts';
import { findWords } from '../model/find-words.ts';
import { type InlinePart, inlineParts } from '../model/inline-parts.ts';

export interface Reading {
  /** The words that are searched for; they are marked. */
  words: readonly string[];
  onTopic: (topic: GuideTopic) => void;
}

/** A text of the guide with its buttons, links and found words. */
export function GuideText({ text, reading }: { text: string; reading: Reading }) {
  return text.split('\n').map((line, at) => (
    // Lines of a formula never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    <span key={at} className="guide-line">
      {inlineParts(line).map((part, place) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Inline key={place} part={part} reading={reading} />
      ))}
    </span>
  ));
}

function Inline({ part, reading }: { part: InlinePart; reading: Reading }) {
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
        {marked(titleOfTopic(topic), reading.words)}
      </a>
    );
  }
  const words = marked(part.text, reading.words);
  return part.kind === 'strong' ? <strong>{words}</strong> : words;
}

function marked(text: string, words: readonly string[]): ReactNode[] {
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const [from, to] of findWords(text, words)) {
    pieces.push(text.slice(end, from), <mark key={from}>{text.slice(from, to)}</mark>);
    end = to;
  }
  pieces.push(text.slice(end));
  return pieces;
}
