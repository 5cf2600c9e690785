import { ACTIVITY_TYPES, type ActivityType } from '@clearwatch/contracts/alerts';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { folded, wordsOf } from '../match.ts';

export interface AlertQuestion {
  /** Null: of any type. */
  activityType: ActivityType | null;
  /** What is left of the text, for names and numbers. */
  search: string;
}

/** Fewer letters begin too many words to mean a type. */
const LEAST_LETTERS = 4;

const NAMES = ACTIVITY_TYPES.map((type) => ({ type, words: wordsOf(activityLabel(type)) }));

/**
 * "structuring sample" asks for alerts of a type about a member: words at either end that begin the name of exactly one
 * type are taken for it, as many as do.
 */
export function alertQuestion(text: string): AlertQuestion {
  const words = text.split(/\s+/).filter((word) => word !== '');
  for (let count = words.length; count > 0; count -= 1) {
    const ends = [
      { named: words.slice(0, count), rest: words.slice(count) },
      { named: words.slice(-count), rest: words.slice(0, -count) },
    ];
    for (const { named, rest } of ends) {
      const activityType = typeNamed(named.map(folded));
      if (activityType !== null) return { activityType, search: rest.join(' ') };
    }
  }
  return { activityType: null, search: text };
}

function typeNamed(named: readonly string[]): ActivityType | null {
  const whole = named.join(' ');
  const types = NAMES.filter(({ words }) => named.every((part, at) => words[at]?.startsWith(part) === true));
  const exact = types.find(({ words }) => words.join(' ') === whole);
  if (exact !== undefined) return exact.type;
  const isEnough = types.length === 1 && (named[0]?.length ?? 0) >= LEAST_LETTERS;
  return isEnough ? (types[0]?.type ?? null) : null;
}
