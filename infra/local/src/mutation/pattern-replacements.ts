import type { Replacement } from './mutant.ts';

const QUANTIFIERS: Readonly<Record<string, string>> = { '+': '*', '*': '+', '?': '' };

/** A regular expression with one anchor, quantifier, count or flag changed; those that are no expression any more left out. */
export function patternReplacements({ pattern, flags }: { pattern: string; flags: string }): Replacement[] {
  const changed = [...changedPatterns(pattern)].map((text) => ({ pattern: text, flags }));
  const unflagged = ['i', 'm']
    .filter((flag) => flags.includes(flag))
    .map((flag) => ({ pattern, flags: flags.replace(flag, '') }));
  return [...changed, ...unflagged].filter(isPattern).map((each) => `/${each.pattern}/${each.flags}`);
}

function* changedPatterns(pattern: string): Generator<string> {
  let inClass = false;
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern[at] ?? '';
    const replaced = (by: string, length = 1): string =>
      pattern.slice(0, at) + by + pattern.slice(at + length);
    if (sign === '\\') at += 1;
    else if (inClass) inClass = sign !== ']';
    else if (sign === '[') inClass = true;
    else if (sign === '^' || sign === '$') yield replaced('');
    else if (sign === '{') {
      const counts = /^\{(\d+)(,?)(\d*)\}/.exec(pattern.slice(at));
      if (counts === null) continue;
      const [whole, least = '', comma = '', most = ''] = counts;
      yield replaced(`{${Number(least) + 1}${comma}${most === '' ? '' : Number(most) + 1}}`, whole.length);
      if (comma !== '' && most !== '') yield replaced(`{${least}${comma}${Number(most) + 1}}`, whole.length);
      at += whole.length - 1;
    } else if (sign in QUANTIFIERS && isQuantifier(pattern, at)) yield replaced(QUANTIFIERS[sign] ?? '');
  }
}

/** Not the `?` of a group's head, nor one that makes the quantifier before it lazy. */
function isQuantifier(pattern: string, at: number): boolean {
  const before = pattern[at - 1] ?? '(';
  const isEscaped = pattern[at - 2] === '\\';
  return isEscaped || !'(+*?}'.includes(before);
}

function isPattern({ pattern, flags }: { pattern: string; flags: string }): boolean {
  try {
    // An empty pattern would be a comment.
    return pattern !== '' && new RegExp(pattern, flags) instanceof RegExp;
  } catch {
    return false;
  }
}
