import type { ReviewOutcome, RiskLevel } from '@clearwatch/contracts/alerts';
import { addDays } from '../../calendar/day.ts';
import {
  CALENDAR_UNITS,
  type CalendarUnit,
  MONTHS_PER_UNIT,
  type Period,
  periodBefore,
  previousPeriod,
  unitAround,
  wholeUnits,
  yearBefore,
} from '../../calendar/period.ts';
import type { MemberRef } from '../sections/member-figures.ts';
import type { FoundPeriod, LedgerDays } from './question-periods.ts';
import {
  type AmountLimit,
  isContent,
  type MentionedName,
  outOfScopeTopics,
  type QuestionToken,
  type ReadQuestion,
  type WordMeaning,
  wordMeaningOf,
} from './read-question.ts';

export type QueryGroup = CalendarUnit | 'company' | 'member' | 'class' | 'type' | 'risk' | 'reason';
export const isTimeGroup = (group: QueryGroup | null): group is CalendarUnit =>
  group !== null && (CALENDAR_UNITS as readonly QueryGroup[]).includes(group);

/** What a question asks of the ledger. */
export interface Query {
  /** figure: one line of figures · ranking, series: figures by group · entries: single ones · day: when · change: what made the difference. */
  answer: 'figure' | 'ranking' | 'series' | 'entries' | 'day' | 'change';
  of: 'money' | 'alerts' | 'returns';
  measure: 'amount' | 'count' | 'average';
  /** Of a figure by `count`: what is counted. */
  counted: 'entries' | 'members' | 'companies';
  direction: 'credits' | 'debits' | 'both' | 'net';
  group: QueryGroup | null;
  /** Of entries and days also which come first. */
  order: 'most' | 'least' | 'first' | 'last' | 'first and last';
  limit: number;
  isShare: boolean;
  /** "How many members do we have": all of the ledger, whatever they did. */
  isAll: boolean;
  /** How many members each company reaches is asked for, too. */
  withMembers: boolean;
  /** Null: all. */
  companies: string[] | null;
  members: MemberRef[] | null;
  classes: string[];
  amount: (Pick<AmountLimit, 'is' | 'cents' | 'toCents'> & { of: 'entry' | 'total' }) | null;
  /** Types of alerts; null: all. */
  alertTypes: string[] | null;
  categories: string[];
  risk: RiskLevel | null;
  state: 'open' | 'reviewed' | ReviewOutcome | null;
  period: Period;
  comparedWith: Period | null;
  /** Asked to be compared with, and not whole in the ledger. */
  notCompared: Period | null;
  /** Words of the question that stand for other names, "Zelle" for ZELLE PAYMENT. */
  standsFor: { words: string; companies: string[] }[];
  /** "Received credits" of companies, who send them. */
  isReversed: boolean;
}

export interface UnderstoodQuestion {
  text: string;
  query: Query | null;
  /** Word for word, in their order. */
  notUnderstood: string[];
  /** Names that nobody in the ledger has: then there is no answer, since one about everybody would mislead. */
  unknownNames: string[];
  /** What was not understood narrows the question down: the rest would be another one. */
  isNarrowed: boolean;
  beyond: string[];
}

/** What the ledger knows by some words of a question. */
export interface FoundName {
  words: string;
  members: MemberRef[];
  companies: string[];
}

export interface NameCandidate {
  words: string;
  first: number;
  last: number;
  mayBeBeginning: boolean;
  only: MentionedName['only'];
}

export interface QueryDays extends LedgerDays {
  /** Those of the form, or the newest of the ledger. */
  period: Period;
  /** The days are nobody's choice: alerts that are open, and first and last days, are then looked for in the whole ledger. */
  isUsualPeriod: boolean;
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/** What of a name the ledger may know, the longest first: all of its words, then fewer. */
export function nameCandidates({ tokens }: ReadQuestion, name: MentionedName): NameCandidate[] {
  const { first, last, text, mayBeBeginning, only } = name;
  const all: NameCandidate[] = [{ words: text, first, last, mayBeBeginning, only }];
  for (let length = last - first; length >= 1; length -= 1)
    for (let from = first; from + length - 1 <= last; from += 1)
      all.push({
        words: tokens
          .slice(from, from + length)
          .map((token) => token.text.replace(/['’]s$/u, ''))
          .join(' '),
        first: from,
        last: from + length - 1,
        // "Capital" of "Capital Two" is not the beginning of a name that was meant.
        mayBeBeginning: mayBeBeginning && length > 1,
        only,
      });
  return all.filter(({ words }) => words.length > 2);
}

/**
 * What a question asks, now that the ledger has said whom its names mean. Null for a sentence that only asks the one before for
 * figures that every answer states: "State the totals."
 */
export function toQuery(
  read: ReadQuestion,
  find: (candidate: NameCandidate) => FoundName | null,
  { days, before }: { days: QueryDays; before: Query | null },
): UnderstoodQuestion | null {
  const { tokens, text } = read;
  if (before !== null && isAddition(read)) return null;
  const found: (FoundName & { first: number; last: number })[] = [];
  const unknownNames: string[] = [];
  for (const name of read.names) {
    const match = nameCandidates(read, name)
      .map((candidate) => ({ candidate, known: find(candidate) }))
      .find(({ known }) => known !== null);
    if (match?.known === null || match === undefined) {
      if (name.isCertain) unknownNames.push(name.text);
      for (let index = name.first; index <= name.last; index += 1)
        setWordMeaning(tokens, index, name.isCertain ? 'part' : null);
      continue;
    }
    const { first, last } = match.candidate;
    found.push({ ...match.known, first, last });
    for (let index = name.first; index <= name.last; index += 1)
      setWordMeaning(
        tokens,
        index,
        index === first
          ? 'name'
          : index > first && index <= last
            ? 'part'
            : wordMeaningOf(tokens[index]?.lower ?? ''),
      );
  }
  if (namesOtherDays(read))
    for (const { start, end } of read.periods.slice(1))
      for (const token of tokens) if (token.start < end && start < token.end) token.sign = null;
  const notUnderstood = notUnderstoodWords(text, tokens);
  const unknown = tokens.filter(({ sign, lower }) => sign === null && lower.length > 1).length;
  const known = tokens.filter(({ sign }) => isContent(sign)).length;
  const isComparison = read.periods.length > 0 && tokens.some(({ sign }) => sign === 'compare');
  const hasSign = (wanted: WordMeaning) => tokens.some(({ sign }) => sign === wanted);
  const isFirstOrLastDay = (hasSign('firstTime') || hasSign('lastTime')) && hasSign('day');
  const hasTopic =
    isComparison ||
    isFirstOrLastDay ||
    (hasSign('active') && (['count', 'most', 'least', 'top'] as const).some(hasSign)) ||
    tokens.some(({ sign }) => isTopic(sign));
  const beyond = outOfScopeTopics(notUnderstood.join(' '));
  const isFragment =
    !hasTopic && before !== null && found.length + read.periods.length + read.classes.length > 0;
  const isNarrowed = read.hasUnreadPeriod || namesOtherDays(read) || restricts(read);
  // What was not understood outweighs the rest: an answer would be to another question.
  const isAnswerable =
    (hasTopic || isFragment || found.length > 0) &&
    (unknown <= known || found.length > 0) &&
    !read.isBeyondQueries &&
    !isNarrowed &&
    !ranksByReach(tokens) &&
    !isBeyondAlerts(read);
  if (unknownNames.length > 0 || !isAnswerable)
    return {
      text,
      query: null,
      notUnderstood,
      unknownNames,
      isNarrowed: isNarrowed && hasTopic && unknown <= known && !read.isBeyondQueries,
      beyond,
    };
  const isReference =
    before?.group !== null &&
    tokens.some(({ sign, lower }) => sign === 'each' && /^(?:they|them|those|these)$/.test(lower));
  const query =
    before !== null && isFragment
      ? repeatedQuestion(before, read, found, days)
      : before !== null && isReference
        ? continuedQuestion(before, built(read, found, days, before), read)
        : built(read, found, days, before);
  return { text, query, notUnderstood, unknownNames, isNarrowed: false, beyond };
}

function isAddition({ tokens, names, periods }: ReadQuestion): boolean {
  const isFigure = (sign: WordMeaning | null) => sign === 'sum' || sign === 'count' || sign === 'list';
  return (
    names.length + periods.length === 0 &&
    tokens.some(({ sign }) => isFigure(sign)) &&
    tokens.every(
      ({ sign }) =>
        isFigure(sign) || ['filler', 'part', 'other', 'we', 'each', 'per'].includes(sign ?? 'none'),
    )
  );
}

const TOPICS = new Set<WordMeaning>(
  (
    'sum average share busiest quietest happened change depositors members companies payers collectors entries credits debits net both ' +
    'alerts returns gain lose collect deposit withdraw trend secClass international class alertType'
  ).split(' ') as WordMeaning[],
);
const isTopic = (sign: WordMeaning | null) => sign !== null && TOPICS.has(sign);

function setWordMeaning(tokens: QuestionToken[], index: number, sign: WordMeaning | null): void {
  const token = tokens[index];
  if (token !== undefined) token.sign = sign;
}

/** Stretches of words that were not understood, joined over what stands between them. */
function notUnderstoodWords(text: string, tokens: readonly QuestionToken[]): string[] {
  const stretches: { start: number; end: number; last: number }[] = [];
  tokens.forEach(({ sign, start, end }, index) => {
    if (sign !== null) return;
    const open = stretches.at(-1);
    const between = open === undefined ? [] : tokens.slice(open.last + 1, index);
    if (
      open !== undefined &&
      between.length <= 2 &&
      between.every((token) => !isContent(token.sign) && token.sign !== 'part')
    )
      Object.assign(open, { end, last: index });
    else stretches.push({ start, end, last: index });
  });
  return stretches.map(({ start, end }) => text.slice(start, end));
}

/** "And in September?": the question before, with what this one says instead. */
function repeatedQuestion(
  before: Query,
  read: ReadQuestion,
  found: readonly FoundName[],
  days: QueryDays,
): Query {
  const own = periodsOf(read, days, before);
  const companies = found.flatMap((name) => name.companies);
  const members = found.flatMap((name) => name.members);
  return {
    ...before,
    isAll: false,
    period: read.periods.length > 0 ? own.period : before.period,
    ...comparison(before.comparedWith === null ? null : periodBefore(own.period), days),
    companies: companies.length > 0 ? companies : before.companies,
    members: members.length > 0 ? members : before.members,
    classes: read.classes.length > 0 ? read.classes : before.classes,
    standsFor: nameMeaning(found),
  };
}

/** "How much did they send in October?": the groups of the question before, with what this one says. */
function continuedQuestion(before: Query, own: Query, { periods }: ReadQuestion): Query {
  return {
    ...before,
    direction: own.direction === 'both' ? before.direction : own.direction,
    measure: own.measure,
    period: periods.length > 0 ? own.period : before.period,
    comparedWith: own.comparedWith,
    notCompared: own.notCompared,
    standsFor: own.standsFor,
  };
}

/** Shares, classes and kinds of returns, and how many members or companies have some, that the queries of alerts and of returned debits do not know. */
function isBeyondAlerts({ tokens, classes, alerts }: ReadQuestion): boolean {
  const has = (...signs: WordMeaning[]) => tokens.some(({ sign }) => sign !== null && signs.includes(sign));
  const counted = countedNoun(tokens, null);
  if (has('alerts', 'alertType', 'returns') && (counted === 'members' || counted === 'companies'))
    return true;
  if (has('alerts', 'alertType'))
    return (
      has('share') || (has('alerts') && classes.length > 0) || (has('returns') && alerts.types.length > 0)
    );
  return has('returns') && has('share');
}

/** Days beside those that the question is about and those that it compares: an answer would leave them out. */
function namesOtherDays({ tokens, periods }: ReadQuestion): boolean {
  const isCompared = tokens.some(({ sign }) => sign === 'compare') || periods.some(({ isBase }) => isBase);
  return periods.filter(({ period }) => typeof period !== 'string').length > (isCompared ? 2 : 1);
}

const RESTRICTING =
  /^(?:to|from|at|with|for|by|of|in|on|during|since|before|after|until|through|via|who|whose|that|which|near|between|among|within|over|under|above|below|into|onto|about|like|per|where|when|while)$/;
const NARROWED = new Set<WordMeaning | null>([
  'members',
  'depositors',
  'companies',
  'payers',
  'collectors',
  'entries',
  'credits',
  'debits',
  'alerts',
  'returns',
]);

/**
 * Words that were not understood and on which the answer rests: behind a preposition ("to crypto exchanges"), before the noun that they
 * narrow down ("new members"), behind the figure that is asked for, or before a colon. Without them another question would be answered.
 */
function restricts({ tokens, text }: ReadQuestion): boolean {
  const isOpen = (index: number) => {
    const token = tokens[index];
    return token?.sign === null && token.lower.length > 1;
  };
  return tokens.some((_, index) => {
    if (!isOpen(index)) return false;
    let [first, last] = [index, index];
    while (isOpen(first - 1)) first -= 1;
    while (isOpen(last + 1)) last += 1;
    while (
      first > 0 &&
      /^(?:the|a|an|our|my|their|any|all|some|these|those|other)$/.test(tokens[first - 1]?.lower ?? '')
    )
      first -= 1;
    const before = tokens[first - 1];
    if (before !== undefined && RESTRICTING.test(before.lower)) return true;
    if (RESTRICTING.test(tokens[first]?.lower ?? '')) return true;
    // "What balance", "how much interest": the very thing that is asked for.
    const asking = tokens.slice(0, first).findLast(({ sign }) => sign !== 'part')?.sign ?? null;
    if (asking !== null && ['which', 'count', 'sum', 'average', 'share', 'who'].includes(asking)) return true;
    if (NARROWED.has(tokens[last + 1]?.sign ?? 'part')) return true;
    // "Capital improvements: who paid for them?"
    const next = tokens[last + 1];
    return next !== undefined && text.slice(tokens[last]?.end, next.start).includes(':');
  });
}

/** "Which company has paid the fewest members": no query orders by how many members a company reaches. */
function ranksByReach(tokens: readonly QuestionToken[]): boolean {
  const most = mostOf(tokens);
  const has = (sign: WordMeaning) => tokens.some((token) => token.sign === sign);
  return (most === 'members' && has('companies')) || (most === 'companies' && has('members') && has('which'));
}

const nameMeaning = (found: readonly FoundName[]) =>
  found
    .filter(
      ({ words, companies }) =>
        companies.length > 0 && (companies.length > 1 || companies[0]?.toUpperCase() !== words.toUpperCase()),
    )
    .map(({ words, companies }) => ({ words, companies }));

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
const isNoun = (sign: WordMeaning | null): sign is Noun =>
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
type Verb = (typeof VERBS)[number];
const isVerb = (sign: WordMeaning | null): sign is Verb =>
  (VERBS as readonly (WordMeaning | null)[]).includes(sign);
/** What may stand between an asking word and the noun that it asks for. */
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

function built(
  read: ReadQuestion,
  found: readonly (FoundName & { first: number; last: number })[],
  days: QueryDays,
  before: Query | null,
): Query {
  const { tokens } = read;
  const signs = tokens.map(({ sign }) => sign);
  const has = (...wanted: WordMeaning[]) => wanted.some((sign) => signs.includes(sign));
  const companies = found.flatMap((name) => name.companies);
  const members = found.flatMap((name) => name.members);
  const of =
    has('alerts', 'alertType', 'open', 'reviewed', 'escalated', 'falsePositive') &&
    (has('alerts') || !has('returns'))
      ? 'alerts'
      : has('returns')
        ? 'returns'
        : 'money';
  const counted = countedNoun(tokens, before);
  const isAll =
    asksForAll(read) &&
    counted !== null &&
    found.length === 0 &&
    (of !== 'money' || counted !== 'entries' || !has('members', 'companies'));
  const asked = askedGroup(tokens, { companies: companies.length > 0, members: members.length > 0, counted });
  const { direction, isReversed } = directionOf(tokens, found, asked, counted);
  const time = isTimeGroup(asked);
  const superlative = entriesOrder(tokens);
  const withMembers =
    has('each') &&
    tokens.some(({ sign }, index) => sign === 'count' && tokens[index + 2]?.sign === 'members');
  const isCount =
    counted !== null ||
    (has('count') && !has('sum') && !withMembers) ||
    (has('busiest', 'quietest') && !has('sum')) ||
    has('frequent') ||
    (has('active') && has('most', 'least', 'top')) ||
    of !== 'money' ||
    (has('most', 'least', 'top') && (asked !== null || has('when')) && mostOf(tokens) === 'entries') ||
    countedByNumber(tokens);
  const isWhen = has('when', 'firstTime', 'lastTime', 'busiest', 'quietest');
  const isFirstOrLast = has('firstTime', 'lastTime');
  const isFirstAndLast = of === 'money' && has('firstTime') && has('lastTime') && counted === null;
  const isComparingNames =
    has('compare') && found.length > 1 && companies.length > 1 && read.periods.length < 2;
  const isChange = has('why') || (asked !== null && !time && has('change'));
  const limitAsked = tokens.find((token, index) => token.sign === 'number' && isLimit(tokens, index))?.value;
  const isDay =
    (isFirstAndLast ||
      (isFirstOrLast && has('day')) ||
      has('busiest', 'quietest') ||
      (has('when') && of === 'money') ||
      (isFirstOrLast && (found.length > 0 || has('when')) && superlative === null) ||
      (time && has('most', 'least', 'top') && perGroups(tokens).length === 0)) &&
    asked !== 'company' &&
    asked !== 'member';
  const answer: Query['answer'] = isDay
    ? of === 'money'
      ? 'day'
      : 'series'
    : isChange && of === 'money'
      ? 'change'
      : superlative !== null && asked === null && counted === null
        ? 'entries'
        : asked === null
          ? of === 'alerts' && counted === null && !has('count', 'change', 'compare')
            ? 'entries'
            : 'figure'
          : time || asked === 'class' || asked === 'type' || asked === 'risk' || asked === 'reason'
            ? 'series'
            : counted !== null && counted !== 'entries' && !has('per', 'most', 'least', 'top', 'who')
              ? 'figure'
              : 'ranking';
  const periods = periodsOf(read, days, null);
  const isEver =
    read.periods.length === 0 &&
    (isAll || days.isUsualPeriod) &&
    ((answer === 'day' && isFirstOrLast) ||
      isAll ||
      (answer === 'day' && has('when') && !has('most', 'least', 'busiest', 'quietest')) ||
      (of !== 'money' && isDay) ||
      (answer === 'entries' && (superlative === 'first' || superlative === 'last')) ||
      (isDay && time && asked !== 'day') ||
      (of === 'alerts' && has('open')));
  const whole = { firstDay: days.firstDay, lastDay: days.asOf };
  const period = isEver
    ? whole
    : answer === 'series' && isTimeGroup(asked) && read.periods.length === 0 && days.isUsualPeriod
      ? defaultSeriesPeriod(asked, days)
      : aligned(read, asked, days, periods.period);
  const isCompared =
    periods.comparedWith !== null ||
    ((comparesPeriods(tokens, isComparingNames) || has('change') || answer === 'change') &&
      !time &&
      answer !== 'entries' &&
      answer !== 'day');
  const isProfile = answer === 'figure' && found.length === 1 && !tokens.some(({ sign }) => isTopic(sign));
  const group =
    answer === 'change'
      ? asked === 'member'
        ? 'member'
        : asked === 'company' && !has('who')
          ? 'company'
          : null
      : answer === 'figure'
        ? isProfile
          ? members.length > 0
            ? 'company'
            : 'member'
          : null
        : asked;
  return {
    answer: isComparingNames && answer === 'figure' ? 'ranking' : answer,
    of,
    measure: has('average') ? 'average' : isCount ? 'count' : 'amount',
    counted: counted ?? 'entries',
    direction: of === 'returns' ? 'debits' : direction,
    group:
      of !== 'money' && answer !== 'entries'
        ? (asked ?? (isDay ? 'day' : of === 'returns' ? 'reason' : 'type'))
        : isComparingNames && answer === 'figure'
          ? 'company'
          : answer === 'day'
            ? isTimeGroup(asked) && !isFirstOrLast
              ? asked
              : 'day'
            : group,
    order:
      answer === 'day' && isFirstAndLast
        ? 'first and last'
        : answer === 'day' && isFirstOrLast
          ? has('lastTime')
            ? 'last'
            : 'first'
          : answer === 'day' && isWhen && !has('most', 'least', 'busiest', 'quietest')
            ? whenOrder(tokens)
            : (superlative ?? (has('least', 'quietest') ? 'least' : 'most')),
    limit: Math.min(
      MAX_LIMIT,
      limitAsked ?? (superlative !== null && isSingleEntry(tokens) ? 1 : DEFAULT_LIMIT),
    ),
    isShare: has('share'),
    isAll: isAll && of === 'money' && counted !== 'entries',
    withMembers,
    companies: companies.length > 0 ? companies : null,
    members: members.length > 0 ? members : null,
    classes: has('international') && !read.classes.includes('IAT') ? [...read.classes, 'IAT'] : read.classes,
    amount:
      read.amount === null
        ? null
        : {
            is: read.amount.is,
            cents: read.amount.cents,
            toCents: read.amount.toCents,
            of: limitOf(tokens, asked, counted),
          },
    alertTypes: read.alerts.types.length > 0 ? read.alerts.types : null,
    categories: read.alerts.categories,
    risk: has('high') ? 'high' : has('medium') ? 'medium' : has('low') ? 'low' : null,
    state: has('open')
      ? 'open'
      : has('escalated')
        ? 'escalated'
        : has('falsePositive')
          ? 'false_positive'
          : has('reviewed')
            ? 'reviewed'
            : null,
    period,
    ...comparison(isCompared ? (periods.comparedWith ?? periodBefore(period)) : null, days),
    standsFor: nameMeaning(found),
    isReversed,
  };
}

const ALL =
  /\b(?:do we (?:now |currently )?have|have we(?: got)?|we have|are there|there are|exist|in total|altogether|in all|total number of)\b/iu;

/** "How many members do we have", "number of companies in total": neither days nor what somebody did narrow it down. */
function asksForAll({ text, tokens, periods, classes, amount, alerts }: ReadQuestion): boolean {
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
function countedNoun(tokens: readonly QuestionToken[], before: Query | null): Query['counted'] | null {
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
function comparesPeriods(tokens: readonly QuestionToken[], isComparingNames: boolean): boolean {
  const has = (sign: WordMeaning) => tokens.some((token) => token.sign === sign);
  return has('compare') && !isComparingNames && !(has('credits') && has('debits'));
}

function countedByNumber(tokens: readonly QuestionToken[]): boolean {
  return tokens.some(
    ({ sign, lower }, index) =>
      sign === 'per' && /^(?:number|count)$/.test(tokens[index + 1]?.lower ?? '') && lower === 'by',
  );
}

/** "By month", "per member", "for each class". */
function perGroups(tokens: readonly QuestionToken[]): QueryGroup[] {
  return tokens.flatMap(({ sign }, index) => {
    const next =
      tokens.slice(index + 1).find((token) => token.sign !== 'filler' && token.sign !== 'part')?.sign ?? null;
    return sign === 'per' && next !== null ? (GROUP_OF[next] ?? []) : [];
  });
}

/** What the question wants to see one by one: companies, members, months, classes; null for one figure of all. */
function askedGroup(
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
function entriesOrder(tokens: readonly QuestionToken[]): Query['order'] | null {
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

function isSingleEntry(tokens: readonly QuestionToken[]): boolean {
  if (tokens.some(({ lower }) => /^(?:every|each|all|any)$/.test(lower))) return false;
  return tokens.some(
    ({ sign, lower }) =>
      sign !== null &&
      ENTRY_NOUNS.has(sign) &&
      /^(?:entry|transaction|payment|item|transfer|credit|debit|deposit|withdrawal)$/.test(lower),
  );
}

/** "Top 5", "ten members", "largest 3 debits"; not the "2" of "2 dollars". */
function isLimit(tokens: readonly QuestionToken[], index: number): boolean {
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
function mostOf(tokens: readonly QuestionToken[]): WordMeaning | null {
  const index = tokens.findIndex(({ sign }) => sign === 'most' || sign === 'least');
  return tokens.slice(index + 1).find(({ sign }) => sign !== 'part')?.sign ?? null;
}

/** "When did ACME last pay" has its word; "when did ACME pay" asks for the last time, "since when" for the first. */
function whenOrder(tokens: readonly QuestionToken[]): Query['order'] {
  return tokens.some(({ lower }) => lower === 'since' || lower === 'start' || lower === 'begin')
    ? 'first'
    : 'last';
}

/** Of whose sum a limit of an amount speaks: "members who received more than $5,000", "members with debits over $5,000". */
function limitOf(
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

function directionOf(
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

/** The days that the question is about, and those that it compares them with. */
function periodsOf(
  read: ReadQuestion,
  days: QueryDays,
  before: Query | null,
): { period: Period; comparedWith: Period | null } {
  const { tokens, periods } = read;
  const compares = tokens.filter(
    (token, index) => token.sign === 'compare' && !isBetweenDirections(tokens, index),
  );
  const isLeadingWord = /^compar(?:e|ing)$/.test(compares[0]?.lower ?? '') && compares[0]?.words === 1;
  // "Compare March with February" is about March; behind "compared with" and "versus" stands the other.
  const compareAt =
    (compares.find(({ lower, words }) => !/^compar(?:e|ing)$/.test(lower) || words > 1) ?? null)?.start ??
    null;
  const usual = before?.period ?? days.period;
  const all = periods.map((each) => ({
    ...each,
    isSecond:
      each.isBase || (compareAt !== null && each.start > compareAt && !periods.some(({ isBase }) => isBase)),
  }));
  const second =
    all.find(({ isSecond }) => isSecond) ?? (isLeadingWord && all.length > 1 ? all[1] : undefined);
  const first = all.find((each) => each !== second && typeof each.period !== 'string');
  const named = first?.period;
  if (second === undefined) {
    const relative = all.find(({ period }) => typeof period === 'string')?.period;
    const period = named === undefined || typeof named === 'string' ? currentOf(all[0], usual, days) : named;
    return {
      period,
      comparedWith:
        typeof relative === 'string'
          ? shifted(relative, period, all.find((each) => each.period === relative)?.unit ?? null)
          : null,
    };
  }
  // "Compared with the previous 30 days": so many days up to now, and those before.
  if (second.rolling !== null && named === undefined && typeof second.period !== 'string')
    return { period: second.period, comparedWith: previousPeriod(second.period) };
  const period = named === undefined || typeof named === 'string' ? currentOf(second, usual, days) : named;
  return { period, comparedWith: comparedDays(second, period, days) };
}

function isBetweenDirections(tokens: readonly QuestionToken[], index: number): boolean {
  const isDirection = (sign: WordMeaning | null | undefined) => sign === 'credits' || sign === 'debits';
  return isDirection(tokens[index - 1]?.sign) && isDirection(tokens[index + 1]?.sign);
}

/** Of "March compared with last year" the same days of last year. */
function comparedDays(
  { period: second, unit }: Pick<FoundPeriod, 'period' | 'unit'>,
  period: Period,
  { asOf }: QueryDays,
): Period {
  if (typeof second === 'string') return shifted(second, period, unit);
  const isPart =
    unit === 'year' &&
    period.firstDay.slice(0, 4) === asOf.slice(0, 4) &&
    period.lastDay.slice(0, 4) === asOf.slice(0, 4) &&
    period.firstDay !== wholeUnits(1, 'year', asOf).firstDay;
  return isPart ? yearBefore(period) : second;
}

/** "Compared with last month" alone is about this month, "with the same quarter last year" about this quarter. */
function currentOf(
  second: Pick<FoundPeriod, 'period' | 'unit'> | undefined,
  usual: Period,
  { isUsualPeriod, asOf }: QueryDays,
): Period {
  if (second === undefined || !isUsualPeriod) return usual;
  const { period, unit: own } = second;
  if (typeof period === 'string') return own === null || own === 'day' ? usual : wholeUnits(1, own, asOf);
  const unit = CALENDAR_UNITS.find(
    (each) =>
      each !== 'day' &&
      wholeUnits(2, each, asOf).firstDay === period.firstDay &&
      addDays(wholeUnits(1, each, asOf).firstDay, -1) === period.lastDay,
  );
  return unit === undefined ? usual : wholeUnits(1, unit, asOf);
}

/** "The month before" is a whole month where the days begin one; "the year before" are the same days of it. */
function shifted(how: 'previous' | 'year before', period: Period, unit: CalendarUnit | null): Period {
  if (how === 'year before') return yearBefore(period);
  if (unit === null) return periodBefore(period);
  const own = unitAround(period.firstDay, unit, -1);
  if (unit === 'year' && addDays(own.lastDay, 1) !== period.firstDay) return yearBefore(period);
  return own;
}

/** Days before the ledger begins look like days without money: nothing is compared with them. */
function comparison(
  wanted: Period | null,
  { firstDay }: LedgerDays,
): Pick<Query, 'comparedWith' | 'notCompared'> {
  return wanted !== null && wanted.firstDay < firstDay
    ? { comparedWith: null, notCompared: wanted }
    : { comparedWith: wanted, notCompared: null };
}

const DEFAULT_SERIES_LENGTH = { day: 30, week: 12, month: 12, quarter: 4, year: 3 } as const;

/** "Debits by month" of nobody's days: as many as a chart shows well, none before the ledger begins. */
function defaultSeriesPeriod(unit: CalendarUnit, { asOf, firstDay }: LedgerDays): Period {
  const period = wholeUnits(DEFAULT_SERIES_LENGTH[unit], unit, asOf);
  return period.firstDay < firstDay ? { ...period, firstDay } : period;
}

/** "By week for the last 8 weeks" is about whole weeks. */
function aligned(read: ReadQuestion, asked: QueryGroup | null, days: QueryDays, period: Period): Period {
  const rolling = read.periods.find((each) => each.period === period)?.rolling ?? null;
  if (rolling === null || !isTimeGroup(asked) || asked === 'day') return period;
  if (rolling.unit === asked) return wholeUnits(rolling.count, asked, days.asOf);
  const months = MONTHS_PER_UNIT[rolling.unit];
  return asked === 'month' && months > 0 ? wholeUnits(rolling.count * months, 'month', days.asOf) : period;
}
