import { periodBefore } from '../../calendar/period.ts';
import { buildQuery, isTopic, nameMeaning } from './build-query.ts';
import type { FoundName, Query } from './custom-query.ts';
import { comparison, periodsOf, type QueryDays } from './query-days.ts';
import { countedNoun, isNoun, mostOf } from './query-subject.ts';
import { hasMeaning, type MentionedName, type QuestionToken } from './question-names.ts';
import { isContent, outOfScopeTopics, type WordMeaning, wordMeaningOf } from './question-vocabulary.ts';
import type { ReadQuestion } from './read-question.ts';

export interface UnderstoodQuestion {
  text: string;
  query: Query | null;
  notUnderstood: string[];
  /** Names that the ledger does not have. There is no answer then, because one about all members would mislead. */
  unknownNames: string[];
  /** The words that were not understood narrow the question, so answering the rest would answer another question. */
  isNarrowed: boolean;
  beyond: string[];
}

export interface NameCandidate {
  words: string;
  first: number;
  last: number;
  mayBeBeginning: boolean;
  only: MentionedName['only'];
}

/** A company name of a NACHA file has 16 characters, so at most this many words. */
const MAX_WORDS_OF_PART = 8;

/** What of a name the ledger may know, the longest first: all of its words, then fewer. Their number grows with the length of the name. */
export function nameCandidates({ tokens }: ReadQuestion, name: MentionedName): NameCandidate[] {
  const { first, last, text, mayBeBeginning, only } = name;
  const all: NameCandidate[] = [{ words: text, first, last, mayBeBeginning, only }];
  for (let length = Math.min(last - first, MAX_WORDS_OF_PART); length >= 1; length -= 1)
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

/** The query of a question whose names were looked up. Null when it only asks for figures that every answer states ("State the totals."). */
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
  const isFirstOrLastDay = hasMeaning(tokens, 'firstTime', 'lastTime') && hasMeaning(tokens, 'day');
  const hasTopic =
    isComparison ||
    isFirstOrLastDay ||
    (hasMeaning(tokens, 'active') && hasMeaning(tokens, 'count', 'most', 'least', 'top')) ||
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
        ? continuedQuestion(before, buildQuery(read, found, days, before), read)
        : buildQuery(read, found, days, before);
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

function setWordMeaning(tokens: QuestionToken[], index: number, sign: WordMeaning | null): void {
  const token = tokens[index];
  if (token !== undefined) token.sign = sign;
}

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
function repeatedQuestion(before: Query, read: ReadQuestion, found: readonly FoundName[], days: QueryDays) {
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
  const has = (...wanted: WordMeaning[]) => hasMeaning(tokens, ...wanted);
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
  const absolute = periods.filter(({ period }) => typeof period !== 'string');
  return absolute.length > (isCompared && absolute.length === periods.length ? 2 : 1);
}

const RESTRICTING =
  /^(?:to|from|at|with|for|by|of|in|on|during|since|before|after|until|through|via|who|whose|that|which|near|between|among|within|over|under|above|below|into|onto|about|like|per|where|when|while)$/;

/**
 * Whether the answer depends on words that were not understood: behind a preposition ("to crypto exchanges"), before the noun they
 * narrow ("new members"), behind the requested figure, or before a colon.
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
    if (isNoun(tokens[last + 1]?.sign ?? null)) return true;
    // "Capital improvements: who paid for them?"
    const next = tokens[last + 1];
    return next !== undefined && text.slice(tokens[last]?.end, next.start).includes(':');
  });
}

/** "Which company has paid the fewest members": no query orders by how many members a company reaches. */
function ranksByReach(tokens: readonly QuestionToken[]): boolean {
  const most = mostOf(tokens);
  const has = (wanted: WordMeaning) => hasMeaning(tokens, wanted);
  return (most === 'members' && has('companies')) || (most === 'companies' && has('members') && has('which'));
}
