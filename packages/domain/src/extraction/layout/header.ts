import { fieldOfHeader } from '../../csv/guess/field-synonyms.ts';
import type { Line } from './lines.ts';
import { textOf } from './lines.ts';
import { phrasesOf } from './phrases.ts';
import { withoutSpecks } from './specks.ts';
import { around, type Box, middleOf, rightOf, type Word } from './word.ts';

/** A column as its header names it and where that stands. */
export interface HeaderLabel {
  text: string;
  box: Box;
}

export interface TableHeader {
  labels: readonly HeaderLabel[];
  /** How many lines it takes. */
  lines: number;
  /** How many of its labels name a field of ours. */
  known: number;
}

/** A label may be written over this many lines. */
const MOST_LINES = 3;
/** Fewer known fields are a sentence that happens to hold the words. */
const LEAST_KNOWN = 4;
/** Lines of one header are no further apart than this many of their heights. */
const STACK_GAP = 1.2;

/** The header that begins at this line; null when none does. */
export function headerAt(lines: readonly Line[], index: number): TableHeader | null {
  let best: TableHeader | null = null;
  for (let count = 1; count <= MOST_LINES; count += 1) {
    const stack = lines.slice(index, index + count);
    if (stack.length < count || !isStack(stack)) break;
    const labels = labelsOf(stack);
    const known = knownIn(labels);
    // A line above that adds no name is a title.
    if (count > 1 && knownIn(labelsOf(stack.slice(1))) >= known) continue;
    // A line more is worth it when it names more, or when it only ends what the labels began: the first row is near as well.
    const isBetter =
      best === null || known > best.known || (known === best.known && onlyEnds(best, labels, stack));
    if (known >= LEAST_KNOWN && isBetter) best = { labels, lines: count, known };
  }
  return best;
}

/** "Account" becomes "Account Number": no label more, and no value among the words. */
function onlyEnds(shorter: TableHeader, labels: readonly HeaderLabel[], stack: readonly Line[]): boolean {
  const last = stack.at(-1);
  const text = last === undefined ? '' : textOf(last.words);
  return labels.length === shorter.labels.length && /\p{L}/u.test(text) && !/\d/.test(text);
}

function knownIn(labels: readonly HeaderLabel[]): number {
  return labels.filter(({ text }) => fieldOfHeader(text) !== null).length;
}

function isStack(lines: readonly Line[]): boolean {
  return lines.every((line, index) => {
    const above = lines[index - 1];
    if (above === undefined) return true;
    const gap = middleOf(line.box) - middleOf(above.box);
    return gap <= (1 + STACK_GAP) * Math.max(line.box.height, above.box.height) && line.page === above.page;
  });
}

function labelsOf(stack: readonly Line[]): HeaderLabel[] {
  const labels: { words: Word[]; box: Box }[] = [];
  for (const line of stack) {
    const isFirstOfSeveral = stack.length > 1 && line === stack[0];
    const phrases = phrasesOf(line.words, line.verticals);
    for (const words of phrases.flatMap((phrase) => partedByName(phrase, isFirstOfSeveral))) {
      const box = around(words);
      const over = labels.find((label) => overlaps(label.box, box) && !isBeside(label.box, box));
      if (over === undefined) labels.push({ words: [...words], box });
      else {
        over.words.push(...words);
        over.box = around([over.box, box]);
      }
    }
  }
  const named = labels
    .map(({ words, box }) => ({ text: withoutSpecks(textOf(words)), box }))
    .filter(({ text }) => text !== '');
  return [...named, ...unnamed(stack, named)].toSorted((one, other) => one.box.x - other.box.x);
}

/** Columns between drawn lines that have no heading: what stands in them must not go into the columns beside them. */
function unnamed(stack: readonly Line[], named: readonly HeaderLabel[]): HeaderLabel[] {
  const box = around(stack.map((line) => line.box));
  const verticals = stack[0]?.verticals ?? [];
  return verticals.slice(1).flatMap((right, index): HeaderLabel[] => {
    const left = verticals[index] ?? right;
    const isNamed = named.some((label) => label.box.x < right && rightOf(label.box) > left);
    return isNamed || right - left < box.height / 2
      ? []
      : [{ text: '', box: { ...box, x: left + 1, width: right - left - 2 } }];
  });
}

const overlaps = (one: Box, other: Box): boolean => one.x < rightOf(other) && other.x < rightOf(one);
/** On the same line, so that it cannot be the second line of a label. */
const isBeside = (one: Box, other: Box): boolean =>
  Math.abs(middleOf(one) - middleOf(other)) < Math.min(one.height, other.height) / 2;

/**
 * "Amount Type" is two columns whose headers stand close: the longest known names, from the left.
 * @param goesOn whether the last of them may be ended by the line below, "Amount Transaction" over "Code"
 */
function partedByName(phrase: readonly Word[], goesOn: boolean): Word[][] {
  if (phrase.length < 2 || fieldOfHeader(textOf(phrase)) !== null) return [[...phrase]];
  for (let length = phrase.length - 1; length >= 1; length -= 1) {
    const head = phrase.slice(0, length);
    if (fieldOfHeader(textOf(head)) === null) continue;
    const parts = partedByName(phrase.slice(length), goesOn);
    if (goesOn || parts.every((part) => fieldOfHeader(textOf(part)) !== null)) return [head, ...parts];
  }
  return [[...phrase]];
}
