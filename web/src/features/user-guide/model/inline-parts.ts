import { type GuideTopic, isGuideTopic } from '../../../guide-link/guide-topics.ts';

/** A piece of a line: plain words, the words of a button, or a link to a topic. */
export type InlinePart = { kind: 'words' | 'strong'; text: string } | { kind: 'link'; topic: GuideTopic };

const MARKED = /(\*\*[^*]+\*\*|\{\{[a-z-]+\}\})/;

/** "Press **Take next**, see {{fraud}}" in its parts. What is no known mark stays as it is written. */
export function inlineParts(text: string): InlinePart[] {
  return text
    .split(MARKED)
    .filter((piece) => piece !== '')
    .map((piece) => {
      if (piece.startsWith('**')) return { kind: 'strong', text: piece.slice(2, -2) };
      const topic = /^\{\{(.+)\}\}$/.exec(piece)?.[1] ?? '';
      return isGuideTopic(topic) ? { kind: 'link', topic } : { kind: 'words', text: piece };
    });
}
