import { alignedLines } from './aligned-lines.ts';
import type { Word, WordPage } from './word.ts';

/** Units of one character: narrow and high, as print is, so that a blank between words is no gap between columns. */
const WIDTH = 6;
const HEIGHT = 10;
const LINE = 12;
const TAB = 8;

/**
 * Words of a plain text, placed as a typewriter would: columns in listings are told by their place. A form feed begins a page.
 */
export function textPages(text: string): WordPage[] {
  const pages = text
    .replaceAll('\r\n', '\n')
    .split('\f')
    .map((page) => page.split('\n'));
  // Over all pages at once: a table goes on where it began.
  const aligned = alignedLines(pages.flat());
  let from = 0;
  return pages.map(({ length: count }, index) => {
    const lines = aligned
      .slice(from, from + count)
      .flatMap((line) => line.split('\n'))
      .map(withoutTabs);
    from += count;
    return {
      page: index + 1,
      width: WIDTH * lines.reduce((widest, { length }) => Math.max(widest, length), 1),
      height: LINE * lines.length,
      words: lines.flatMap((line, row) => wordsOf(line, row)),
    };
  });
}

function wordsOf(line: string, row: number): Word[] {
  return [...line.matchAll(/\S+/g)].map(({ 0: text, index }) => ({
    text,
    x: index * WIDTH,
    y: row * LINE,
    width: text.length * WIDTH,
    height: HEIGHT,
    confidence: 1,
  }));
}

function withoutTabs(line: string): string {
  let result = '';
  for (const sign of line) result += sign === '\t' ? ' '.repeat(TAB - (result.length % TAB)) : sign;
  return result;
}
