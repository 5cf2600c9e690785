import type { FoundName, Query, QueryGroup } from './custom-query.ts';
import { isNoun, isVerb, type Verb } from './query-subject.ts';
import type { QuestionToken } from './question-names.ts';
import type { WordMeaning } from './question-vocabulary.ts';

export function directionOf(
  tokens: readonly QuestionToken[],
  found: readonly (FoundName & { first: number; last: number })[],
  asked: QueryGroup | null,
  counted: Query['counted'] | null,
): { direction: Query['direction']; isReversed: boolean } {
  const signs = tokens.map(({ sign }) => sign);
  const has = (...wanted: WordMeaning[]) => wanted.some((sign) => signs.includes(sign));
  const verbAt = tokens.findIndex(({ sign }) => isVerb(sign));
  const verb = verbAt < 0 ? null : (tokens[verbAt]?.sign as Verb);
  const actor = actorOf(tokens, verbAt, found, { asked, counted });
  if (has('net')) return { direction: 'net', isReversed: false };
  const isCredits = has('credits');
  const isDebits = has('debits');
  if (isCredits && isDebits) return { direction: 'both', isReversed: false };
  if (isCredits)
    return {
      direction: 'credits',
      isReversed: actor === 'company' && verb === 'gain' && !isPassive(tokens, verbAt),
    };
  if (isDebits)
    return {
      direction: 'debits',
      isReversed: actor === 'company' && verb === 'lose' && !isPassive(tokens, verbAt),
    };
  if (has('depositors', 'payers', 'deposit')) return { direction: 'credits', isReversed: false };
  if (has('collectors', 'withdraw', 'collect'))
    return { direction: actor === 'member' && has('collect') ? 'credits' : 'debits', isReversed: false };
  const side = sideOfName(tokens, found);
  if (side !== null && (verb === null || has('go') || isPassive(tokens, verbAt) || actor === null))
    return { direction: side, isReversed: false };
  if (verb === null) {
    if (!has('go', 'sum', 'entries', 'who') && !has('from', 'to'))
      return { direction: 'both', isReversed: false };
    const toMembers = tokens.some(({ sign }, index) => sign === 'to' && isMembersAhead(tokens, index));
    const fromMembers = tokens.some(({ sign }, index) => sign === 'from' && isMembersAhead(tokens, index));
    const comes = tokens.some(({ sign, lower }) => sign === 'go' && /^c[ao]m/.test(lower));
    const goes = tokens.some(({ sign, lower }) => sign === 'go' && /^(?:go|goes|went|gone)$/.test(lower));
    if (goes && side === null && !toMembers && !fromMembers)
      return { direction: 'debits', isReversed: false };
    if (comes && side === null && !toMembers && !fromMembers)
      return { direction: 'credits', isReversed: false };
    if (toMembers !== fromMembers) return { direction: toMembers ? 'credits' : 'debits', isReversed: false };
    return { direction: side ?? 'both', isReversed: false };
  }
  const isMember = actor === 'member' || (actor === null && verb === 'gain');
  return { direction: isMember === (verb === 'gain') ? 'credits' : 'debits', isReversed: false };
}

function isMembersAhead(tokens: readonly QuestionToken[], index: number): boolean {
  return tokens.slice(index + 1, index + 4).some(({ sign }) => sign === 'members' || sign === 'we');
}

/** "Was paid to", "received from us", "paid by ACME". */
function isPassive(tokens: readonly QuestionToken[], verbAt: number): boolean {
  return (
    /^(?:was|were|is|are|been|be)$/.test(tokens[verbAt - 1]?.lower ?? '') ||
    tokens[verbAt + 1]?.lower === 'by'
  );
}

/** Who receives, pays or collects: what is named or asked for before the verb. */
function actorOf(
  tokens: readonly QuestionToken[],
  verbAt: number,
  found: readonly (FoundName & { first: number; last: number })[],
  { asked, counted }: { asked: QueryGroup | null; counted: Query['counted'] | null },
): 'member' | 'company' | null {
  for (let index = verbAt - 1; index >= 0; index -= 1) {
    const { sign } = tokens[index] ?? { sign: null };
    const before = tokens[index - 1]?.sign;
    if (sign === 'name' && before !== 'from' && before !== 'to') {
      const name = found.find(({ first }) => first === index);
      if (name !== undefined) return name.companies.length > 0 ? 'company' : 'member';
    }
    if (
      (sign === 'members' || sign === 'depositors' || sign === 'we') &&
      before !== 'from' &&
      before !== 'to' &&
      !(sign === 'we' && isNoun(tokens[index + 1]?.sign ?? null) && tokens[index + 1]?.sign !== 'members')
    )
      return 'member';
    if (sign === 'companies' || sign === 'payers' || sign === 'collectors') return 'company';
  }
  if (asked === 'member' || counted === 'members') return 'member';
  return asked === 'company' || counted === 'companies' ? 'company' : null;
}

/** "From ACME" are credits, "to ACME" debits; for a member the other way round. */
function sideOfName(
  tokens: readonly QuestionToken[],
  found: readonly (FoundName & { first: number; last: number })[],
): 'credits' | 'debits' | null {
  for (const { first, companies } of found) {
    const { sign: before, lower } = tokens[first - 1] ?? { sign: null, lower: '' };
    const isFrom = before === 'from' || (before === 'per' && lower === 'by');
    if (isFrom || before === 'to') return isFrom === companies.length > 0 ? 'credits' : 'debits';
  }
  return null;
}
