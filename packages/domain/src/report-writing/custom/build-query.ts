import { periodBefore } from '../../calendar/period.ts';
import { type FoundName, isTimeGroup, type Query, type QueryGroup } from './custom-query.ts';
import { numberOf } from './period-grammar.ts';
import { aligned, comparison, defaultSeriesPeriod, periodsOf, type QueryDays } from './query-days.ts';
import { hasMeaning, meaningText, type QuestionToken } from './question-names.ts';
import { meanings, type WordMeaning } from './question-vocabulary.ts';
import type { ReadQuestion } from './read-question.ts';

type NameAtToken = FoundName & { first: number; last: number };

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/*
 * Patterns match the meaning text of a question: " meaning:word" for each word. This form lets a pattern
 * express word order. "How many debits by month" becomes " count:how part:many debits:debits per:by
 * month:month ".
 */
export const TOPIC = new RegExp(
  ` (?:${meanings(
    'sum average share busiest quietest happened change depositors members companies payers collectors entries credits debits net both ' +
      'alerts returns gain lose collect deposit withdraw trend secClass international class alertType',
  )}):`,
);
const NOUNS = meanings('members depositors companies payers collectors entries alerts returns credits debits');
export const NOUN = new RegExp(` (?:${NOUNS}):`);
const VERB = meanings('gain lose collect deposit withdraw');
const ADJECTIVES = meanings(
  'most least top number filler we active part firstTime lastTime frequent medium low high open reviewed class alertType ' +
    'international name person busiest quietest',
);
const GROUP_OF: Readonly<Partial<Record<string, QueryGroup>>> = {
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
} satisfies Partial<Record<WordMeaning, QueryGroup>>;

const COUNTED = new RegExp(String.raw`^(.*?) count:\S+(?: (?:unknown|other|${ADJECTIVES}):\S+)*(?: (\w+):)?`);

/**
 * "How many members", "number of debits"; "and how many were active" counts the same things as the previous
 * question.
 */
export function countedNoun(text: string, before: Query | null): Query['counted'] | null {
  const [found, ahead = '', noun = ''] = COUNTED.exec(text) ?? [];
  if (found === undefined) return null;
  if (GROUP_OF[noun] === 'member') return hasMeaning(ahead, 'companies') ? null : 'members';
  if (GROUP_OF[noun] === 'company') return 'companies';
  return before?.answer === 'figure' && before.of === 'money' && !NOUN.test(text) ? before.counted : 'entries';
}

/** Matches "by month", "per member" and "for each class". */
function perGroups(text: string): QueryGroup[] {
  const following = text.matchAll(/ per:\S+(?: (?:filler|part):\S+)*(?= (\w+):)/g);
  return [...following].flatMap(([, noun = '']) => GROUP_OF[noun] ?? []);
}

const GROUP_NOUN = new RegExp(
  String.raw`(?<=(?: (\w+):\S+)?((?: (?:${ADJECTIVES}):\S+)*)) (${Object.keys(GROUP_OF).join('|')}):`,
  'g',
);

/** The requested group, such as companies, members, months or classes; null for a single figure. */
function requestedGroup(
  text: string,
  { companies, members, counted }: { companies: boolean; members: boolean; counted: Query['counted'] | null },
): QueryGroup | null {
  const has = (...anyOf: WordMeaning[]) => hasMeaning(text, ...anyOf);
  const [per] = perGroups(text);
  if (per !== undefined) return per;
  const adverb = / (?!unknown)(\w+):(?:daily|weekly|monthly|quarterly|yearly|annual|annually) /.exec(text)?.[1];
  if (adverb !== undefined) return GROUP_OF[adverb] ?? null;
  if (has('trend')) return 'month';
  // Matches "which companies", "our largest depositors" and "list the ten members", but not "from members" or
  // "how many members".
  const requested = [...text.matchAll(GROUP_NOUN)].find(([, asking, adjectives = '', noun = '']) => {
    const group = GROUP_OF[noun] ?? null;
    if (isTimeGroup(group)) return asking === 'which' || hasMeaning(adjectives, 'most', 'busiest', 'top');
    if ((counted === 'members' && group === 'member') || (counted === 'companies' && group === 'company')) return false;
    if (/^(?:depositors|payers|collectors)$/.test(noun)) return true;
    if (/^(?:which|list|who|compare)$/.test(asking ?? '')) return true;
    if (asking !== undefined) return hasMeaning(adjectives, 'most', 'least', 'top', 'number');
    if (noun !== 'companies' && noun !== 'members') return true;
    return adjectives === '' || has('most', 'least', 'top', 'busiest', 'quietest');
  });
  if (requested !== undefined) return GROUP_OF[requested[3] ?? ''] ?? null;
  if (has('reason') || (has('returns') && has('why'))) return 'reason';
  if (!has('who')) return null;
  if (companies && !members) return 'member';
  if (members || / who:(?:whom|from|by|to|with|where) /.test(text)) return 'company';
  const isSpending = /:(?:spen[dt]|spends|spending) /.test(text);
  return isSpending || has('gain', 'deposit', 'withdraw', 'alerts') ? 'member' : 'company';
}

const ENTRY_NOUN =
  /(?<= (\w+):(\S+)(?: (?:filler|part|number|we|class|credits|debits|name|person|per):\S+)*) (entries|credits|debits|deposit):/g;

/**
 * Sort order for individual entries: "largest debit", "smallest credits", "show the transactions of …", "last
 * payment".
 */
function entriesOrder(text: string): Query['order'] | null {
  if (perGroups(text).length > 0 || hasMeaning(text, 'count', 'share')) return null;
  for (const [, meaning, word = '', noun] of text.matchAll(ENTRY_NOUN)) {
    if (meaning === 'top' || (meaning === 'most' && !/^most\b/.test(word))) return 'most';
    if (meaning === 'least' && word !== 'fewest') return 'least';
    if (meaning === 'lastTime') return 'last';
    if (meaning === 'firstTime') return 'first';
    const isListed = meaning === 'list' || (meaning === 'which' && noun === 'entries');
    if (isListed && noun !== 'deposit' && !hasMeaning(text, 'sum', 'average')) return 'most';
  }
  return null;
}

/**
 * Matches "top 5", "ten members" and "largest 3 debits", but not the "2" in "2 dollars" or the "one" in "in
 * one debit".
 */
const LIMIT = new RegExp(
  String.raw`(?<= (?:top|most|least):\S+) number:(\S+)|(?! number:one (?<= other:\S+ number:one )) number:(\S+)(?=(?: (?:${meanings('most least filler part active top class firstTime lastTime')}):\S+)* (?:${NOUNS}):)`,
);

/** The meaning after "most" or "least", as in "most alerts" and "fewest payments". */
export const mostOf = (text: string) =>
  /^(?:.*? (?:most|least):\S+|(?!.* (?:most|least):))(?: part:\S+)*(?: (\w+):)?/.exec(text)?.[1];

/** The name or noun before the verb: the party that receives, pays or collects. */
const ACTOR = new RegExp(
  String.raw`(?<! (?:from|to):\S+) (?:(name)|person|members|depositors|we(?!:\S+ (?!members)(?:${NOUNS}):)):| (companies|payers|collectors):`,
  'g',
);
const VERB_PARTS = new RegExp(String.raw`^(.*?) (${VERB}):\S+(.*)$`);

function directionOf(
  text: string,
  { tokens, found }: { tokens: readonly QuestionToken[]; found: readonly NameAtToken[] },
  group: QueryGroup | null,
  counted: Query['counted'] | null,
): Pick<Query, 'direction' | 'isReversed'> {
  const has = (...anyOf: WordMeaning[]) => hasMeaning(text, ...anyOf);
  const [, ahead = '', verb, behind = ''] = VERB_PARTS.exec(text) ?? [];
  const before = [...ahead.matchAll(ACTOR)].at(-1);
  const isMembers = before === undefined && (group === 'member' || counted === 'members');
  const isCompanies = before === undefined && (group === 'company' || counted === 'companies');
  const company = before?.[1] ?? before?.[2];
  const actor = isMembers || (before && !company) ? 'member' : isCompanies || company ? 'company' : null;
  // "Was paid to", "received from us", "paid by ACME".
  const isPassive = /:(?:was|were|is|are|been|be)$/.test(ahead) || /^ \w+:by /.test(behind);
  const reversing = has('credits') ? 'gain' : 'lose';
  const isNamed = !has('net') && has('credits') !== has('debits');
  return {
    direction: direction(),
    isReversed: isNamed && actor === 'company' && verb === reversing && !isPassive,
  };

  function direction(): Query['direction'] {
    if (has('net')) return 'net';
    if (has('credits')) return has('debits') ? 'both' : 'credits';
    if (has('debits')) return 'debits';
    if (has('depositors', 'payers', 'deposit')) return 'credits';
    if (has('collectors', 'withdraw', 'collect')) return actor === 'member' && has('collect') ? 'credits' : 'debits';
    if (verb === undefined || has('go') || isPassive || actor === null) {
      // "From ACME" means credits and "to ACME" means debits; for a member, it is the reverse.
      for (const { first, companies } of found) {
        const { sign, lower } = tokens[first - 1] ?? { sign: null, lower: '' };
        const isFrom = sign === 'from' || (sign === 'per' && lower === 'by');
        if (isFrom || sign === 'to') return isFrom === companies.length > 0 ? 'credits' : 'debits';
      }
    }
    if (verb !== undefined) {
      const isMember = actor === 'member' || (actor === null && verb === 'gain');
      return isMember === (verb === 'gain') ? 'credits' : 'debits';
    }
    const toMembers = / to:\S+(?: \S+){0,2} (?:members|we):/.test(text);
    if (toMembers !== / from:\S+(?: \S+){0,2} (?:members|we):/.test(text)) return toMembers ? 'credits' : 'debits';
    if (toMembers) return 'both';
    if (/ go:(?:go|goes|went|gone) /.test(text)) return 'debits';
    return / go:c[ao]m/.test(text) ? 'credits' : 'both';
  }
}

export const nameMeaning = (found: readonly FoundName[]) =>
  found
    .filter(
      ({ words, companies }) =>
        companies.length > 0 && (companies.length > 1 || companies[0]?.toUpperCase() !== words.toUpperCase()),
    )
    .map(({ words, companies }) => ({ words, companies }));

const ALL =
  /\b(?:do we (?:now |currently )?have|have we(?: got)?|we have|are there|there are|exist|in total|altogether|in all|total number of)\b/iu;

/** A question with one of these meanings covers only part of the ledger. */
const NARROWING = new RegExp(` (?:${VERB}|active|go|per|net|compare|change):`);

export function buildQuery(
  read: ReadQuestion,
  found: readonly NameAtToken[],
  days: QueryDays,
  before: Query | null,
): Query {
  const { tokens, periods: named, classes, amount, alerts } = read;
  const text = meaningText(tokens);
  const has = (...anyOf: WordMeaning[]) => hasMeaning(text, ...anyOf);
  const companies = found.flatMap((name) => name.companies);
  const members = found.flatMap((name) => name.members);
  const isOfAlerts =
    has('alerts') || (!has('returns') && has('alertType', 'open', 'reviewed', 'escalated', 'falsePositive'));
  const of = isOfAlerts ? 'alerts' : has('returns') ? 'returns' : 'money';
  const counted = countedNoun(text, before);
  // "How many members do we have", "number of companies in total".
  const isAll =
    ALL.test(read.text) &&
    counted !== null &&
    found.length + named.length + classes.length + alerts.types.length === 0 &&
    amount === null &&
    !NARROWING.test(text) &&
    !(has('credits', 'debits', 'both', 'entries') && has('members', 'companies')) &&
    (of !== 'money' || counted !== 'entries' || !has('members', 'companies'));
  const group = requestedGroup(text, {
    companies: companies.length > 0,
    members: members.length > 0,
    counted,
  });
  const time = isTimeGroup(group);
  const superlative = entriesOrder(text);
  const withMembers = has('each') && / count:\S+ \S+ members:/.test(text);
  const isCount =
    counted !== null ||
    of !== 'money' ||
    (has('count') && !has('sum') && !withMembers) ||
    (has('busiest', 'quietest') && !has('sum')) ||
    has('frequent') ||
    (has('active') && has('most', 'least', 'top')) ||
    (has('most', 'least', 'top') && (group !== null || has('when')) && mostOf(text) === 'entries') ||
    / per:by \w+:(?:number|count) /.test(text);
  const isFirstOrLast = has('firstTime', 'lastTime');
  const isWhen = has('when') && !has('most', 'least', 'busiest', 'quietest');
  const isComparingNames = has('compare') && found.length > 1 && companies.length > 1 && named.length < 2;
  const isFirstAndLast = of === 'money' && has('firstTime') && has('lastTime') && counted === null;
  const isDay =
    (isFirstAndLast ||
      (isFirstOrLast && has('day')) ||
      has('busiest', 'quietest') ||
      (has('when') && of === 'money') ||
      (isFirstOrLast && (found.length > 0 || has('when')) && superlative === null) ||
      (time && has('most', 'least', 'top') && perGroups(text).length === 0)) &&
    group !== 'company' &&
    group !== 'member';
  const shape = answerShape();
  const isNamesRanking = isComparingNames && shape === 'figure';
  const answer = isNamesRanking ? 'ranking' : shape;
  const periods = periodsOf(read, days, null);
  const isEver =
    named.length === 0 &&
    (isAll || days.isUsualPeriod) &&
    (isAll ||
      (answer === 'day' && (isFirstOrLast || isWhen)) ||
      (of !== 'money' && isDay) ||
      (answer === 'entries' && (superlative === 'first' || superlative === 'last')) ||
      (isDay && time && group !== 'day') ||
      (of === 'alerts' && has('open')));
  const period = isEver
    ? { firstDay: days.firstDay, lastDay: days.asOf }
    : answer === 'series' && time && named.length === 0 && days.isUsualPeriod
      ? defaultSeriesPeriod(group, days)
      : aligned(read, group, days, periods.period);
  // "Credits vs. debits" and "compare ACME with VENMO" do not compare days.
  const comparesDays = has('compare') && !isComparingNames && !(has('credits') && has('debits'));
  const isCompared =
    periods.comparedWith !== null ||
    ((comparesDays || has('change') || answer === 'change') && !time && answer !== 'entries' && answer !== 'day');
  const state = (['open', 'escalated', 'falsePositive', 'reviewed'] as const).find((each) => has(each)) ?? null;
  const isOfGroups = group === 'member' || group === 'company' || counted === 'members' || counted === 'companies';
  // "Members who received more than $5,000" limits totals; "members with debits over $5,000" limits
  // individual entries.
  const isTotal =
    isOfGroups &&
    !/:in \w+:(?:one|a|any|single) /.test(text) &&
    !/ (?:entries|credits|debits):\S+(?: (?:filler|other|part):\S+)* amount:/.test(text);
  const [, ranked, listed] = LIMIT.exec(text) ?? [];
  const number = ranked ?? listed;
  const isSingle =
    superlative !== null &&
    !/:(?:every|each|all|any) /.test(text) &&
    / (?:entries|credits|debits|deposit):(?:entry|transaction|payment|item|transfer|credit|debit|deposit|withdrawal) /.test(
      text,
    );
  return {
    answer,
    of,
    measure: has('average') ? 'average' : isCount ? 'count' : 'amount',
    counted: counted ?? 'entries',
    ...directionOf(text, { tokens, found }, group, counted),
    ...(of === 'returns' && { direction: 'debits' }),
    group: answerGroup(),
    order: dayOrder() ?? superlative ?? (has('least', 'quietest') ? 'least' : 'most'),
    limit: Math.min(MAX_LIMIT, number === undefined ? (isSingle ? 1 : DEFAULT_LIMIT) : numberOf(number)),
    isShare: has('share'),
    isAll: isAll && of === 'money' && counted !== 'entries',
    withMembers,
    companies: companies.length > 0 ? companies : null,
    members: members.length > 0 ? members : null,
    classes: has('international') && !classes.includes('IAT') ? [...classes, 'IAT'] : classes,
    amount: amount && {
      is: amount.is,
      cents: amount.cents,
      toCents: amount.toCents,
      of: isTotal ? 'total' : 'entry',
    },
    alertTypes: alerts.types.length > 0 ? alerts.types : null,
    categories: alerts.categories,
    risk: (['high', 'medium', 'low'] as const).find((level) => has(level)) ?? null,
    state: state === 'falsePositive' ? 'false_positive' : state,
    period,
    ...comparison(isCompared ? (periods.comparedWith ?? periodBefore(period)) : null, days),
    standsFor: nameMeaning(found),
  };

  function answerShape(): Query['answer'] {
    if (isDay) return of === 'money' ? 'day' : 'series';
    if (of === 'money' && (has('why') || (group !== null && !time && has('change')))) return 'change';
    if (superlative !== null && group === null && counted === null) return 'entries';
    if (group === null)
      return of === 'alerts' && counted === null && !has('count', 'change', 'compare') ? 'entries' : 'figure';
    if (group !== 'company' && group !== 'member') return 'series';
    const isFigure = counted !== null && counted !== 'entries' && !has('per', 'most', 'least', 'top', 'who');
    return isFigure ? 'figure' : 'ranking';
  }

  function answerGroup(): QueryGroup | null {
    if (of !== 'money' && answer !== 'entries') return group ?? (isDay ? 'day' : of === 'returns' ? 'reason' : 'type');
    if (isNamesRanking) return 'company';
    if (answer === 'day') return time && !isFirstOrLast ? group : 'day';
    if (answer === 'change') return group === 'member' || (group === 'company' && !has('who')) ? group : null;
    if (answer !== 'figure') return group;
    const isProfile = found.length === 1 && !TOPIC.test(text);
    return isProfile ? (members.length > 0 ? 'company' : 'member') : null;
  }

  function dayOrder(): Query['order'] | null {
    if (answer !== 'day') return null;
    if (isFirstAndLast) return 'first and last';
    if (isFirstOrLast) return has('lastTime') ? 'last' : 'first';
    // "When did ACME pay" requests the last time; "since when" requests the first.
    return isWhen ? (/:(?:since|start|begin) /.test(text) ? 'first' : 'last') : null;
  }
}
