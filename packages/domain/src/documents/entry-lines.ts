import { headingWords, isHeading } from '../csv/heading-words.ts';
import { ColumnContents, isOfKind } from './column-contents.ts';
import { cellTexts, contentCuts } from './content-columns.ts';
import { bottomEdge, boundingBox, type Line, phrasesOf, rightEdge, textOf, type Word } from './document-words.ts';
import { printedTotalsOf } from './printed-totals.ts';
import { isNonRowLine, isTotalLine } from './total-lines.ts';

export const hasMoney = ({ words }: Line): boolean => words.some(({ text }) => isOfKind(text, 'money'));
const hasNumber = ({ words }: Line): boolean =>
  words.some(({ text }) => isOfKind(text, 'number') || isOfKind(text, 'date') || isOfKind(text, 'trace'));

/** An entry has an account and a date, code or trace number. */
const MIN_ENTRY_NUMBERS = 2;
const numbersIn = ({ words }: Line): number =>
  words.filter(({ text }) => isOfKind(text, 'number') || isOfKind(text, 'date') || isOfKind(text, 'trace')).length;

/** "TOTAL WINE" is a company, so a line without an amount or a count is a sum only when it has no other words. */
export const isSumLine = (line: Line): boolean => {
  const text = textOf(line.words);
  if (printedTotalsOf(line) !== null && TOTAL_WORDS.test(text)) return true;
  const isNamed = isTotalLine(text) || (SUM_WORDS.test(text) && numbersIn(line) < MIN_ENTRY_NUMBERS);
  return hasMoney(line)
    ? isNamed || isNonRowLine(text)
    : (isNonRowLine(text) && !isTotalLine(text)) || ONLY_SUM_WORDS.test(text);
};
/** "CR 1 36.03" is also the second line of an entry. */
const TOTAL_WORDS =
  /\b(?:(?:sub|grand)?-?totals?|items?|entries|counts?|debits|credits|deposits|withdrawals|net|sum|records?|transactions?|rows?|payments?)\b|\b[DC]R\b.*\b[DC]R\b/i;
const ONLY_SUM_WORDS =
  /^[\s*]*(?:(?:sub|grand|report|page|batch|file|daily|account|group|company)[\s-]*)*totals?[\s:*]*$/i;
const SUM_WORDS =
  /\b(?:sub-?)?totals?\b|\bbalance (?:forward|brought|carried)|\b(?:opening|closing|beginning|ending) balance\b/i;

const MIN_HEADINGS = 2;
const MIN_CLOSE_HEADINGS = 5;
/** More words are a title. */
const MAX_SINGLE_HEADING_WORDS = 2;

/** Whether the line consists of column headings. */
export function isHeadingLine(line: Line): boolean {
  if (hasMoney(line) || hasNumber(line)) return false;
  const phrases = phrasesOf(line.words, line.verticals).map(textOf);
  const known = phrases.filter(isHeading);
  // Headings may be only a blank apart.
  const { words, isWhole } = headingWords(textOf(line.words));
  if (phrases.length === 1 && isWhole && words.size >= MIN_CLOSE_HEADINGS) return true;
  return known.length >= MIN_HEADINGS && known.length >= phrases.length / 2;
}

/** A line of one or two headings, above or below others: "TRN" above "CD". */
function isPartOfHeadings(line: Line): boolean {
  if (hasMoney(line) || hasNumber(line) || isSumLine(line)) return false;
  const phrases = phrasesOf(line.words, line.verticals);
  const isTitle = phrases.length === 1 && isSideTitle(textOf(line.words));
  return (
    !isTitle &&
    phrases.every((phrase) => phrase.length <= MAX_SINGLE_HEADING_WORDS && headingWords(textOf(phrase)).isWhole)
  );
}

/** "DEPOSITS (CREDITS)" is the title of a table, but "DR" may stand above "AMT". */
const isSideTitle = (text: string): boolean => {
  const { words } = headingWords(text);
  return text.includes('(') || (words.has('debit') !== words.has('credit') && text.length > MAX_STACKED_LENGTH);
};
const MAX_STACKED_LENGTH = 6;

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

const MIN_UNKNOWN_HEADINGS = 3;

/** When no headings are known, the line of texts directly above the first entry, if no other line is like it. */
export function headingsAbove(lines: readonly Line[], anchors: ReadonlySet<number>): { from: number; to: number }[] {
  const first = Math.min(...anchors);
  const [line, entry] = [lines[first - 1], lines[first]];
  if (line === undefined || entry === undefined || gapBetween(line, entry) > MAX_HEADING_GAP) return [];
  const phrasesIn = ({ words, verticals }: Line): Word[][] => phrasesOf(words, verticals);
  const phrases = phrasesIn(line);
  const isText = phrases.every((phrase) => isOfKind(textOf(phrase), 'text') && !/\d/.test(textOf(phrase)));
  const isWide = phrases.length >= MIN_UNKNOWN_HEADINGS && phrases.length >= phrasesIn(entry).length / 2;
  const others = lines.filter((other, index) => other !== line && !anchors.has(index) && !hasMoney(other));
  const isGroup = others.some(
    (other) => phrasesIn(other).length === phrases.length && startOf(other) === startOf(line),
  );
  return isText && isWide && !isGroup ? [{ from: first - 1, to: first - 1 }] : [];
}

/** Lines with money and an account, trace number or date; of a list without those, all lines with money. */
export function findAnchors(lines: readonly Line[], isHeader: (index: number) => boolean): Set<number> {
  const money = lines.flatMap((line, index) => (hasMoney(line) && !isHeader(index) && !isSumLine(line) ? [index] : []));
  const anchored = withoutSecondLines(
    money.filter((index) => hasNumber(lines[index] as Line)),
    lines,
  );
  return new Set(anchored.length >= Math.max(1, MIN_ANCHORED_SHARE * money.length) ? anchored : money);
}
const MIN_ALTERNATING_SHARE = 0.9;

/** When lines of two forms alternate, both with amounts, those of the second form continue the entries. */
function withoutSecondLines(anchors: readonly number[], lines: readonly Line[]): readonly number[] {
  const [first, second] = [...Map.groupBy(anchors, (index) => startOf(lines[index] as Line)).values()].toSorted(
    (one, other) => other.length - one.length,
  );
  if (first === undefined || second === undefined) return anchors;
  const [upper, lower] = (first[0] ?? 0) < (second[0] ?? 0) ? [first, second] : [second, first];
  const followed = upper.filter((index) => lower.includes(index + 1));
  const isAlternating = followed.length >= MIN_ALTERNATING_SHARE * Math.max(upper.length, lower.length);
  return isAlternating && upper.length > 2 ? anchors.filter((index) => !lower.includes(index)) : anchors;
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
export const MAX_ENTRY_GAP = 1.2;
const SAME_START = 0.8;

/** Lines that follow, or precede, nearly every anchor in the same form belong to its entry. */
export function entryShapeOf(
  lines: readonly Line[],
  anchors: ReadonlySet<number>,
  isOther: (index: number) => boolean,
): EntryShape {
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
      const usual =
        [startOf, kindsOf]
          .map((formOf) => mostCommon(found, formOf))
          .toSorted((one, other) => other.length - one.length)[0] ?? [];
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

function mostCommon(lines: readonly Line[], formOf: (line: Line) => string): readonly Line[] {
  const forms = [...Map.groupBy(lines, formOf).values()];
  return forms.toSorted((one, other) => other.length - one.length)[0] ?? [];
}

/** Where the line begins, and whether with a number. */
function startOf({ words, box }: Line): string {
  const first = words[0] as Word;
  return `${Math.round(box.x / (SAME_START * 2 * box.height))} ${/\d/.test(first.text) ? '9' : 'A'}`;
}

/** The kinds of the line's values, at least two. */
function kindsOf({ words, verticals, page, box }: Line): string {
  const kinds = phrasesOf(words, verticals).map((phrase) => (/\d/.test(textOf(phrase)) ? '9' : 'A'));
  return kinds.length > 1 ? kinds.join('') : `${page} ${box.y}`;
}

/** Left edges of texts on the anchor lines; after an amount, a text may begin without a gap. */
function textStarts(lines: readonly Line[], anchors: ReadonlySet<number>): number[] {
  const isText = ({ text }: Word): boolean => isOfKind(text, 'text') && !isOfKind(text, 'number');
  const starts = [...anchors].flatMap((anchor) => {
    const { words, verticals } = lines[anchor] as Line;
    return phrasesOf(words, verticals).flatMap((phrase) =>
      phrase.flatMap((word, index) => {
        const before = phrase[index - 1];
        return isText(word) && (before === undefined || !isText(before)) ? [word.x] : [];
      }),
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

export const MIN_MATCHING_COLUMNS = 0.6;
export const MAX_PARTIAL_ENTRIES = 0.5;

/** The share of the columns that entries always fill in which a line has what they have; 0 when there are few. */
export function columnMatches(entries: readonly Line[]): (line: Line) => number {
  const cuts = contentCuts(entries, {
    headings: [],
    width: Math.max(...entries.map(({ box }) => rightEdge(box))) + 1,
    count: 1,
  });
  const texts = entries.map((line) => cellTexts(line, cuts));
  const usual = Array.from(
    { length: cuts.length + 1 },
    (_, column) => new ColumnContents(texts.map((cells) => cells[column] ?? '')),
  );
  const always = usual.flatMap((contents, column) =>
    contents.filled.length >= ALWAYS_FILLED * texts.length ? [column] : [],
  );
  return (line) => {
    if (always.length < MIN_FULL_COLUMNS) return 0;
    const cells = cellTexts(line, cuts);
    const matching = always.filter((column) => {
      const kind = usual[column]?.kind ?? 'other';
      const text = (cells[column] ?? '').trim();
      return text !== '' && (kind === 'other' || kind === 'empty' || isOfKind(text, kind));
    });
    const isNumbered = matching.some((column) => NUMBERED.has(usual[column]?.kind ?? 'other'));
    return isNumbered ? matching.length / always.length : 0;
  };
}

const ALWAYS_FILLED = 0.9;
const MIN_FULL_COLUMNS = 3;
const NUMBERED: ReadonlySet<string> = new Set(['number', 'trace', 'date', 'money']);
