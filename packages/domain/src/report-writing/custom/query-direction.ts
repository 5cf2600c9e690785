import type { FoundName, Query, QueryGroup } from './custom-query.ts';
import { isNoun, isVerb } from './query-subject.ts';
import { hasMeaning, type QuestionToken } from './question-names.ts';
import type { WordMeaning } from './question-vocabulary.ts';

type NameAtToken = FoundName & { first: number; last: number };

export function directionOf(
  tokens: readonly QuestionToken[],
  found: readonly NameAtToken[],
  asked: QueryGroup | null,
  counted: Query['counted'] | null,
): { direction: Query['direction']; isReversed: boolean } {
  const has = (...wanted: WordMeaning[]) => hasMeaning(tokens, ...wanted);
  const verbAt = tokens.findIndex(({ sign }) => isVerb(sign));
  const verb = tokens[verbAt]?.sign ?? null;
  const actor = actorOf(tokens, verbAt, found, { asked, counted });
  const reversing = has('credits') ? 'gain' : 'lose';
  const isNamed = !has('net') && has('credits') !== has('debits');
  return {
    direction: direction(),
    isReversed: isNamed && actor === 'company' && verb === reversing && !isPassive(tokens, verbAt),
  };

  function direction(): Query['direction'] {
    if (has('net')) return 'net';
    if (has('credits')) return has('debits') ? 'both' : 'credits';
    if (has('debits')) return 'debits';
    if (has('depositors', 'payers', 'deposit')) return 'credits';
    if (has('collectors', 'withdraw', 'collect'))
      return actor === 'member' && has('collect') ? 'credits' : 'debits';
    const side = sideOfName(tokens, found);
    if (side !== null && (verb === null || has('go') || isPassive(tokens, verbAt) || actor === null))
      return side;
    if (verb !== null) {
      const isMember = actor === 'member' || (actor === null && verb === 'gain');
      return isMember === (verb === 'gain') ? 'credits' : 'debits';
    }
    const isAhead = (wanted: 'to' | 'from') =>
      tokens.some(({ sign }, index) => sign === wanted && isMembersAhead(tokens, index));
    const [toMembers, fromMembers] = [isAhead('to'), isAhead('from')];
    if (toMembers !== fromMembers) return toMembers ? 'credits' : 'debits';
    const moves = (words: RegExp) => tokens.some(({ sign, lower }) => sign === 'go' && words.test(lower));
    if (toMembers) return 'both';
    if (moves(/^(?:go|goes|went|gone)$/)) return 'debits';
    return moves(/^c[ao]m/) ? 'credits' : 'both';
  }
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
  found: readonly NameAtToken[],
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
function sideOfName(tokens: readonly QuestionToken[], found: readonly NameAtToken[]) {
  for (const { first, companies } of found) {
    const { sign: before, lower } = tokens[first - 1] ?? { sign: null, lower: '' };
    const isFrom = before === 'from' || (before === 'per' && lower === 'by');
    if (isFrom || before === 'to') return isFrom === companies.length > 0 ? 'credits' : 'debits';
  }
  return null;
}
