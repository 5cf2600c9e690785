import type { Clause } from './clause.ts';
import type { Statement } from './statement.ts';

/** A statement, or a place where a fact will stand, with the company or member that it names. */
export interface Stop extends Statement {
  holder: string | null;
}

const END_OF_SENTENCE = /[.!?]\s|[\n;]/u;
/** A new thought: what is named before it need not be whose figure comes behind it. */
const NEXT_THOUGHT = /,|\b(?:and|or|but|while|whereas)\b|[()–—]/iu;

/**
 * Whose the figure may be by the words around it, as names without case; null when nobody is named. The name before it
 * in the same thought ("ACME paid $5"), else any before it in the sentence; and the name that follows at once ("$5 from
 * ACME").
 */
export function whoseAt(text: string, stops: readonly Stop[], index: number): readonly string[] | null {
  const at = stops[index];
  if (at === undefined) return null;
  const before: string[] = [];
  for (const stop of stops.slice(0, index).toReversed()) {
    const between = text.slice(stop.end, at.start);
    if (END_OF_SENTENCE.test(between)) break;
    if (stop.holder === null) continue;
    before.push(stop.holder);
    if (!NEXT_THOUGHT.test(between)) break;
  }
  const next = stops[index + 1];
  const between = next === undefined ? '' : text.slice(at.end, next.start);
  const follows = next?.holder != null && !NEXT_THOUGHT.test(between) && !END_OF_SENTENCE.test(between);
  const whose = follows ? [...before, next.holder as string] : before;
  return whose.length === 0 ? null : whose;
}

/** Whether a figure of somebody ("Credits of ACME") stands where others are named and he is not. */
export function isOfAnother(clause: Pick<Clause, 'whose'>, holders: readonly string[]): boolean {
  if (clause.whose === null || holders.length === 0) return false;
  return !holders.some((holder) => clause.whose?.includes(holder));
}
