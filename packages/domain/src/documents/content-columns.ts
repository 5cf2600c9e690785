import { fieldOfHeader } from '../csv/csv-column-meanings.ts';
import { headingMeanings, headingWords } from '../csv/heading-words.ts';
import { ColumnContents, isDash, isOfKind } from './column-contents.ts';
import { columnOf } from './document-table-columns.ts';
import {
  type Box,
  boundingBox,
  COLUMN_GAP,
  centerX,
  IMAGE_COLUMN_GAP,
  type Line,
  phrasesOf,
  rightEdge,
  stripSpecks,
  textOf,
  type Word,
} from './document-words.ts';

/** An uncrossed stretch between the texts of two possible columns. */
interface Gap {
  from: number;
  to: number;
}

/** Steps per page unit, because columns may be less than one unit apart. */
const STEPS = 2;

/** Stretches that no word of any line crosses. */
function uncrossedGaps(lines: readonly Line[]): Gap[] {
  const box = boundingBox(lines.flatMap(({ words }) => words));
  const covered = new Uint8Array(Math.ceil((box.width + 2) * STEPS));
  for (const { words } of lines)
    for (const word of words) {
      const from = Math.floor((word.x - box.x) * STEPS);
      covered.fill(1, from, Math.max(from + 1, Math.ceil((rightEdge(word) - box.x) * STEPS)));
    }
  const gaps: Gap[] = [];
  let start: number | null = null;
  for (const [step, isCovered] of covered.entries()) {
    if (isCovered === 0) start ??= step;
    else if (start !== null) {
      gaps.push({ from: box.x + start / STEPS, to: box.x + step / STEPS });
      start = null;
    }
  }
  return gaps;
}

interface Beside {
  left: Word;
  right: Word;
}

/** The words on both sides of a gap, one pair per line that has both. */
function wordsBeside(lines: readonly Line[], { from, to }: Gap): Beside[] {
  return lines.flatMap(({ words }) => {
    const left = words.findLast((word) => rightEdge(word) <= from + 1 / STEPS && word.x < from);
    const right = words.find((word) => word.x >= to - 1 / STEPS);
    return left === undefined || right === undefined ? [] : [{ left, right }];
  });
}

const ALIGNED_SHARE = 0.7;
/** A few texts may nearly fill their column. */
const CLOSE_TEXTS_SHARE = 0.1;

/** The share of positions within half a blank of the most common one. */
function alignedShare(places: readonly number[], tolerance: number): number {
  const sorted = places.toSorted((a, b) => a - b);
  let [best, from] = [0, 0];
  for (const [to, place] of sorted.entries()) {
    while (place - (sorted[from] ?? place) > tolerance) from += 1;
    best = Math.max(best, to - from + 1);
  }
  return places.length === 0 ? 0 : best / places.length;
}

/** The kind of nearly all words on one side of a gap; null when they differ. */
function kindBeside(pairs: readonly Beside[], side: keyof Beside): string | null {
  const kinds = Map.groupBy(pairs, (pair) => wordKind(pair[side].text));
  const [[kind, found] = [null, []]] = [...kinds].toSorted(([, one], [, other]) => other.length - one.length);
  return found.length >= ALIGNED_SHARE * pairs.length ? kind : null;
}

function wordKind(text: string): string {
  for (const kind of ['money', 'date', 'trace'] as const) if (isOfKind(text, kind)) return kind;
  if (/^(?=(?:\D*\d){7})[A-Z]?[\d-]+$/.test(text)) return 'account';
  if (/^[^\p{L}]*\d[^\p{L}]*$/u.test(text)) return 'number';
  return isOfKind(text, 'direction') ? 'direction' : 'text';
}

interface Surroundings {
  lines: readonly Line[];
  headings: readonly Box[];
  /** The texts to the left and right of the gap, up to the next gaps. */
  beside: readonly [Gap, Gap];
}

/** Whether a gap separates columns, and is not a blank that lines happen to share. */
function isBoundary(gap: Gap, { lines, headings, beside: [before, after] }: Surroundings): boolean {
  const pairs = wordsBeside(lines, gap);
  const [first] = pairs;
  if (first === undefined) return true;
  if (verticalsIn(lines, gap).length > lines.length / 2) return true;
  const widths = pairs
    .map(({ left, right }) => (right.x - rightEdge(left)) / Math.min(left.height, right.height))
    .toSorted((a, b) => a - b);
  const widest = first.left.confidence < 1 ? IMAGE_COLUMN_GAP : COLUMN_GAP;
  if ((widths[Math.floor(CLOSE_TEXTS_SHARE * widths.length)] ?? 0) > widest) return true;
  const tolerance = first.left.height * (first.left.confidence < 1 ? 0.5 : 0.2);
  const isAligned =
    alignedShare(
      pairs.map(({ right }) => right.x),
      tolerance,
    ) >= ALIGNED_SHARE ||
    alignedShare(
      pairs.map(({ left }) => rightEdge(left)),
      tolerance,
    ) >= ALIGNED_SHARE;
  if (!isAligned) return false;
  // The number of the line beside the account number.
  if (pairs.length >= MIN_SEQUENCE && new ColumnContents(pairs.map(({ left }) => left.text)).isSequence) return true;
  const over = ({ from, to }: Gap): Box | undefined =>
    headings.find((heading) => heading.x < to && rightEdge(heading) > from);
  const [left, right] = [over(before), over(after)];
  if (left !== undefined && right !== undefined && left !== right) return true;
  const [one, other] = [kindBeside(pairs, 'left'), kindBeside(pairs, 'right')];
  return one !== null && other !== null && one !== other && [one, other].some((kind) => SINGLE_VALUES.has(kind));
}

const MIN_SEQUENCE = 4;

/** Kinds that fill a cell alone. */
const SINGLE_VALUES: ReadonlySet<string> = new Set(['money', 'date', 'trace', 'account']);

const verticalsIn = (lines: readonly Line[], { from, to }: Gap): number[] =>
  lines.flatMap(({ verticals = [] }) => verticals.find((at) => at > from - 1 && at < to + 1) ?? []);

/** A text that few lines have, such as a middle initial after the longest name, belongs to the text closest to it. */
const LONE_SHARE = 0.3;

function withoutLoneWords(gaps: readonly Gap[], { lines, headings }: Pick<Surroundings, 'lines' | 'headings'>): Gap[] {
  const dropped = new Set<Gap>();
  for (const [index, gap] of gaps.entries()) {
    const next = gaps[index + 1];
    if (next === undefined || headings.some((heading) => heading.x < next.from && rightEdge(heading) > gap.to))
      continue;
    const inside = lines.flatMap(({ words }) => {
      const at = words.findIndex((word) => word.x >= gap.to - 1 / STEPS && rightEdge(word) <= next.from + 1 / STEPS);
      return at === -1 ? [] : [{ word: words[at] as Word, left: words[at - 1], right: words[at + 1] }];
    });
    if (inside.length === 0 || inside.length > LONE_SHARE * lines.length) continue;
    const distance = (one: Word | undefined, other: Word | undefined): number =>
      one === undefined || other === undefined ? Infinity : (other.x - rightEdge(one)) / other.height;
    const toLeft = Math.max(...inside.map(({ left, word }) => distance(left, word)));
    const toRight = Math.max(...inside.map(({ right, word }) => distance(word, right)));
    if (Math.min(toLeft, toRight) <= COLUMN_GAP) dropped.add(toLeft <= toRight ? gap : next);
  }
  return gaps.filter((gap) => !dropped.has(gap));
}

/** Headings that share a column with another one are separated where the fewest words cross. */
const MAX_CROSSING_SHARE = 0.1;

function missedBoundary({ from, to }: Gap, lines: readonly Line[]): number | null {
  const steps = Math.max(1, Math.ceil((to - from) * STEPS));
  const covered = Array.from({ length: steps }, () => 0);
  for (const { words } of lines)
    for (const word of words) {
      const first = Math.max(0, Math.floor((word.x - from) * STEPS));
      const last = Math.min(steps, Math.ceil((rightEdge(word) - from) * STEPS));
      for (let step = first; step < last; step += 1) covered[step] = (covered[step] ?? 0) + 1;
    }
  const least = Math.min(...covered);
  if (least > MAX_CROSSING_SHARE * lines.length) return null;
  const gaps = covered.map((count) => (count === least ? ' ' : '|')).join('');
  const [widest] = [...gaps.matchAll(/ +/g)].toSorted((one, other) => other[0].length - one[0].length);
  return from + ((widest?.index ?? 0) + (widest?.[0].length ?? 0) / 2) / STEPS;
}

/** Boundaries between the columns of entries, left to right, by their texts, drawn lines and headings. */
export function contentCuts(
  lines: readonly Line[],
  { headings, width, count }: { headings: readonly Box[]; width: number; count: number },
): number[] {
  const sorted = headings.toSorted((one, other) => one.x - other.x);
  const gaps = withoutLoneWords(uncrossedGaps(lines), { lines, headings: sorted });
  const cuts = gaps
    .filter((gap, index) => {
      const before = { from: gaps[index - 1]?.to ?? 0, to: gap.from };
      const after = { from: gap.to, to: gaps[index + 1]?.from ?? count * width };
      return isAcrossLines(gap, width) || isBoundary(gap, { lines, headings: sorted, beside: [before, after] });
    })
    .map((gap) => lineBoundary(gap, { lines, width }));
  const ends = Array.from({ length: count - 1 }, (_, index) => (index + 1) * width);
  const found = [...new Set([...cuts, ...ends])].toSorted((a, b) => a - b);
  const missed = sorted.slice(1).flatMap((heading, index) => {
    const before = sorted[index];
    if (before === undefined) return [];
    const between = { from: centerX(before), to: centerX(heading) };
    if (found.some((cut) => cut > between.from && cut < between.to)) return [];
    return missedBoundary(between, lines) ?? [];
  });
  return [...found, ...missed].toSorted((a, b) => a - b);
}

const isAcrossLines = ({ from, to }: Gap, width: number): boolean =>
  Math.floor(from / width) !== Math.floor(to / width);

function lineBoundary(gap: Gap, { lines, width }: { lines: readonly Line[]; width: number }): number {
  if (isAcrossLines(gap, width)) return Math.floor(gap.to / width) * width;
  return verticalsIn(lines, gap)[0] ?? (gap.from + gap.to) / 2;
}

/** Phrases of heading lines, each at the column that it shares the most width with. */
export function headingsOfColumns(
  phrases: readonly { words: readonly Word[]; box: Box }[],
  { cuts, lines }: { cuts: readonly number[]; lines: readonly Line[] },
): { text: string; box: Box | null }[] {
  const columns = extentsOf(lines, cuts);
  const found = columns.map((): Word[] => []);
  for (const { words, box } of phrases) {
    const shared = columns.map((extent) => sharedWidth(extent, box));
    const over = shared.flatMap((width, column) => (width > 0 ? [column] : []));
    // A phrase over several columns has the headings of all of them, without a gap between.
    const isSplit =
      over.length > 1 &&
      fieldOfHeader(textOf(words)) === null &&
      over.every((column) => (shared[column] ?? 0) >= box.height / 2) &&
      words.length > 1;
    if (isSplit) for (const word of words) found[nearest(columns, word)]?.push(word);
    else found[over.length === 0 ? nearest(columns, box) : shared.indexOf(Math.max(...shared))]?.push(...words);
  }
  return found.map((words) => ({
    text: stripSpecks(textOf(words)),
    box: words.length === 0 ? null : boundingBox(words),
  }));
}

/** "Account No Name Company" as headings that are known, the longest first; null when there is a rest. */
function splitIntoHeadings(words: readonly Word[]): (readonly Word[])[] | null {
  if (words.length === 0) return [];
  for (let length = words.length; length >= 1; length -= 1) {
    const head = words.slice(0, length);
    if (fieldOfHeader(textOf(head)) === null) continue;
    const rest = splitIntoHeadings(words.slice(length));
    if (rest !== null) return [head, ...rest];
  }
  return null;
}

const sharedWidth = (one: Box, other: Box): number =>
  Math.min(rightEdge(one), rightEdge(other)) - Math.max(one.x, other.x);

function nearest(columns: readonly Box[], box: Box): number {
  const distances = columns.map((column) => -sharedWidth(column, box));
  return distances.indexOf(Math.min(...distances));
}

function extentsOf(lines: readonly Line[], cuts: readonly number[]): Box[] {
  const words = Array.from({ length: cuts.length + 1 }, (): Word[] => []);
  for (const line of lines) for (const word of line.words) words[columnOf(word, cuts)]?.push(word);
  return words.map((own, column) => {
    if (own.length > 0) return boundingBox(own);
    const [from, to] = [cuts[column - 1] ?? 0, cuts[column] ?? cuts[column - 1] ?? 0];
    return { x: from, y: 0, width: to - from, height: 0 };
  });
}

/** The texts of a line's columns. */
export function cellTexts({ words }: Pick<Line, 'words'>, cuts: readonly number[]): string[] {
  const cells = Array.from({ length: cuts.length + 1 }, (): Word[] => []);
  for (const word of words) cells[columnOf(word, cuts)]?.push(word);
  return cells.map(textOf);
}

export const headingPhrases = ({ words, verticals }: Line): { words: Word[]; box: Box }[] =>
  phrasesOf(words, verticals)
    .flatMap((phrase): (readonly Word[])[] => {
      const parts = fieldOfHeader(textOf(phrase)) === null ? splitIntoHeadings(phrase) : null;
      return parts !== null && areSeparate(parts) ? parts : [phrase];
    })
    .map((phrase) => ({ words: [...phrase], box: boundingBox(phrase) }));

/** "Description Code" is two headings; in "Member Account", the first word belongs to the second. */
const areSeparate = (parts: readonly (readonly Word[])[]): boolean =>
  parts.length >= MIN_CLOSE_HEADINGS ||
  parts.every((part) => [...headingWords(textOf(part)).words].some((word) => NOUNS.has(word)));
const MIN_CLOSE_HEADINGS = 3;
const NOUNS: ReadonlySet<string> = new Set(['description', 'amount', 'type', 'code', 'date', 'trace', 'name', 'class']);

export const isMoneyColumn = (texts: readonly string[]): boolean => {
  const filled = texts.filter((text) => text !== '' && !isDash(text));
  return filled.length > 0 && filled.filter((text) => isOfKind(text, 'money')).length > filled.length / 2;
};

/** Every heading line is above the line of the entry whose columns it names best. */
export function phrasesOnLines(
  header: readonly Line[],
  { entries, width, count }: { entries: readonly Line[]; width: number; count: number },
) {
  const options = assignments(header.length, count);
  const lines = header.map(headingPhrases);
  const extents = Array.from({ length: count }, (_, part) =>
    entries.flatMap(({ words }) => words.filter((word) => Math.floor(centerX(word) / width) === part)),
  );
  const fit = (line: number, part: number): number =>
    (lines[line] ?? []).reduce((sum, { words, box }) => {
      const below = (extents[part] ?? []).filter(
        (word) => word.x - part * width < box.x + box.width && word.x + word.width - part * width > box.x,
      );
      return (
        sum +
        (below.length === 0
          ? 0
          : fitOfHeading(
              textOf(words),
              below.map(({ text }) => text),
            ))
      );
    }, 0);
  const scored = options.map((option) => ({
    option,
    // When there are enough heading lines, every line of the entry has one.
    score:
      option.reduce((sum, part, line) => sum + fit(line, part), 0) +
      (header.length >= count ? new Set(option).size : 0),
  }));
  const best = scored.toSorted((one, other) => other.score - one.score)[0]?.option ?? [];
  const stacked: { words: Word[]; box: Box }[] = [];
  for (const [line, phrases] of lines.entries())
    for (const { words, box } of phrases) {
      const shift = (best[line] ?? 0) * width;
      const moved = {
        words: words.map((word) => ({ ...word, x: word.x + shift })),
        box: { ...box, x: box.x + shift },
      };
      const above = stacked.filter((one) => overlaps(one.box, moved.box));
      const [over] = above;
      if (over === undefined || above.length > 1) stacked.push(moved);
      else {
        over.words.push(...moved.words);
        over.box = boundingBox([over.box, moved.box]);
      }
    }
  return stacked;
}

const overlaps = (one: Box, other: Box): boolean => one.x < rightEdge(other) && other.x < rightEdge(one);

/** Whether words below a heading may be what it names. */
function fitOfHeading(heading: string, words: readonly string[]): number {
  const meanings = [...headingMeanings(heading).keys()];
  const isDate = meanings.some((meaning) => meaning.endsWith('Date'));
  const isMoney = meanings.some((meaning) => /mount|balance|fee/.test(meaning));
  const share = (test: (text: string) => boolean): number => words.filter(test).length / words.length;
  if (isMoney) return share((text) => isOfKind(text, 'money'));
  if (isDate) return share((text) => isOfKind(text, 'date') || isOfKind(text, 'compactDate'));
  if (meanings.includes('checkTracerNumber') || meanings.includes('accountNumber'))
    return share((text) => isOfKind(text, 'number'));
  if (meanings.includes('fullName') || meanings.includes('company')) return share((text) => isOfKind(text, 'text'));
  return 0.3;
}

/** Non-decreasing choices of an entry line for each heading line. */
function assignments(headers: number, count: number, from = 0): number[][] {
  if (headers === 0) return [[]];
  return Array.from({ length: count - from }, (_, step) => from + step).flatMap((part) =>
    assignments(headers - 1, count, part).map((rest) => [part, ...rest]),
  );
}
