import { PLACE } from '../references/references.ts';
import { type Holder, type Stop, whoseAt } from './whose.ts';

/** What stands around a statement: all that says what it is the figure of. */
export interface Clause {
  /** Words before it, back to the statement or the end of sentence before. */
  before: string;
  /** Of these, what follows the last comma or conjunction. */
  nearBefore: string;
  /** Words behind it, up to the next comma, conjunction, statement or end of sentence. */
  after: string;
  /** The sentence up to the statement, with all that it states before. */
  sentence: string;
  /** Whose it may be, by whom is named around it. */
  whose: readonly Holder[];
}

/** In characters. */
const LONGEST_SENTENCE = 600;
const END_OF_SENTENCE = /[.!?](?=\s)|[\n;]/u;
const BREAK = /,|\b(?:and|or|but|while|whereas|against|compared|versus|vs|than|from)\b|[()–—]/iu;

export function clauseAround(text: string, stops: readonly Stop[], index: number): Clause {
  const at = stops[index];
  if (at === undefined) throw new RangeError('there is no such statement');
  const previous = stops[index - 1]?.end ?? 0;
  const next = stops[index + 1]?.start ?? text.length;
  const before = lastPart(text.slice(previous, at.start), END_OF_SENTENCE);
  const after = text.slice(at.end, next).replaceAll(PLACE, '').split(END_OF_SENTENCE)[0] ?? '';
  return {
    whose: whoseAt(text, stops, index),
    before,
    nearBefore: lastPart(before, BREAK),
    after: after.split(BREAK)[0] ?? '',
    sentence: lastPart(text.slice(Math.max(0, at.start - LONGEST_SENTENCE), at.start), END_OF_SENTENCE),
  };
}

function lastPart(text: string, between: RegExp): string {
  return text.replaceAll(PLACE, '').split(between).at(-1) ?? '';
}
