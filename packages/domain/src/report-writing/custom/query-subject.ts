import { isTimeGroup, type Query, type QueryGroup } from './custom-query.ts';
import { hasMeaning, type QuestionToken } from './question-names.ts';
import { isOneOf, meaningSet, type WordMeaning } from './question-vocabulary.ts';
import type { ReadQuestion } from './read-question.ts';

const NOUNS = meaningSet(
  'members depositors companies payers collectors entries alerts returns credits debits',
);

export const isNoun = (sign: WordMeaning | null) => NOUNS.has(sign);

const GROUP_OF: Readonly<Partial<Record<WordMeaning, QueryGroup>>> = {
  members: 'member',
  depositors: 'member',
  companies: 'company',
  payers: 'company',
  collectors: 'company',
  day: 'day',
  week: 'week',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
  secClass: 'class',
  kind: 'type',
  risk: 'risk',
  reason: 'reason',
};

const VERBS = meaningSet('gain lose collect deposit withdraw');

export const isVerb = (sign: WordMeaning | null) => VERBS.has(sign);

const ADJECTIVES = meaningSet(
  'most least top number filler we active part firstTime lastTime frequent medium low high open reviewed class alertType ' +
    'international name busiest quietest',
);

const ALL =
  /\b(?:do we (?:now |currently )?have|have we(?: got)?|we have|are there|there are|exist|in total|altogether|in all|total number of)\b/iu;

/** "How many members do we have", "number of companies in total": neither days nor what somebody did narrow it down. */
export function asksForAll({ text, tokens, periods, classes, amount, alerts }: ReadQuestion): boolean {
  const isNarrow = ({ sign }: QuestionToken) =>
    isVerb(sign) || isOneOf(sign, 'active', 'go', 'per', 'net', 'compare', 'change');
  const isMoneyOfSome =
    hasMeaning(tokens, 'credits', 'debits', 'both', 'entries') && hasMeaning(tokens, 'members', 'companies');
  return (
    ALL.test(text) &&
    periods.length === 0 &&
    classes.length === 0 &&
    amount === null &&
    alerts.types.length === 0 &&
    !tokens.some(isNarrow) &&
    !isMoneyOfSome
  );
}

/** "How many members", "number of debits"; "and how many were active" counts what the question before counted. */
export function countedNoun(tokens: readonly QuestionToken[], before: Query | null): Query['counted'] | null {
  const index = tokens.findIndex(({ sign }) => sign === 'count');
  if (index < 0) return null;
  const noun =
    tokens.slice(index + 1).find(({ sign }) => sign !== null && !ADJECTIVES.has(sign) && sign !== 'other')
      ?.sign ?? null;
  if (noun === 'members' || noun === 'depositors')
    return tokens.slice(0, index).some(({ sign }) => sign === 'companies') ? null : 'members';
  if (noun === 'companies' || noun === 'payers' || noun === 'collectors') return 'companies';
  if (before?.answer === 'figure' && before.of === 'money' && !tokens.some(({ sign }) => isNoun(sign)))
    return before.counted;
  return 'entries';
}

/** "Credits vs. debits" and "compare ACME with VENMO" compare no days. */
export function comparesPeriods(tokens: readonly QuestionToken[], isComparingNames: boolean): boolean {
  if (isComparingNames || !hasMeaning(tokens, 'compare')) return false;
  return !(hasMeaning(tokens, 'credits') && hasMeaning(tokens, 'debits'));
}

export function countedByNumber(tokens: readonly QuestionToken[]): boolean {
  return tokens.some(
    ({ sign, lower }, index) =>
      sign === 'per' && /^(?:number|count)$/.test(tokens[index + 1]?.lower ?? '') && lower === 'by',
  );
}

/** "By month", "per member", "for each class". */
export function perGroups(tokens: readonly QuestionToken[]): QueryGroup[] {
  return tokens.flatMap(({ sign }, index) => {
    const next =
      tokens.slice(index + 1).find((token) => token.sign !== 'filler' && token.sign !== 'part')?.sign ?? null;
    return sign === 'per' && next !== null ? (GROUP_OF[next] ?? []) : [];
  });
}

/** What the question wants to see one by one: companies, members, months, classes; null for one figure of all. */
export function askedGroup(
  tokens: readonly QuestionToken[],
  { companies, members, counted }: { companies: boolean; members: boolean; counted: Query['counted'] | null },
): QueryGroup | null {
  const has = (...wanted: WordMeaning[]) => hasMeaning(tokens, ...wanted);
  const per = perGroups(tokens);
  if (per[0] !== undefined) return per[0];
  const adverb = tokens.find(({ lower }) =>
    /^(?:daily|weekly|monthly|quarterly|yearly|annual|annually)$/.test(lower),
  )?.sign;
  if (adverb !== undefined && adverb !== null) return GROUP_OF[adverb] ?? null;
  if (has('trend')) return 'month';
  const direct = tokens.find(
    ({ sign }, index) => sign !== null && GROUP_OF[sign] !== undefined && isAskedFor(tokens, index, counted),
  )?.sign;
  if (direct !== undefined && direct !== null) return GROUP_OF[direct] ?? null;
  if (has('reason') || (has('returns') && has('why'))) return 'reason';
  if (!has('who')) return null;
  const isObject = tokens.some(
    ({ lower, sign }) => sign === 'who' && /^(?:whom|from|by|to|with|where)$/.test(lower),
  );
  if (companies && !members) return 'member';
  if (members || isObject) return 'company';
  const isSpending = tokens.some(({ lower }) => /^(?:spen[dt]|spends|spending)$/.test(lower));
  return isSpending || has('gain', 'deposit', 'withdraw', 'alerts') ? 'member' : 'company';
}

/** "Which companies", "our largest depositors", "list the ten members"; but not "from members" and not "how many members". */
function isAskedFor(tokens: readonly QuestionToken[], index: number, counted: Query['counted'] | null) {
  const noun = tokens[index]?.sign ?? null;
  let back = index - 1;
  while (back >= 0 && ADJECTIVES.has(tokens[back]?.sign ?? null)) back -= 1;
  const asking = tokens[back]?.sign ?? null;
  const between = tokens.slice(back + 1, index).map(({ sign }) => sign);
  const isFirst =
    counted === null ||
    counted === 'entries' ||
    GROUP_OF[noun ?? 'part'] !== (counted === 'members' ? 'member' : 'company');
  if (isOneOf(noun, 'depositors', 'payers', 'collectors')) return isFirst;
  if (isTimeGroup(GROUP_OF[noun ?? 'part'] ?? null))
    return asking === 'which' || between.some((sign) => isOneOf(sign, 'most', 'busiest', 'top'));
  if (!isFirst || isOneOf(asking, 'which', 'list', 'who', 'compare')) return isFirst;
  if (back >= 0) return between.some((sign) => isOneOf(sign, 'most', 'least', 'top', 'number'));
  return (
    !isOneOf(noun, 'companies', 'members') ||
    index === 0 ||
    hasMeaning(tokens, 'most', 'least', 'top', 'busiest', 'quietest')
  );
}

const ENTRY_NOUNS = meaningSet('entries credits debits deposit');
const BEFORE_ENTRY_NOUN = meaningSet('filler part number we class credits debits name per');

/** "Largest debit", "smallest credits", "show the transactions of …", "last payment": single entries, in that order. */
export function entriesOrder(tokens: readonly QuestionToken[]): Query['order'] | null {
  if (perGroups(tokens).length > 0 || hasMeaning(tokens, 'count', 'share')) return null;
  for (const [index, { sign }] of tokens.entries()) {
    if (!ENTRY_NOUNS.has(sign)) continue;
    const before = tokens.slice(0, index).findLast((token) => !BEFORE_ENTRY_NOUN.has(token.sign));
    if (before?.sign === 'top' || (before?.sign === 'most' && !/^most\b/.test(before.lower))) return 'most';
    if (before?.sign === 'least' && before.lower !== 'fewest') return 'least';
    if (before?.sign === 'lastTime') return 'last';
    if (before?.sign === 'firstTime') return 'first';
    const isListed = before?.sign === 'list' || (before?.sign === 'which' && sign === 'entries');
    if (isListed && sign !== 'deposit' && !hasMeaning(tokens, 'sum', 'average')) return 'most';
  }
  return null;
}

export function isSingleEntry(tokens: readonly QuestionToken[]): boolean {
  if (tokens.some(({ lower }) => /^(?:every|each|all|any)$/.test(lower))) return false;
  return tokens.some(
    ({ sign, lower }) =>
      ENTRY_NOUNS.has(sign) &&
      /^(?:entry|transaction|payment|item|transfer|credit|debit|deposit|withdrawal)$/.test(lower),
  );
}

const BEFORE_COUNTED_NOUN = meaningSet('most least filler part active top class firstTime lastTime');

/** "Top 5", "ten members", "largest 3 debits"; not the "2" of "2 dollars". */
export function isLimit(tokens: readonly QuestionToken[], index: number): boolean {
  const before = tokens[index - 1]?.sign;
  // "In one debit" is no list of one.
  if (tokens[index]?.lower === 'one' && before === 'other') return false;
  if (before === 'top' || before === 'most' || before === 'least') return true;
  const next = tokens.slice(index + 1).find(({ sign }) => !BEFORE_COUNTED_NOUN.has(sign));
  return isNoun(next?.sign ?? null);
}

/** "Most alerts", "fewest payments": what there is most of. */
export function mostOf(tokens: readonly QuestionToken[]): WordMeaning | null {
  const index = tokens.findIndex(({ sign }) => sign === 'most' || sign === 'least');
  return tokens.slice(index + 1).find(({ sign }) => sign !== 'part')?.sign ?? null;
}

/** "When did ACME last pay" has its word; "when did ACME pay" asks for the last time, "since when" for the first. */
export function whenOrder(tokens: readonly QuestionToken[]): Query['order'] {
  return tokens.some(({ lower }) => lower === 'since' || lower === 'start' || lower === 'begin')
    ? 'first'
    : 'last';
}

/** Of whose sum a limit of an amount speaks: "members who received more than $5,000", "members with debits over $5,000". */
export function limitOf(
  tokens: readonly QuestionToken[],
  asked: QueryGroup | null,
  counted: Query['counted'] | null,
): 'entry' | 'total' {
  const isOfGroups =
    asked === 'member' || asked === 'company' || counted === 'members' || counted === 'companies';
  if (!isOfGroups) return 'entry';
  const isSingle = tokens.some(
    ({ lower }, at) => lower === 'in' && /^(?:one|a|any|single)$/.test(tokens[at + 1]?.lower ?? ''),
  );
  if (isSingle) return 'entry';
  const index = tokens.findIndex(({ sign }) => sign === 'amount');
  const before =
    tokens
      .slice(0, index)
      .toReversed()
      .find(({ sign }) => sign !== 'filler' && sign !== 'other' && sign !== 'part')?.sign ?? null;
  return before === 'entries' || before === 'credits' || before === 'debits' ? 'entry' : 'total';
}
