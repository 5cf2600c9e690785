import { periodBefore } from '../../calendar/period.ts';
import { type FoundName, isTimeGroup, type Query } from './custom-query.ts';
import { aligned, comparison, defaultSeriesPeriod, periodsOf, type QueryDays } from './query-days.ts';
import { directionOf } from './query-direction.ts';
import {
  askedGroup,
  asksForAll,
  comparesPeriods,
  countedByNumber,
  countedNoun,
  entriesOrder,
  isLimit,
  isSingleEntry,
  limitOf,
  mostOf,
  perGroups,
  whenOrder,
} from './query-subject.ts';
import { hasMeaning } from './question-names.ts';
import { meaningSet, type WordMeaning } from './question-vocabulary.ts';
import type { ReadQuestion } from './read-question.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

const TOPICS = meaningSet(
  'sum average share busiest quietest happened change depositors members companies payers collectors entries credits debits net both ' +
    'alerts returns gain lose collect deposit withdraw trend secClass international class alertType',
);

export const isTopic = (sign: WordMeaning | null) => TOPICS.has(sign);

export const nameMeaning = (found: readonly FoundName[]) =>
  found
    .filter(
      ({ words, companies }) =>
        companies.length > 0 && (companies.length > 1 || companies[0]?.toUpperCase() !== words.toUpperCase()),
    )
    .map(({ words, companies }) => ({ words, companies }));

export function buildQuery(
  read: ReadQuestion,
  found: readonly (FoundName & { first: number; last: number })[],
  days: QueryDays,
  before: Query | null,
): Query {
  const { tokens } = read;
  const has = (...wanted: WordMeaning[]) => hasMeaning(tokens, ...wanted);
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
  const state =
    (['open', 'escalated', 'falsePositive', 'reviewed'] as const).find((each) => has(each)) ?? null;
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
    risk: (['high', 'medium', 'low'] as const).find((level) => has(level)) ?? null,
    state: state === 'falsePositive' ? 'false_positive' : state,
    period,
    ...comparison(isCompared ? (periods.comparedWith ?? periodBefore(period)) : null, days),
    standsFor: nameMeaning(found),
    isReversed,
  };
}
