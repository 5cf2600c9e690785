import { fieldOfHeader } from '../csv/csv-column-meanings.ts';
import {
  type Box,
  boundingBox,
  centerX,
  centerY,
  type DrawnLine,
  type Line,
  phrasesOf,
  rightEdge,
  stripSpecks,
  textOf,
  type Word,
} from './document-words.ts';

export interface HeaderLabel {
  text: string;
  box: Box;
}

export interface TableHeader {
  labels: readonly HeaderLabel[];
  lines: number;
  known: number;
}

const MAX_HEADER_LINES = 3;
/** With fewer field names, the line may be a sentence that contains these words. */
const MIN_KNOWN_FIELDS = 4;
/** In line heights. */
const MAX_HEADER_LINE_GAP = 1.2;

/** @returns null when no header begins at this line */
export function findHeaderAt(lines: readonly Line[], index: number): TableHeader | null {
  let best: TableHeader | null = null;
  for (let count = 1; count <= MAX_HEADER_LINES; count += 1) {
    const stack = lines.slice(index, index + count);
    if (stack.length < count || !isStack(stack)) break;
    const labels = labelsOf(stack);
    const known = knownIn(labels);
    // A line above that adds no field name is a title.
    if (count > 1 && knownIn(labelsOf(stack.slice(1))) >= known) continue;
    // A further line must add field names or only complete labels ("Account" over "Number"): it may be the first row.
    const text = textOf(stack.at(-1)?.words ?? []);
    const onlyCompletes = labels.length === best?.labels.length && /\p{L}/u.test(text) && !/\d/.test(text);
    const isBetter = best === null || known > best.known || (known === best.known && onlyCompletes);
    if (known >= MIN_KNOWN_FIELDS && isBetter) best = { labels, lines: count, known };
  }
  return best;
}

function knownIn(labels: readonly HeaderLabel[]): number {
  return labels.filter(({ text }) => fieldOfHeader(text) !== null).length;
}

function isStack(lines: readonly Line[]): boolean {
  return lines.every((line, index) => {
    const above = lines[index - 1];
    if (above === undefined) return true;
    const gap = centerY(line.box) - centerY(above.box);
    const widest = (1 + MAX_HEADER_LINE_GAP) * Math.max(line.box.height, above.box.height);
    return gap <= widest && line.page === above.page;
  });
}

function labelsOf(stack: readonly Line[]): HeaderLabel[] {
  const labels: { words: Word[]; box: Box }[] = [];
  for (const line of stack) {
    const isFirstOfSeveral = stack.length > 1 && line === stack[0];
    const phrases = phrasesOf(line.words, line.verticals);
    for (const words of phrases.flatMap((phrase) => splitByFieldName(phrase, isFirstOfSeveral))) {
      const box = boundingBox(words);
      const over = labels.find((label) => overlaps(label.box, box) && !isBeside(label.box, box));
      if (over === undefined) labels.push({ words: [...words], box });
      else {
        over.words.push(...words);
        over.box = boundingBox([over.box, box]);
      }
    }
  }
  const named = labels
    .map(({ words, box }) => ({ text: stripSpecks(textOf(words)), box }))
    .filter(({ text }) => text !== '');
  return [...named, ...unnamed(stack, named)].toSorted((one, other) => one.box.x - other.box.x);
}

/** Empty labels for columns between drawn lines, so that their cells are not assigned to neighboring columns. */
function unnamed(stack: readonly Line[], named: readonly HeaderLabel[]): HeaderLabel[] {
  const box = boundingBox(stack.map((line) => line.box));
  const verticals = stack[0]?.verticals ?? [];
  return verticals.slice(1).flatMap((right, index): HeaderLabel[] => {
    const left = verticals[index] ?? right;
    const isNamed = named.some((label) => label.box.x < right && rightEdge(label.box) > left);
    return isNamed || right - left < box.height / 2
      ? []
      : [{ text: '', box: { ...box, x: left + 1, width: right - left - 2 } }];
  });
}

const overlaps = (one: Box, other: Box): boolean => one.x < rightEdge(other) && other.x < rightEdge(one);
/** Boxes beside each other are not two lines of one label. */
const isBeside = (one: Box, other: Box): boolean =>
  Math.abs(centerY(one) - centerY(other)) < Math.min(one.height, other.height) / 2;

/** "Amount Type" is two columns. @param goesOn whether the next line may continue: "Amount Transaction" over "Code" */
function splitByFieldName(phrase: readonly Word[], goesOn: boolean): Word[][] {
  if (phrase.length < 2 || fieldOfHeader(textOf(phrase)) !== null) return [[...phrase]];
  for (let length = phrase.length - 1; length >= 1; length -= 1) {
    const head = phrase.slice(0, length);
    if (fieldOfHeader(textOf(head)) === null) continue;
    const parts = splitByFieldName(phrase.slice(length), goesOn);
    if (goesOn || parts.every((part) => fieldOfHeader(textOf(part)) !== null)) return [head, ...parts];
  }
  return [[...phrase]];
}

/** In page units. */
const HEADING_EDGE_TOLERANCE = 3;
/** Share of rows with a word at the header's left edge. */
const FLUSH_LEFT_SHARE = 0.3;

/**
 * Boundaries between columns from left to right: at a drawn line, or at the left edge of the heading of a left-aligned
 * column, or otherwise in the middle of the widest stretch between the two headings that the fewest words cross.
 */
export function findColumnBoundaries(labels: readonly HeaderLabel[], body: readonly Line[]): number[] {
  return labels.slice(1).map((label, index) => {
    const left = labels[index] ?? label;
    const from = centerX(left.box);
    const to = centerX(label.box);
    const drawn = drawnBoundary({ from, to, body });
    if (drawn !== null) return drawn;
    const { x } = label.box;
    const starts = body.filter(({ words }) => words.some((word) => Math.abs(word.x - x) <= HEADING_EDGE_TOLERANCE));
    const isCrossed = body.some(({ words }) =>
      words.some((word) => word.x < x - HEADING_EDGE_TOLERANCE && rightEdge(word) > x + 1),
    );
    if (starts.length / body.length >= FLUSH_LEFT_SHARE && !isCrossed) return x - HEADING_EDGE_TOLERANCE / 2;
    return widestGap({ from, to, body });
  });
}

/** Between the centers of two headings. */
interface HeadingGap {
  from: number;
  to: number;
  body: readonly Line[];
}

/** @returns null unless most rows have exactly one drawn line between the headings, at the same position */
function drawnBoundary({ from, to, body }: HeadingGap): number | null {
  const places = body.map(({ verticals = [] }) => verticals.filter((at) => at > from && at < to));
  const [first] = places.find((found) => found.length === 1) ?? [];
  const isSame = (found: readonly number[]): boolean =>
    first !== undefined && found.length === 1 && Math.abs((found[0] ?? 0) - first) <= HEADING_EDGE_TOLERANCE;
  return first !== undefined && places.filter(isSame).length > body.length / 2 ? first : null;
}

function widestGap({ from, to, body }: HeadingGap): number {
  const steps = Math.max(1, Math.ceil(to - from));
  const covered = Array.from({ length: steps }, () => 0);
  for (const { words } of body)
    for (const word of words) {
      const first = Math.max(0, Math.floor(word.x - from));
      const last = Math.min(steps, Math.ceil(rightEdge(word) - from));
      for (let step = first; step < last; step += 1) covered[step] = (covered[step] ?? 0) + 1;
    }
  const least = Math.min(...covered);
  const gaps = covered.map((count) => (count === least ? ' ' : '|')).join('');
  const [widest] = [...gaps.matchAll(/ +/g)].toSorted((one, other) => other[0].length - one[0].length);
  return from + (widest?.index ?? 0) + (widest?.[0].length ?? 0) / 2;
}

const LONG_QUOTE = /^(.{60}).+$/s;

export interface ColumnLayout {
  cuts: readonly number[];
  money: readonly number[];
  /** Columns whose cells may have several lines: names, companies, descriptions, and unknown columns. */
  prose: readonly number[];
  headings?: readonly Box[];
  rules?: readonly DrawnLine[];
  isRow?: (line: Line) => boolean;
  /** Whether the line is the one that rows are made of; without it, lines with an amount are. */
  isEntry?: (line: Line) => boolean;
}

/** The line with the amount, and lines above and below that may belong to the row. */
export interface RowLines {
  anchor: Line;
  lines: readonly Line[];
}

/** Index of the column that contains the center of the word. */
export function columnOf(word: Word, cuts: readonly number[]): number {
  const middle = centerX(word);
  const next = cuts.findIndex((cut) => middle < cut);
  return next === -1 ? cuts.length : next;
}

/** Whether a horizontal line is drawn between two heights on a page, at distance `x` from the left edge. */
export function isLineDrawn(
  rules: readonly DrawnLine[],
  { page, heights, x }: { page: number; heights: readonly [number, number]; x: number },
): boolean {
  const [top, bottom] = [Math.min(...heights), Math.max(...heights)];
  return rules.some(
    ({ isHorizontal, at, from, to, page: drawnOn }) =>
      isHorizontal && drawnOn === page && at > top && at < bottom && from <= x && to >= x,
  );
}

export const quotedCell = (words: readonly Word[]): string => textOf(words).replace(LONG_QUOTE, '$1…');

export interface ColumnEdges {
  starts: number | null;
  ends: number | null;
  centres: number | null;
  /** Whether so many cells share an edge that a cell off that edge probably contains text from another column. */
  isStrict: boolean;
}

/** In points; for images, in text heights, because the positions of letters vary. */
const EDGE_TOLERANCE = 0.75;
const IMAGE_EDGE_TOLERANCE = 0.3;
/** Share of a column's cells that must agree on an edge. */
const MIN_EDGE_SHARE = 0.3;
const MIN_COMMON_EDGE_SHARE = 0.4;
const MIN_EDGE_CELLS = 4;

/** If too few cells agree, the heading determines the edge. */
export function columnEdges(groups: readonly RowLines[], { cuts, headings = [] }: ColumnLayout) {
  return Array.from({ length: cuts.length + 1 }, (_, column): ColumnEdges => {
    const cells = groups.flatMap(({ anchor }) => {
      const words = anchor.words.filter((word) => columnOf(word, cuts) === column);
      const [first, last] = [words[0], words.at(-1)];
      return first === undefined || last === undefined ? [] : [{ start: first.x, end: rightEdge(last) }];
    });
    const starts = commonPosition(cells.map(({ start }) => start));
    const ends = commonPosition(cells.map(({ end }) => end));
    const heading = headings[column];
    const share = Math.max(starts?.share ?? 0, ends?.share ?? 0);
    return {
      starts: starts?.at ?? heading?.x ?? null,
      ends: ends?.at ?? (heading === undefined ? null : rightEdge(heading)),
      centres: commonPosition(cells.map(({ start, end }) => (start + end) / 2))?.at ?? null,
      isStrict: cells.length >= MIN_EDGE_CELLS && share >= MIN_COMMON_EDGE_SHARE,
    };
  });
}

function commonPosition(places: readonly number[]): { at: number; share: number } | null {
  const sorted = places.toSorted((a, b) => a - b);
  let best = { at: 0, count: 0 };
  let from = 0;
  for (const [to, place] of sorted.entries()) {
    while (place - (sorted[from] ?? place) > EDGE_TOLERANCE) from += 1;
    if (to - from + 1 > best.count) best = { at: sorted[(from + to) >> 1] ?? place, count: to - from + 1 };
  }
  if (best.count < Math.max(2, MIN_EDGE_SHARE * places.length)) return null;
  return { at: best.at, share: best.count / places.length };
}

const SIGN_BEHIND = /\d[-+)]$/;
const MONEY_END = /\.\d\d[-+)]?$/;

export function isAlignedWithColumn(words: readonly Word[], { starts, ends, centres }: ColumnEdges): boolean {
  const box = boundingBox(words);
  const isPicture = words.some(({ confidence }) => confidence < 1);
  const near = isPicture ? IMAGE_EDGE_TOLERANCE * box.height : EDGE_TOLERANCE;
  const last = words.at(-1);
  // "12.00-" and "(12.00)" are aligned at the digits, with the sign behind them.
  const sign = last !== undefined && MONEY_END.test(last.text) ? last.width / last.text.length : 0;
  const beyond = sign > 0 && SIGN_BEHIND.test(last?.text ?? '') ? sign : -sign;
  return (
    (starts !== null && Math.abs(box.x - starts) <= near) ||
    (ends !== null && Math.abs(rightEdge(box) - ends) <= near) ||
    (ends !== null && sign > 0 && Math.abs(rightEdge(box) - beyond - ends) <= near + sign / 2) ||
    (centres !== null && Math.abs(centerX(box) - centres) <= near / 2)
  );
}
