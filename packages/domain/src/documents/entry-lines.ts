import { headingWords, isHeading } from '../csv/heading-words.ts';
import { isOfKind } from './column-contents.ts';
import { bottomEdge, boundingBox, type Line, phrasesOf, textOf, type Word } from './document-words.ts';
import { printedTotalsOf } from './printed-totals.ts';
import { isNonRowLine, isTotalLine } from './total-lines.ts';

export const hasMoney = ({ words }: Line): boolean => words.some(({ text }) => isOfKind(text, 'money'));
const hasNumber = ({ words }: Line): boolean =>
  words.some(({ text }) => isOfKind(text, 'number') || isOfKind(text, 'date') || isOfKind(text, 'trace'));

export const isSumLine = (line: Line): boolean => {
  const text = textOf(line.words);
  return isNonRowLine(text) || isTotalLine(text) || printedTotalsOf(line) !== null || SUM_WORDS.test(text);
};
const SUM_WORDS = /\b(?:sub-?)?totals?\b|\bbalance (?:forward|brought|carried)|\b(?:opening|closing|beginning|ending) balance\b/i;

const MIN_HEADINGS = 2;
/** More words are a title. */
const MAX_SINGLE_HEADING_WORDS = 2;

/** Whether the line consists of column headings. */
export function isHeadingLine(line: Line): boolean {
  if (hasMoney(line) || hasNumber(line)) return false;
  const phrases = phrasesOf(line.words, line.verticals).map(textOf);
  const known = phrases.filter(isHeading);
  return known.length >= MIN_HEADINGS && known.length >= phrases.length / 2;
}

/** A line of one or two headings, above or below others: "TRN" above "CD". */
function isPartOfHeadings(line: Line): boolean {
  if (hasMoney(line) || hasNumber(line) || isSumLine(line)) return false;
  return phrasesOf(line.words, line.verticals).every(
    (phrase) => phrase.length <= MAX_SINGLE_HEADING_WORDS && headingWords(textOf(phrase)).isWhole,
  );
}

/** In line heights. */
const MAX_HEADING_GAP = 1;

export const gapBetween = (upper: Line, lower: Line): number =>
  upper.page === lower.page ? (lower.box.y - bottomEdge(upper.box)) / lower.box.height : Infinity;

/** Index ranges of stacked heading lines. */
export function findHeadings(lines: readonly Line[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  const joins = (upper: number, lower: number): boolean =>
    lines[upper] !== undefined &&
    lines[lower] !== undefined &&
    gapBetween(lines[upper], lines[lower]) <= MAX_HEADING_GAP;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (line === undefined || !isHeadingLine(line)) continue;
    let from = at;
    while (joins(from - 1, from) && isPartOfHeadings(lines[from - 1] as Line)) from -= 1;
    let to = at;
    while (joins(to, to + 1) && (isHeadingLine(lines[to + 1] as Line) || isPartOfHeadings(lines[to + 1] as Line)))
      to += 1;
    found.push({ from, to });
    at = to;
  }
  return found;
}

/** Lines with money and an account, trace number or date; of a list without those, all lines with money. */
export function findAnchors(lines: readonly Line[], isHeader: (index: number) => boolean): Set<number> {
  const money = lines.flatMap((line, index) => (hasMoney(line) && !isHeader(index) && !isSumLine(line) ? [index] : []));
  const anchored = money.filter((index) => hasNumber(lines[index] as Line));
  return new Set(anchored.length >= Math.max(1, MIN_ANCHORED_SHARE * money.length) ? anchored : money);
}
const MIN_ANCHORED_SHARE = 0.3;

/** Lines of one entry, besides the one with its amount. */
export interface EntryShape {
  above: number;
  below: number;
}

const MAX_ENTRY_LINES = 4;
const MIN_REPEATED_SHARE = 0.8;
/** In line heights. */
const MAX_ENTRY_GAP = 1.2;
const SAME_START = 0.8;

/** Lines that follow, or precede, nearly every anchor in the same form belong to its entry. */
export function entryShapeOf(lines: readonly Line[], anchors: ReadonlySet<number>, isOther: (index: number) => boolean): EntryShape {
  const starts = textStarts(lines, anchors);
  const repeated = (step: 1 | -1): { count: number; share: number } => {
    let [count, share] = [0, 0];
    for (let offset = 1; offset < MAX_ENTRY_LINES; offset += 1) {
      const found = [...anchors].flatMap((anchor): Line[] => {
        const line = lines[anchor + offset * step];
        const before = lines[anchor + (offset - 1) * step];
        if (line === undefined || before === undefined || isOther(anchor + offset * step)) return [];
        const gap = step === 1 ? gapBetween(before, line) : gapBetween(line, before);
        return gap <= MAX_ENTRY_GAP ? [line] : [];
      });
      const forms = Map.groupBy(found, formOf);
      const [[, usual] = ['', []]] = [...forms].toSorted(([, one], [, other]) => other.length - one.length);
      const ofForm = usual.length / anchors.size;
      const isWrapped = usual.filter((line) => isWrappedText(line, starts)).length > usual.length / 2;
      if (ofForm < MIN_REPEATED_SHARE || isWrapped) break;
      count = offset;
      share = offset === 1 ? ofForm : share;
    }
    return { count, share };
  };
  if (anchors.size < 2) return { above: 0, below: 0 };
  const [below, above] = [repeated(1), repeated(-1)];
  return above.share > below.share ? { above: above.count, below: 0 } : { above: 0, below: below.count };
}

/** The start of the line and whether it begins with a number. */
function formOf({ words, box }: Line): string {
  const first = words[0] as Word;
  return `${Math.round(box.x / (SAME_START * 2 * box.height))} ${/\d/.test(first.text) ? '9' : 'A'}`;
}

/** Left edges of texts on the anchor lines. */
function textStarts(lines: readonly Line[], anchors: ReadonlySet<number>): number[] {
  const starts = [...anchors].flatMap((anchor) => {
    const { words, verticals } = lines[anchor] as Line;
    return phrasesOf(words, verticals).flatMap(([word]) =>
      word !== undefined && /\p{L}/u.test(word.text) ? [word.x] : [],
    );
  });
  const groups = [...Map.groupBy(starts, Math.round)].filter(([, found]) => found.length >= anchors.size / 4);
  return groups.map(([start]) => start);
}

/** Whether every text of the line begins where a text on the anchor lines begins, and none is a number. */
export function isWrappedText({ words, verticals, box }: Line, starts: readonly number[]): boolean {
  const phrases = phrasesOf(words, verticals);
  return phrases.every((phrase) => {
    const x = phrase[0]?.x ?? 0;
    return (
      starts.some((start) => Math.abs(start - x) <= box.height / 4) &&
      phrase.every(({ text }) => !isOfKind(text, 'number') && !isOfKind(text, 'money') && !isOfKind(text, 'date'))
    );
  });
}

export const wrappedTextStarts = textStarts;

/** The lines of an entry on one line, each further one moved right by the width of a page. */
export function joinLines(lines: readonly Line[], { anchor, width }: { anchor: Line; width: number }): Line {
  if (lines.length === 1) return anchor;
  return {
    page: anchor.page,
    words: lines.flatMap(({ words }, index) => words.map((word) => ({ ...word, x: word.x + index * width }))),
    box: boundingBox(lines.map(({ box }) => box)),
  };
}
