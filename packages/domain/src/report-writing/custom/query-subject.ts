import { isTimeGroup, type Query, type QueryGroup } from './custom-query.ts';
import type { QuestionToken } from './question-names.ts';
import type { WordMeaning } from './question-vocabulary.ts';
import type { ReadQuestion } from './read-question.ts';

const NOUNS = [
  'members',
  'depositors',
  'companies',
  'payers',
  'collectors',
  'entries',
  'alerts',
  'returns',
  'credits',
  'debits',
] as const;

type Noun = (typeof NOUNS)[number];

export const isNoun = (sign: WordMeaning | null): sign is Noun =>
  (NOUNS as readonly (WordMeaning | null)[]).includes(sign);

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

const VERBS = ['gain', 'lose', 'collect', 'deposit', 'withdraw'] as const;

export type Verb = (typeof VERBS)[number];

export const isVerb = (sign: WordMeaning | null): sign is Verb =>
  (VERBS as readonly (WordMeaning | null)[]).includes(sign);

const ADJECTIVES = new Set<WordMeaning | null>([
  'most',
  'least',
  'top',
  'number',
  'filler',
  'we',
  'active',
  'part',
  'firstTime',
  'lastTime',
  'frequent',
  'medium',
  'low',
  'high',
  'open',
  'reviewed',
  'class',
  'alertType',
  'international',
  'name',
  'busiest',
  'quietest',
]);

const ALL =
  /\b(?:do we (?:now |currently )?have|have we(?: got)?|we have|are there|there are|exist|in total|altogether|in all|total number of)\b/iu;

/** "How many members do we have", "number of companies in total": neither days nor what somebody did narrow it down. */
export function asksForAll({ text, tokens, periods, classes, amount, alerts }: ReadQuestion): boolean {
  const isNarrow = (sign: WordMeaning | null) =>
    isVerb(sign) ||
    sign === 'active' ||
    sign === 'go' ||
    sign === 'per' ||
    sign === 'net' ||
    sign === 'compare' ||
    sign === 'change';
  const isOfSome = (sign: WordMeaning | null) => sign === 'members' || sign === 'companies';
  const hasMoney = tokens.some(
    ({ sign }) => sign === 'credits' || sign === 'debits' || sign === 'both' || sign === 'entries',
  );
  return (
    ALL.test(text) &&
    periods.length === 0 &&
    classes.length === 0 &&
    amount === null &&
    alerts.types.length === 0 &&
    !tokens.some(({ sign }) => isNarrow(sign)) &&
    !(hasMoney && tokens.some(({ sign }) => isOfSome(sign)))
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
  const has = (sign: WordMeaning) => tokens.some((token) => token.sign === sign);
  return has('compare') && !isComparingNames && !(has('credits') && has('debits'));
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
  const signs = tokens.map(({ sign }) => sign);
  const has = (...wanted: WordMeaning[]) => wanted.some((sign) => signs.includes(sign));
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
  if (
    has('gain', 'deposit', 'withdraw') ||
    tokens.some(({ lower }) => /^(?:spen[dt]|spends|spending)$/.test(lower))
  )
    return 'member';
  if (has('alerts')) return 'member';
  return 'company';
}

/** "Which companies", "our largest depositors", "list the ten members"; but not "from members" and not "how many members". */
function isAskedFor(
  tokens: readonly QuestionToken[],
  index: number,
  counted: Query['counted'] | null,
): boolean {
  const noun = tokens[index]?.sign ?? null;
  let back = index - 1;
  while (back >= 0 && ADJECTIVES.has(tokens[back]?.sign ?? null)) back -= 1;
  const asking = tokens[back]?.sign ?? null;
  const between = tokens.slice(back + 1, index).map(({ sign }) => sign);
  const isFirst =
    counted === null ||
    counted === 'entries' ||
    GROUP_OF[noun ?? 'part'] !== (counted === 'members' ? 'member' : 'company');
  if (noun === 'depositors' || noun === 'payers' || noun === 'collectors') return isFirst;
  if (isTimeGroup(GROUP_OF[noun ?? 'part'] ?? null))
    return (
      asking === 'which' || between.some((sign) => sign === 'most' || sign === 'busiest' || sign === 'top')
    );
  if (asking === 'which' || asking === 'list' || asking === 'who' || asking === 'compare') return isFirst;
  if (back < 0)
    return (
      isFirst &&
      (noun === 'companies' || noun === 'members'
        ? tokens.some(
            ({ sign }) => sign !== null && ['most', 'least', 'top', 'busiest', 'quietest'].includes(sign),
          ) || index === 0
        : true)
    );
  return (
    isFirst &&
    between.some((sign) => sign === 'most' || sign === 'least' || sign === 'top' || sign === 'number')
  );
}

const ENTRY_NOUNS = new Set<WordMeaning | null>(['entries', 'credits', 'debits', 'deposit']);

/** "Largest debit", "smallest credits", "show the transactions of …", "last payment": single entries, in that order. */
export function entriesOrder(tokens: readonly QuestionToken[]): Query['order'] | null {
  const isGroup =
    perGroups(tokens).length > 0 || tokens.some(({ sign }) => sign === 'count' || sign === 'share');
  for (const [index, { sign }] of tokens.entries()) {
    if (!ENTRY_NOUNS.has(sign)) continue;
    let back = index - 1;
    while (
      back >= 0 &&
      ['filler', 'part', 'number', 'we', 'class', 'credits', 'debits', 'name', 'per'].includes(
        tokens[back]?.sign ?? '',
      )
    )
      back -= 1;
    const before = tokens[back];
    if (before?.sign === 'most' && !/^most\b/.test(before.lower) && !isGroup) return 'most';
    if (before?.sign === 'top' && !isGroup) return 'most';
    if (before?.sign === 'least' && before.lower !== 'fewest' && !isGroup) return 'least';
    if (before?.sign === 'lastTime' && !isGroup) return 'last';
    if (before?.sign === 'firstTime' && !isGroup) return 'first';
    const isListed = before?.sign === 'list' || (before?.sign === 'which' && sign === 'entries');
    if (
      isListed &&
      sign !== 'deposit' &&
      !isGroup &&
      !tokens.some((token) => token.sign === 'sum' || token.sign === 'average')
    )
      return 'most';
  }
  return null;
}

export function isSingleEntry(tokens: readonly QuestionToken[]): boolean {
  if (tokens.some(({ lower }) => /^(?:every|each|all|any)$/.test(lower))) return false;
  return tokens.some(
    ({ sign, lower }) =>
      sign !== null &&
      ENTRY_NOUNS.has(sign) &&
      /^(?:entry|transaction|payment|item|transfer|credit|debit|deposit|withdrawal)$/.test(lower),
  );
}

/** "Top 5", "ten members", "largest 3 debits"; not the "2" of "2 dollars". */
export function isLimit(tokens: readonly QuestionToken[], index: number): boolean {
  const before = tokens[index - 1]?.sign;
  // "In one debit" is no list of one.
  if (tokens[index]?.lower === 'one' && before === 'other') return false;
  if (before === 'top' || before === 'most' || before === 'least') return true;
  const next =
    tokens
      .slice(index + 1)
      .find(
        ({ sign }) =>
          !['most', 'least', 'filler', 'part', 'active', 'top', 'class', 'firstTime', 'lastTime'].includes(
            sign ?? '',
          ),
      )?.sign ?? null;
  return isNoun(next);
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
