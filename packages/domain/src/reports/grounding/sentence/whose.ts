import type { Statement } from '../reading/statement.ts';

/** A company, member or account that is named: "company acme payroll". Names without case, behind what they name. */
export type Holder = `${'company' | 'member' | 'account'} ${string}`;

/** A statement, or a place where a fact will stand, with whom it names. */
export interface Stop extends Statement {
  holders: readonly Holder[];
}

const END_OF_SENTENCE = /[.!?]\s|[\n;]/u;
/** A new thought: what is named before it need not be whose figure comes behind it. */
const NEXT_THOUGHT = /,|\b(?:and|or|but|while|whereas)\b|[()–—]/iu;

/**
 * Whose the figure may be by the words around it, The name before it
 * in the same thought ("ACME paid $5"), else any before it in the sentence; and the name that follows at once ("$5 from
 * ACME").
 */
export function whoseAt(text: string, stops: readonly Stop[], index: number): readonly Holder[] {
  const at = stops[index];
  if (at === undefined) return [];
  const whose: Holder[] = [];
  for (const stop of stops.slice(0, index).toReversed()) {
    const between = text.slice(stop.end, at.start);
    if (END_OF_SENTENCE.test(between)) break;
    if (stop.holders.length === 0) continue;
    whose.push(...stop.holders);
    if (!NEXT_THOUGHT.test(between)) break;
  }
  const next = stops[index + 1];
  const between = next === undefined ? '' : text.slice(at.end, next.start);
  if (next !== undefined && !NEXT_THOUGHT.test(between) && !END_OF_SENTENCE.test(between))
    whose.push(...next.holders);
  return whose;
}

/**
 * Whether a figure of somebody ("Credits of ACME") stands where others of his kind are named and he is not. A member beside
 * the figure of a company says nothing: he may be whom it paid.
 */
export function isOfAnother(whose: readonly Holder[], holders: readonly Holder[]): boolean {
  return holders.some((holder) => {
    const others = whose.filter((named) => kindOf(named) === kindOf(holder));
    const own = holders.filter((named) => kindOf(named) === kindOf(holder));
    return others.length > 0 && !own.some((named) => others.includes(named));
  });
}

function kindOf(holder: Holder): string {
  return holder.slice(0, holder.indexOf(' '));
}
