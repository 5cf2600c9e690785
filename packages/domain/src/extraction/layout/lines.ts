import { around, type Box, middleOf, type Rule, type Word, type WordPage } from './word.ts';

/** Words that stand on one line of a page, from left to right. */
export interface Line {
  page: number;
  words: readonly Word[];
  box: Box;
  /** Where drawn lines cross it from above, from left to right. */
  verticals?: readonly number[];
}

/** Two words are on one line when their middles are closer than this part of the lower one's height. */
const SAME_LINE = 0.5;

/** Nothing, or bars: what parts columns, and is in none. */
const IS_RULING = /^[\s|¦]*$/;

/** The lines of a page from top to bottom. Words of different heights on one line stay together. */
export function linesOf({ page, words, rules = [] }: WordPage): Line[] {
  const open: { words: Word[]; middle: number; height: number }[] = [];
  for (const word of words
    .filter(({ text }) => !IS_RULING.test(text))
    .toSorted((a, b) => middleOf(a) - middleOf(b))) {
    const last = open.at(-1);
    const reach = last === undefined ? 0 : SAME_LINE * Math.min(last.height, word.height);
    if (last !== undefined && Math.abs(middleOf(word) - last.middle) <= reach) {
      last.words.push(word);
      // The mean, so that a slightly slanted line does not lose its end.
      last.middle += (middleOf(word) - last.middle) / last.words.length;
      last.height = Math.max(last.height, word.height);
    } else open.push({ words: [word], middle: middleOf(word), height: word.height });
  }
  return open.map((line) => {
    const box = around(line.words);
    const verticals = verticalsAt(rules, middleOf(box));
    return {
      page,
      words: line.words.toSorted((a, b) => a.x - b.x),
      box,
      ...(verticals.length > 0 && { verticals }),
    };
  });
}

/** Two lines closer than this are one that is drawn double. */
const DOUBLE = 4;

function verticalsAt(rules: readonly Rule[], y: number): number[] {
  const places = rules
    .filter(({ isHorizontal, from, to }) => !isHorizontal && from <= y && to >= y)
    .map(({ at }) => at)
    .toSorted((a, b) => a - b);
  return places.filter((place, index) => index === 0 || place - (places[index - 1] ?? 0) > DOUBLE);
}

export function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}
