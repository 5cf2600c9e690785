import type { Word, WordPage } from '../layout/word.ts';

/** A word in print, at the top left of its page unless it is told where. */
export function aWord(text: string, at: Partial<Omit<Word, 'text'>> = {}): Word {
  return { text, x: 0, y: 0, width: 6 * text.length, height: 10, confidence: 1, ...at };
}

export function aPage(words: readonly Word[], page = 1): WordPage {
  return { page, width: 600, height: 800, words };
}

/** The same pages as a reader of pictures gives them; it is unsure of the words that are named. */
export function asPicture(
  pages: readonly WordPage[],
  unsure: Readonly<Record<string, number>> = {},
): WordPage[] {
  return pages.map((page) => ({
    ...page,
    words: page.words.map((word) => ({ ...word, confidence: unsure[word.text] ?? 0.97 })),
  }));
}
