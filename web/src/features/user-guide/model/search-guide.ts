import { findWords } from './find-words.ts';
import { type GuideSection, textsOf } from './guide-section.ts';
import { inlineParts } from './inline-parts.ts';

export interface FoundSection {
  section: GuideSection;
  /** How often words of the search stand in it; 0 when nothing is searched for. */
  hits: number;
}

/** The words of a search; single letters find everything and are left out. */
export function searchedWords(search: string): string[] {
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
    const pieces = textsOf(section).flatMap((text) =>
      inlineParts(text).map((part) => (part.kind === 'link' ? titleOf(part.topic) : part.text)),
    );
    const countOf = (word: string): number =>
      pieces.reduce((count, piece) => count + findWords(piece, [word]).length, 0);
    const hasAll = words.every((word) => countOf(word) > 0);
    if (!hasAll) return [];
    // Counted as they are marked: "return" and "returned" at one place are one hit.
    const hits = pieces.reduce((count, piece) => count + findWords(piece, words).length, 0);
    return [{ section, hits }];
  });
}
