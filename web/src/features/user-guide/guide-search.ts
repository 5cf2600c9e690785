import { type GuideTopic, isGuideTopic } from '../../lib/user-guide-topics.ts';
import { type GuideSection, sectionTexts } from './guide-section.ts';

/** Positions of the words in a text, in order and without overlap. */
export function findMatches(text: string, words: readonly string[]): [from: number, to: number][] {
  if (words.length === 0) return [];
  // Where two words begin at one place the longer one counts.
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  const anyOf = new RegExp(longestFirst.map(escapeRegExp).join('|'), 'gi');
  return [...text.matchAll(anyOf)].map(({ index, 0: found }) => [index, index + found.length]);
}

function escapeRegExp(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

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
  /** 0 without a search. */
  hits: number;
}

/** Single letters would match everything and are left out. */
export function searchTerms(search: string): string[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word.length > 1);
}

/** The sections that contain all words of a search, in reading order; without words all sections. */
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
    // "return" and "returned" at one place are one hit, as they are marked.
    const hits = pieces.reduce((count, piece) => count + findMatches(piece, words).length, 0);
    return [{ section, hits }];
  });
}
