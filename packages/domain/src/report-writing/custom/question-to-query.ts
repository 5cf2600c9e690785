import { periodBefore } from '../../calendar/period.ts';
import { buildQuery, countedNoun, mostOf, NOUN, nameMeaning, TOPIC } from './build-query.ts';
import type { FoundName, Query } from './custom-query.ts';
import { comparison, periodsOf, type QueryDays } from './query-days.ts';
import { hasMeaning, type MentionedName, meaningText, type QuestionToken } from './question-names.ts';
import { isContent, outOfScopeTopics, type WordMeaning, wordMeaningOf } from './question-vocabulary.ts';
import type { ReadQuestion } from './read-question.ts';

export interface UnderstoodQuestion {
  text: string;
  query: Query | null;
  notUnderstood: string[];
  /**
   * Names that are not in the ledger. The question is then not answered, because an answer about all members
   * would be misleading.
   */
  unknownNames: string[];
  /**
   * Whether words that were not understood narrow the question. Answering only the rest would answer a
   * different question.
   */
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

/** A company name in a Nacha file has up to 16 characters, so it has at most this many words. */
const MAX_WORDS_OF_PART = 8;

/** Parts of a name to look up, longest first. Their number grows linearly with the length of the name. */
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
        // "Capital" in "Capital Two" must not match "CAPITAL ONE".
        mayBeBeginning: mayBeBeginning && length > 1,
        only,
      });
  return all.filter(({ words }) => words.length > 2);
}

/**
 * The query for a question whose names have been looked up. Null when the question requests only figures that
 * every answer includes ("State the totals.").
 */
export function toQuery(
  read: ReadQuestion,
  find: (candidate: NameCandidate) => FoundName | null,
  { days, before }: { days: QueryDays; before: Query | null },
): UnderstoodQuestion | null {
  const { tokens, text, names, periods, classes } = read;
  if (before !== null && names.length + periods.length === 0 && ADDITION.test(meaningText(tokens))) return null;
  const found: (FoundName & { first: number; last: number })[] = [];
  const unknownNames: string[] = [];
  for (const name of names) {
    const candidates = nameCandidates(read, name);
    const match = candidates
      .map((candidate) => ({ ...candidate, known: find(candidate) }))
      .find(({ known }) => known !== null);
    if (match?.known == null && name.isCertain) unknownNames.push(name.text);
    if (match?.known != null) found.push({ ...match.known, first: match.first, last: match.last });
    for (const [index, token] of tokens.entries()) {
      if (index < name.first || index > name.last) continue;
      if (match?.known == null) token.sign = name.isCertain ? 'part' : null;
      else if (index === match.first) token.sign = match.known.companies.length > 0 ? 'name' : 'person';
      else token.sign = index > match.first && index <= match.last ? 'part' : wordMeaningOf(token.lower);
    }
  }
  const namesOtherDays = hasOtherDays(read);
  if (namesOtherDays)
    for (const { start, end } of periods.slice(1))
      for (const token of tokens) if (token.start < end && start < token.end) token.sign = null;
  const notUnderstood = notUnderstoodWords(text, tokens);
  const meanings = meaningText(tokens);
  const has = (...wanted: WordMeaning[]) => hasMeaning(meanings, ...wanted);
  const unknown = tokens.filter(({ sign, lower }) => sign === null && lower.length > 1).length;
  const known = tokens.filter(({ sign }) => isContent(sign)).length;
  const hasTopic =
    (periods.length > 0 && has('compare')) ||
    (has('firstTime', 'lastTime') && has('day')) ||
    (has('active') && has('count', 'most', 'least', 'top')) ||
    TOPIC.test(meanings);
  const beyond = outOfScopeTopics(notUnderstood.join(' '));
  const isFragment = !hasTopic && before !== null && found.length + periods.length + classes.length > 0;
  const isNarrowed = read.hasUnreadPeriod || namesOtherDays || restricts(read, meanings);
  // When unknown words outweigh the rest, the answer would be to a different question.
  const isAnswerable =
    (hasTopic || isFragment || found.length > 0) &&
    (unknown <= known || found.length > 0) &&
    !read.isBeyondQueries &&
    !isNarrowed &&
    !isBeyondAlerts(read, meanings) &&
    // "Which company has paid the fewest members": no query sorts companies by number of members.
    !(mostOf(meanings) === 'members' && has('companies')) &&
    !(mostOf(meanings) === 'companies' && has('members') && has('which'));
  if (unknownNames.length > 0 || !isAnswerable)
    return {
      text,
      query: null,
      notUnderstood,
      unknownNames,
      isNarrowed: isNarrowed && hasTopic && unknown <= known && !read.isBeyondQueries,
      beyond,
    };
  const own = buildQuery(read, found, days, before);
  const isReference = before?.group !== null && / each:(?:they|them|those|these) /.test(meanings);
  return {
    text,
    query: before === null ? own : isFragment ? repeated(before) : isReference ? continued(before) : own,
    notUnderstood,
    unknownNames,
    isNarrowed: false,
    beyond,
  };

  /** "And in September?": repeats the previous question with the changes from this one. */
  function repeated(before: Query): Query {
    const { period } = periodsOf(read, days, before);
    const companies = found.flatMap((name) => name.companies);
    const members = found.flatMap((name) => name.members);
    return {
      ...before,
      isAll: false,
      period: periods.length > 0 ? period : before.period,
      ...comparison(before.comparedWith === null ? null : periodBefore(period), days),
      companies: companies.length > 0 ? companies : before.companies,
      members: members.length > 0 ? members : before.members,
      classes: classes.length > 0 ? classes : before.classes,
      standsFor: nameMeaning(found),
    };
  }

  /**
   * "How much did they send in October?": combines the groups from the previous question with the measure
   * from this one.
   */
  function continued(before: Query): Query {
    const { direction, measure, period, comparedWith, notCompared, standsFor } = own;
    return {
      ...before,
      direction: direction === 'both' ? before.direction : direction,
      measure,
      period: periods.length > 0 ? period : before.period,
      comparedWith,
      notCompared,
      standsFor,
    };
  }
}

const ADDITION = /^(?=.* (?:sum|count|list):)(?: (?:sum|count|list|filler|part|other|we|each|per):\S+)+ $/;

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

/**
 * Whether the question requests what alert and return queries do not support: shares, SEC codes, returns by
 * alert type, and counts of members or companies.
 */
function isBeyondAlerts({ classes, alerts }: ReadQuestion, meanings: string): boolean {
  const has = (...wanted: WordMeaning[]) => hasMeaning(meanings, ...wanted);
  const counted = countedNoun(meanings, null);
  if (!has('alerts', 'alertType', 'returns')) return false;
  return (
    has('share') ||
    counted === 'members' ||
    counted === 'companies' ||
    (has('alerts') && classes.length > 0) ||
    (has('alerts', 'alertType') && has('returns') && alerts.types.length > 0)
  );
}

/** Whether the question names more days than the answer covers: one period and its comparison. */
function hasOtherDays({ tokens, periods }: ReadQuestion): boolean {
  const isCompared = tokens.some(({ sign }) => sign === 'compare') || periods.some(({ isBase }) => isBase);
  const absolute = periods.filter(({ period }) => typeof period !== 'string');
  return absolute.length > (isCompared && absolute.length === periods.length ? 2 : 1);
}

const PREPOSITION =
  '(?:to|from|at|with|for|by|of|in|on|during|since|before|after|until|through|via|who|whose|that|which|near|between|among|within|over|under|above|below|into|onto|about|like|per|where|when|while)';
const DETERMINER = '(?:the|a|an|our|my|their|any|all|some|these|those|other)';
const BEFORE_UNKNOWN = [
  String.raw`(?!unknown)\w+:${PREPOSITION}`,
  // The subject of the question, as in "what balance" or "how much interest".
  String.raw`(?:which|count|sum|average|share|who):\S+(?: part:\S+)*`,
].join('|');
const RESTRICTION = new RegExp(
  String.raw` (?:${BEFORE_UNKNOWN})(?: \w+:${DETERMINER})* unknown:\S{2}|(?<! unknown:\S{2,}| \w+:${DETERMINER}) unknown:${PREPOSITION} | unknown:\S{2,}(?=${NOUN.source})`,
);

/** Whether words that were not understood change the answer ("to crypto exchanges", "new members"). */
function restricts({ tokens, text }: ReadQuestion, meanings: string): boolean {
  const isUnknown = (token: QuestionToken) => token.sign === null && token.lower.length > 1;
  return (
    RESTRICTION.test(meanings) ||
    tokens.some((token, index) => {
      const next = tokens[index + 1];
      if (next === undefined || !isUnknown(token) || isUnknown(next)) return false;
      return text.slice(token.end, next.start).includes(':');
    })
  );
}
