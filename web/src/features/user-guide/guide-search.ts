import { type GuideTopic, isGuideTopic } from '../../lib/user-guide-topics.ts';
import { type GuideSection, sectionTexts } from './guide-section.ts';

/** Where one of the words stands in a text: [first, behind the last], in order, without overlap. */
export function findMatches(text: string, words: readonly string[]): [from: number, to: number][] {
  if (words.length === 0) return [];
  const anyOf = new RegExp(words.toSorted(longestFirst).map(escapeRegExp).join('|'), 'gi');
  return [...text.matchAll(anyOf)].map(({ index, 0: found }) => [index, index + found.length]);
}

/** Of two words at one place the longer one counts. */
function longestFirst(one: string, other: string): number {
  return other.length - one.length;
}

function escapeRegExp(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** A piece of a line: plain words, the words of a button, or a link to a topic. */
export type InlinePart = { kind: 'words' | 'strong'; text: string } | { kind: 'link'; topic: GuideTopic };

const INLINE_MARK = /(\*\*[^*]+\*\*|\{\{[a-z-]+\}\})/;

/** "Press **Take next**, see {{fraud}}" in its parts. What is no known mark stays as it is written. */
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
  /** How often words of the search stand in it; 0 when nothing is searched for. */
  hits: number;
}

/** The words of a search; single letters find everything and are left out. */
export function searchTerms(search: string): string[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word.length > 1);
}

/** The sections that hold all words of a search somewhere, in reading order; without words all of them. */
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
    const countOf = (word: string): number =>
      pieces.reduce((count, piece) => count + findMatches(piece, [word]).length, 0);
    const hasAll = words.every((word) => countOf(word) > 0);
    if (!hasAll) return [];
    // Counted as they are marked: "return" and "returned" at one place are one hit.
    const hits = pieces.reduce((count, piece) => count + findMatches(piece, words).length, 0);
    return [{ section, hits }];
  });
}
